package import InstrumentCatalog
internal import Synchronization

/// An open segment of expired instruments.
package struct ExpiredSegment: Sendable {
    package let name: SegmentName
    package let catalog: Catalog
}

/// The expired instruments on a node: the newest segment of each year, in a folder beside the node's catalog.
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
    /// The texts of the segments that were passed over, with reasons. Each text is reported once.
    private let told = Mutex<Set<String>>([])

    /// Opens the segments that were fetched earlier.
    ///
    /// - Parameters:
    ///   - source: The folder to fetch new segments from.
    ///   - path: The path of the node's catalog.
    /// - Throws: `IngestError`; `MasterStoreError` of kind `segment` if the folder cannot be read.
    package init(_ source: SegmentFolder, besideCatalog path: String) throws {
        self.source = source
        folder = LocalSegments.folder(ofCatalog: path)
        segments = Mutex(try LocalSegments(folder)?.expired { _, _ in } ?? [])
    }

    /// The local segments, newest year first.
    package var current: [ExpiredSegment] { segments.withLock { $0 } }

    /// Removes the local segments whose batches the store has lost.
    ///
    /// - Returns: `true` if `current` changed.
    /// - Throws: `MasterStoreError` if the store cannot be read.
    package func dropLost(_ store: MasterAddress) throws -> Bool {
        let connection = try MasterConnection(store)
        try MasterSchema.check(connection)
        let lost = try current.filter { try !connection.hasBatch($0.name.identity) }.map(\.name)
        segments.withLock { $0.removeAll { lost.contains($0.name) } }
        // Readers that have the file open are unaffected.
        for name in lost { try SegmentFolder(folder).remove(name) }
        return !lost.isEmpty
    }

    /// Fetches the segments that are newer at `source` than the local ones.
    ///
    /// - Parameters:
    ///   - store: The store of the segments. Segments whose batches the store has lost are passed over. This is not
    ///     checked if the store is unreachable.
    ///   - passedOver: Called once for each segment that cannot be used, with the reason. The next older segment of the
    ///     same year is tried then.
    /// - Returns: `true` if `current` changed.
    /// - Throws: `IngestError`; `MasterStoreError` of kind `segment` if the source cannot be listed.
    /// - Complexity: O(bytes of the new segments).
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
