package import InstrumentCatalog
internal import SystemFiles

/// A local folder of segments. Their catalogs are opened without being copied.
package struct LocalSegments {
    private let path: String
    private let names: [SegmentName]

    /// Lists the segments; `nil` if there is no such folder.
    ///
    /// - Throws: `MasterStoreError` of kind `segment` if the folder cannot be read.
    package init?(_ path: String) throws {
        guard FileStamp(path)?.kind == .folder else { return nil }
        self.path = path
        names = try SegmentFolder(path).segments()
    }

    /// Returns the folder of a node's expired segments, from the path of its catalog.
    package static func folder(ofCatalog path: String) -> String { FileTarget.following(path) + ".segments" }

    /// Returns the newest readable live segment; `nil` if no live segment is readable.
    ///
    /// - Parameter passedOver: Called for each newer segment that is not readable, with the reason.
    package func live(_ passedOver: (SegmentName, String) -> Void) -> Catalog? {
        open(names.filter { $0.kind == .live }, passedOver)?.catalog
    }

    /// Returns the newest readable segment of each year, newest year first.
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
