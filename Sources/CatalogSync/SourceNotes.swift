package import Ingest

/// The notes in an imported catalog about its sources, in the order of the sources:
/// ```
/// sources                 2
/// sources.lenient         true                              read leniently; absent if read strictly
/// sources.transform       9f86d081884c7d65                  fingerprint of the transform; absent without one
/// source.0.address        https://example.org/all.ipf.gz
/// source.0.complete       true                              it ended with ##COMPLETE
/// source.0.etag           "66e1c0a2"                        validators, if the server sent them
/// source.0.last-modified  Sat, 21 Nov 2026 06:00:00 GMT
/// source.1.address        extra.ipf
/// source.1.complete       false
/// source.1.file           device 2049, inode 131, …         stamp of a file read without a fault (`SourceStamp`)
/// ```
/// All keys of notes about sources are defined here.
package struct SourceNotes: Equatable, Sendable {
    /// One source of an import.
    package struct Source: Equatable, Sendable {
        /// The address, without credentials.
        package var address: String
        /// Whether the source ended with `##COMPLETE`.
        package var isComplete = false
        /// The validators of the version that was read; empty if the server sent none.
        package var validators = Validators()
        /// The stamp of the file (`SourceStamp`); `nil` if the source is not a file, or if a fault was found in it.
        package var file: String?

        package init(address: String) { self.address = address }

        package init(_ report: SnapshotReport, file: String? = nil) {
            address = report.address.description
            isComplete = report.isComplete == true
            validators = report.validators ?? Validators()
            self.file = file
        }
    }

    /// The sources in reading order.
    package var sources: [Source]
    /// Whether the sources were read leniently. If so, reading them strictly may give another result.
    package var isLenient: Bool
    /// The fingerprint of the transform of the profiles (`ProfileRewriter.fingerprint`); `nil` without a transform.
    package var transform: String?

    package init(_ sources: [Source], isLenient: Bool, transform: String? = nil) {
        self.sources = sources
        self.isLenient = isLenient
        self.transform = transform
    }

    /// Creates the notes about sources that were read with the given options.
    package init(_ sources: [Source], read ingest: IngestOptions) {
        self.init(
            sources, isLenient: ingest.strictness == .lenient, transform: ingest.rules)
    }

    // MARK: Keys

    private static let count = "sources"
    private static let lenient = "sources.lenient"
    private static let transform = "sources.transform"

    private enum Key: String {
        case address, complete, etag, file
        case lastModified = "last-modified"

        func callAsFunction(_ index: Int) -> String { "source.\(index).\(rawValue)" }
    }

    /// Returns whether `key` is one of these keys.
    private static func isOwn(_ key: String) -> Bool {
        if [count, lenient, transform].contains(key) { return true }
        let parts = key.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "source", let index = Int(parts[1]) else { return false }
        return Key(rawValue: String(parts[2])).map { $0(index) == key } ?? false
    }

    /// Parses the notes of a catalog. Sources without an address are skipped.
    package init(_ notes: [String: String]) {
        // Limit the count to the number of notes, because the count may be wrong.
        let count = min(max(0, Int(notes[Self.count] ?? "") ?? 0), notes.count)
        sources = (0..<count).compactMap { index in
            guard let address = notes[Key.address(index)] else { return nil }
            var source = Source(address: address)
            source.isComplete = notes[Key.complete(index)] == "true"
            source.validators = Validators(etag: notes[Key.etag(index)], lastModified: notes[Key.lastModified(index)])
            source.file = notes[Key.file(index)]
            return source
        }
        isLenient = notes[Self.lenient] == "true"
        transform = notes[Self.transform]
    }

    /// The notes to store in a catalog.
    package var notes: [String: String] {
        var notes = [Self.count: String(sources.count)]
        notes[Self.lenient] = isLenient ? "true" : nil
        notes[Self.transform] = transform
        for (index, source) in sources.enumerated() {
            notes[Key.address(index)] = source.address
            notes[Key.complete(index)] = source.isComplete ? "true" : "false"
            notes[Key.etag(index)] = source.validators.etag
            notes[Key.lastModified(index)] = source.validators.lastModified
            notes[Key.file(index)] = source.file
        }
        return notes
    }

    /// Returns those of a catalog's notes that are not about sources.
    package static func others(in notes: [String: String]) -> [String: String] {
        notes.filter { !isOwn($0.key) }
    }

    // MARK: Comparing

    /// Returns the notes if exactly these sources were read in this order and in this way; otherwise `nil`.
    package func sources(_ addresses: [SourceAddress], isLenient: Bool, transform: String? = nil) -> [Source]? {
        guard self.isLenient == isLenient, self.transform == transform,
            sources.map(\.address) == addresses.map(\.description)
        else { return nil }
        return sources
    }

    /// Returns the notes if exactly these sources were read in this order and with these options; otherwise `nil`.
    package func sources(_ addresses: [SourceAddress], read ingest: IngestOptions) -> [Source]? {
        sources(
            addresses, isLenient: ingest.strictness == .lenient, transform: ingest.rules)
    }

    /// Returns the addresses of sources that must be complete but lack `##COMPLETE`; `nil` if there is no such source.
    ///
    /// If the existing catalog is complete, all sources must be complete. Otherwise, each source that was complete must
    /// be complete again. A new source must be complete if it may replace a complete source that is no longer read, for
    /// example because the name of the file contains the date.
    package func cutOff(isComplete: Bool, over old: SourceNotes, wasComplete: Bool) -> [String]? {
        if isComplete { return nil }
        let lacking = sources.filter { !$0.isComplete }
        if wasComplete { return lacking.map(\.address) }
        let complete = Set(old.sources.filter(\.isComplete).map(\.address))
        let isOneGone = !complete.isSubset(of: sources.map(\.address))
        let cutOff = lacking.filter { source in
            complete.contains(source.address) || isOneGone && !old.sources.contains { $0.address == source.address }
        }
        return cutOff.isEmpty ? nil : cutOff.map(\.address)
    }
}
