internal import Ingest
internal import InstrumentCatalog
internal import SystemFiles

/// Creates the first catalog of a node: from the newest segment that can be read and brought up to date, otherwise from
/// the store.
///
/// A segment is read at the speed of its disk or network, and puts no load on the store. It suffices even if the store
/// is unreachable: the node answers from the segment, and compares it with the store later.
struct NodeBeginning {
    let address: MasterAddress
    let path: String
    let options: MasterNodeOptions
    let cancellation: CancellationToken
    let handle: (MasterNodeEvent) -> Void

    /// Creates a catalog at the path.
    ///
    /// - Throws: `MasterStoreError` if there is no usable segment and the store cannot be read; `CatalogError`.
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

    /// Uses the newest suitable segment. Returns `false` if there is no such segment.
    ///
    /// - Parameter connection: A connection to the store, which must still have the batches after the segment; `nil` if
    ///   the store is unreachable.
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
        if segments.isEmpty { handle(.noSegments(because: "\(folder) has no segment of live instruments")) }
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
