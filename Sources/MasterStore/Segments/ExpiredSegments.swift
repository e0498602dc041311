package import InstrumentCatalog
internal import Synchronization

/// A segment of what is gone that can be asked.
package struct ExpiredSegment: Sendable {
    package let name: SegmentName
    package let catalog: Catalog
}

/// What is gone, on a node: the newest segment of each year, fetched into a folder beside the node's catalog.
///
/// ```
/// node.ipfc
/// node.ipfc.segments/expired-2025.v1.1763704800250000-5120.ipfc
/// node.ipfc.segments/expired-2025.v1.1763704800250000-5120.ipfc.sha256
/// ```
package final class ExpiredSegments: Sendable {
    private let source: SegmentFolder
    private let folder: String
    private let segments: Mutex<[ExpiredSegment]>
    /// What was passed over, each with its reason: it is told once.
    private let told = Mutex<Set<String>>([])

    /// - Parameters:
    ///   - source: where new ones come from.
    ///   - path: the node's catalog. What was fetched for it before is there at once.
    /// - Throws: `IngestError`, `MasterStoreError` of kind `segment` where the folder can't be read.
    package init(_ source: SegmentFolder, besideCatalog path: String) throws {
        self.source = source
        folder = LocalSegments.folder(ofCatalog: path)
        segments = Mutex(try LocalSegments(folder)?.expired { _, _ in } ?? [])
    }

    /// Those that are here, the newest year first.
    package var current: [ExpiredSegment] { segments.withLock { $0 } }

    /// Drops those of batches that the store lost.
    ///
    /// - Returns: whether `current` is another.
    /// - Throws: `MasterStoreError` where the store can't be read.
    package func dropLost(_ store: MasterAddress) throws -> Bool {
        let connection = try MasterConnection(store)
        try MasterSchema.check(connection)
        let lost = try current.filter { try !connection.hasBatch($0.name.identity) }.map(\.name)
        segments.withLock { $0.removeAll { lost.contains($0.name) } }
        // A reader that has one open keeps it.
        for name in lost { try SegmentFolder(folder).remove(name) }
        return !lost.isEmpty
    }

    /// Fetches those that are new at the source.
    ///
    /// - Parameters:
    ///   - store: what the segments are of: those of batches that it lost are passed over. While it is away all are taken.
    ///   - passedOver: called for each that can't be taken, with the reason, once; an older one of its year is tried then.
    /// - Returns: whether `current` is another.
    /// - Throws: `IngestError`, `MasterStoreError` of kind `segment` where the source can't be listed.
    /// - Complexity: O(bytes of the new ones).
    package func refresh(_ store: MasterAddress, _ passedOver: (SegmentName, String) -> Void) throws -> Bool {
        let connection = try? MasterConnection(store)
        var (all, isNew): ([ExpiredSegment], Bool) = (current, false)
        func passOver(_ name: SegmentName, _ reason: String) {
            if told.withLock({ $0.insert("\(name): \(reason)").inserted }) { passedOver(name, reason) }
        }
        for (year, names) in try source.segments().expiredYears {
            let known = all.first { $0.name.kind == .expired(year: year) }
            for name in names where known.map({ $0.name.identity < name.identity }) ?? true {
                if let reason = name.unreadable {
                    passOver(name, reason)
                    continue
                }
                if try connection?.hasBatch(name.identity) == false {
                    passOver(name, "the store has no batch \(name.identity)")
                    continue
                }
                do {
                    try source.fetch(name, into: folder)
                    let catalog = try Catalog.open("\(folder)/\(name)")
                    if let known {
                        all.removeAll { $0.name == known.name }
                        try SegmentFolder(folder).remove(known.name)
                    }
                    all.append(ExpiredSegment(name: name, catalog: catalog))
                    isNew = true
                    break
                } catch {
                    passOver(name, "\(error)")
                }
            }
        }
        if isNew {
            all.sort { $0.name.year > $1.name.year }
            segments.withLock { $0 = all }
        }
        return isNew
    }
}
