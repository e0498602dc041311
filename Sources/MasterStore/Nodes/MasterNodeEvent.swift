package import CatalogHistory
package import InstrumentCatalog

/// What happens while a store is followed.
package enum MasterNodeEvent: Sendable {
    /// Why nothing can be taken at the moment.
    package enum Fault: Sendable, CustomStringConvertible {
        case store(MasterStoreError)
        /// Changes can't be kept.
        case catalog(CatalogError)

        package var description: String {
            switch self {
            case .store(let error): "\(error)"
            case .catalog(let error): "\(error)"
            }
        }
    }

    /// The catalog was begun from a segment.
    case begun(SegmentName)
    /// A newer segment was not taken.
    case passedOver(SegmentName, because: String)
    /// No segment could be looked for, or there is none.
    case noSegments(because: String)
    /// The store answers, for the first time or again.
    case connected
    /// The catalog is at this batch, by these changes, which are kept already.
    case batch(BatchID, [CatalogChange])
    /// The same, after all of the store was compared with the catalog.
    case compared(BatchID, [CatalogChange], because: String)
    /// The standby that is followed is so far behind its primary. It comes each second until `connected`, `isNew` the first time.
    case late(Duration, isNew: Bool)
    /// What is known stays; the store is asked again after that time.
    case away(Fault, retryIn: Duration)
}
