/// What became of one instrument of a `LiveCatalog`.
///
/// A profile equal to the known one is no change, and neither is the removal of a symbol that isn't there. Profiles are in
/// the catalog's normal form: numbers and dates as they read, custom fields by name, empty ones left out.
public enum CatalogChange: Hashable, Sendable {
    /// A symbol that wasn't there.
    case added(InstrumentProfile)
    /// Another profile of a known symbol.
    case updated(old: InstrumentProfile, new: InstrumentProfile)
    /// The symbol is gone; what it was.
    case removed(InstrumentProfile)

    /// The symbol that changed.
    public var symbol: String {
        switch self {
        case .added(let profile), .removed(let profile): profile.symbol
        case .updated(_, let profile): profile.symbol
        }
    }

    /// The profile that makes the change when it is sent to a client: as it is now, or one of type REMOVED.
    package var profile: InstrumentProfile {
        switch self {
        case .added(let profile), .updated(_, let profile): profile
        case .removed(let old): .removal(of: old.symbol)
        }
    }
}
