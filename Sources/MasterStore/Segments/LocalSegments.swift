package import InstrumentCatalog
internal import SystemFiles

/// A folder of segments of this machine, whose catalogs are opened where they are.
package struct LocalSegments {
    private let path: String
    private let names: [SegmentName]

    /// `nil` where there is no such folder.
    ///
    /// - Throws: `MasterStoreError` of kind `segment` where it can't be read.
    package init?(_ path: String) throws {
        guard FileStamp(path)?.kind == .folder else { return nil }
        self.path = path
        names = try SegmentFolder(path).segments()
    }

    /// Where a node has what is gone, by the path of its catalog.
    package static func folder(ofCatalog path: String) -> String { FileTarget.following(path) + ".segments" }

    /// The newest segment of what is live; `nil` where there is none that can be read.
    ///
    /// - Parameter passedOver: called for each newer one, with the reason.
    package func live(_ passedOver: (SegmentName, String) -> Void) -> Catalog? {
        open(names.filter { $0.kind == .live }, passedOver)?.catalog
    }

    /// The newest segment of each year, the newest year first.
    package func expired(_ passedOver: (SegmentName, String) -> Void) -> [ExpiredSegment] {
        names.expiredYears.compactMap { open($0.names, passedOver) }
    }

    private func open(_ names: [SegmentName], _ passedOver: (SegmentName, String) -> Void) -> ExpiredSegment? {
        for name in names {
            if let reason = name.unreadable {
                passedOver(name, reason)
                continue
            }
            do throws(CatalogError) {
                return ExpiredSegment(name: name, catalog: try Catalog.open("\(path)/\(name)"))
            } catch {
                passedOver(name, "\(error)")
            }
        }
        return nil
    }
}
