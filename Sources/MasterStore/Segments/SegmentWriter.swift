internal import CatalogHistory
internal import InstrumentCatalog
internal import Scanning

/// A writer of a store's segments.
///
/// ```swift
/// let writer = SegmentWriter(try SegmentFolder("s3://firm-data/segments"), keep: 3)
/// let written = try writer.writeLive(from: try MasterConnection(.environment), at: .latest)
/// print(written.name)
/// ```
package struct SegmentWriter: Sendable {
    /// The result of writing one segment.
    package struct Written: Hashable, Sendable {
        package let name: SegmentName
        /// The number of instruments written; `nil` if the segment was not written.
        package var instruments: Int?
        /// The reason why an earlier segment was kept and the new one not written; `nil` if no earlier segment had to
        /// be kept.
        package var kept: String?
    }

    private let folder: SegmentFolder
    private let keep: Int?
    private let mayForget: Bool

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - folder: The location of the segments.
    ///   - keep: The number of segments to keep of each kind in this program's format, newest first; `nil` to keep all.
    ///   - mayForget: Whether a segment may be replaced even if it has instruments that the store's history no longer
    ///     has.
    package init(_ folder: SegmentFolder, keep: Int? = nil, mayForget: Bool = false) {
        self.folder = folder
        self.keep = keep
        self.mayForget = mayForget
    }

    /// Writes a segment of the live instruments at a moment, unless the segment exists already.
    ///
    /// - Throws: `MasterStoreError`, `IngestError`, `CatalogError`.
    /// - Complexity: As `MasterCatalog.build(from:to:)`.
    package func writeLive(from connection: MasterConnection, at moment: BatchSelector) throws -> Written {
        try folder.make()
        let point = try connection.point(at: moment)
        let name = SegmentName(.live, point.identity)
        var written = Written(name: name)
        if !(try folder.segments().contains(name)) {
            try folder.write(name) { path in
                let built = try MasterCatalog(at: .batch(point.seq)).build(from: connection, to: path)
                written.instruments = built.summary?.instruments
            }
        }
        try removeOld(beside: name)
        return written
    }

    /// Writes the segments of the instruments that were removed at or before a moment, one segment for each year.
    /// Segments that exist already are not written again.
    ///
    /// - Parameter years: The years to write; `nil` for all.
    /// - Returns: The outcome for each year in which an instrument ended, newest year first.
    /// - Throws: The errors of `writeLive(from:at:)`.
    /// - Complexity: O(n) in the removals of the history, for each year that is written.
    package func writeExpired(
        from connection: MasterConnection, at moment: BatchSelector, years: Set<Int>? = nil
    ) throws -> [Written] {
        try folder.make()
        let point = try connection.point(at: moment)
        let known = try folder.segments()
        var all: [Written] = []
        for (year, last) in try connection.lastRemovals(upTo: point).sorted(by: { $0.key > $1.key })
        where years?.contains(year) ?? true {
            let name = SegmentName(.expired(year: year), last.identity)
            var written = Written(name: name)
            if !known.contains(name) {
                written.kept = try reasonToKeep(
                    try known.first {
                        try $0.kind == name.kind && $0.unreadable == nil && connection.hasBatch($0.identity)
                    }, connection)
                if written.kept == nil {
                    try folder.write(name) { path in
                        written.instruments = try connection.buildExpired(year: year, at: last, to: path)
                    }
                }
            }
            if written.kept == nil { try removeOld(beside: name) }
            all.append(written)
        }
        return all
    }

    /// The reason why an older segment must be kept: it has instruments that the store's history no longer has; `nil`
    /// if it has no such instruments.
    private func reasonToKeep(_ old: SegmentName?, _ connection: MasterConnection) throws -> String? {
        let oldest = try connection.oldestBatch
        guard !mayForget, oldest > 0, let old else { return nil }
        return try folder.withCatalog(of: old) { catalog in
            if catalog.notes[ExpiredNotes.history].flatMap({ Int($0) }) ?? 0 >= oldest { return nil }
            // The dropped history ends on `day`. A segment whose instruments were all removed later may be replaced,
            // because the store still has these instruments.
            let day = try connection.execute(
                "SELECT floor(extract(epoch FROM at) / 86400)::bigint FROM ipf.batch WHERE seq = $1", [.integer(oldest)]
            )
            if let last = day.integer(0, 0).map({ CalendarDate(dayNumber: $0) }) {
                var hasDropped = false
                catalog.forEachRow(in: .rank) { _, row in
                    hasDropped = catalog.removal(at: row).map { $0.day <= last } ?? true
                    return !hasDropped
                }
                if !hasDropped { return nil }
            }
            return "\(old) has instruments that the store no longer has: its history before batch \(oldest) was dropped"
        }
    }

    /// Removes the segments older than the newest `keep` segments, including incomplete ones.
    private func removeOld(beside name: SegmentName) throws {
        guard let keep else { return }
        let alike = { (other: SegmentName) in other.kind == name.kind && other.format == name.format }
        let whole = try folder.segments().filter(alike)
        guard whole.count >= keep, case let oldest = whole[keep - 1] else { return }
        let all = try folder.names().compactMap { SegmentName($0.deletingSuffix(SegmentName.sumSuffix)) }
        for other in Set(all) where alike(other) && other.identity < oldest.identity && other != name {
            try folder.remove(other)
        }
    }
}

extension String {
    fileprivate func deletingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
