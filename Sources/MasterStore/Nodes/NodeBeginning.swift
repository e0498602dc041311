internal import Ingest
internal import InstrumentCatalog
internal import SystemFiles

/// How a node comes to its first catalog: from the newest segment that it can read and go on from, else from the store.
///
/// A segment is read at the speed of its disk or network, and the store is spared. Where the store is away a segment is enough: the node
/// answers from it, and compares it with the store when that is back.
struct NodeBeginning {
    let address: MasterAddress
    let path: String
    let options: MasterNodeOptions
    let cancellation: CancellationToken
    let handle: (MasterNodeEvent) -> Void

    /// Puts a catalog at the path.
    ///
    /// - Throws: `MasterStoreError` where there is neither a segment nor the store; `CatalogError`.
    func run() throws {
        var connection: MasterConnection?
        do throws(MasterStoreError) {
            connection = try MasterConnection(address, cancellation: cancellation)
        } catch {
            guard options.segments != nil, [.unreachable, .connectionLost, .full].contains(error.kind) else {
                throw error
            }
            if try beginFromSegment(nil) { return }
            throw error
        }
        try MasterSchema.check(connection!)
        if try options.segments != nil && beginFromSegment(connection) { return }
        _ = try MasterCatalog().build(from: connection!, to: path)
    }

    /// Takes the newest segment; false where there is none.
    ///
    /// - Parameter connection: to the store that must still have the batches after the segment; `nil` where it is away.
    private func beginFromSegment(_ connection: MasterConnection?) throws -> Bool {
        let lock = try CatalogWriteLock(path: path)
        defer { withExtendedLifetime(lock) {} }
        guard let folder = options.segments else { return false }
        let segments: [SegmentName]
        do {
            segments = try folder.segments().filter { $0.kind == .live }
        } catch {
            handle(.noSegments(because: "\(error)"))
            return false
        }
        if segments.isEmpty { handle(.noSegments(because: "\(folder) has none of what is live")) }
        for segment in segments {
            if let reason = try reasonToPassOver(segment, connection) {
                handle(.passedOver(segment, because: reason))
                continue
            }
            do {
                try folder.fetch(segment, to: path)
                handle(.begun(segment))
                return true
            } catch {
                handle(.passedOver(segment, because: "\(error)"))
            }
        }
        return false
    }

    private func reasonToPassOver(_ segment: SegmentName, _ connection: MasterConnection?) throws -> String? {
        if let reason = segment.unreadable { return reason }
        guard let connection else { return nil }
        let head = try connection.point(at: .latest)
        return try connection.gap(from: segment.identity, to: head, mostChanges: options.mostChanges)
    }
}
