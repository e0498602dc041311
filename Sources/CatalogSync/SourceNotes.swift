package import Ingest

/// What the notes of an imported catalog say about its sources, in their order:
/// ```
/// sources                 2
/// sources.lenient         true                              read leniently; absent where strictly
/// sources.transform       9f86d081884c7d65                  fingerprint of the rules that rewrote them; absent where none did
/// source.0.address        https://example.org/all.ipf.gz
/// source.0.complete       true                              it ended with ##COMPLETE
/// source.0.etag           "66e1c0a2"                        validators, where the server sent them
/// source.0.last-modified  Sat, 21 Nov 2026 06:00:00 GMT
/// source.1.address        extra.ipf
/// source.1.complete       false
/// source.1.file           device 2049, inode 131, …         stamp of a file that was read without a fault (`SourceStamp`)
/// ```
/// This is the only place that spells the keys.
package struct SourceNotes: Equatable, Sendable {
    /// One source of an import.
    package struct Source: Equatable, Sendable {
        /// Its address, without credentials.
        package var address: String
        /// It ended with `##COMPLETE`.
        package var isComplete = false
        /// What its server said about the version that was read; empty where it said nothing.
        package var validators = Validators()
        /// The stamp of the file that was read (`SourceStamp`); `nil` for other sources and if a fault was found.
        package var file: String?

        package init(address: String) { self.address = address }

        package init(_ report: SnapshotReport, file: String? = nil) {
            address = report.address.description
            isComplete = report.isComplete == true
            validators = report.validators ?? Validators()
            self.file = file
        }
    }

    /// The sources, in the order in which they were read.
    package var sources: [Source]
    /// They were read leniently, so that reading them strictly may give something else.
    package var isLenient: Bool
    /// The fingerprint of the rules that rewrote their profiles (`ProfileRewriter.fingerprint`); `nil` where none did.
    package var transform: String?

    package init(_ sources: [Source], isLenient: Bool, transform: String? = nil) {
        self.sources = sources
        self.isLenient = isLenient
        self.transform = transform
    }

    /// The notes of sources that were read with these options.
    package init(_ sources: [Source], read ingest: IngestOptions) {
        self.init(
            sources, isLenient: ingest.strictness == .lenient, transform: ingest.rewriter.map(\.fingerprint))
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

    /// It is one of the keys above.
    private static func isOwn(_ key: String) -> Bool {
        if [count, lenient, transform].contains(key) { return true }
        let parts = key.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "source", let index = Int(parts[1]) else { return false }
        return Key(rawValue: String(parts[2])).map { $0(index) == key } ?? false
    }

    /// Reads a catalog's notes. Sources without an address are left out.
    package init(_ notes: [String: String]) {
        // No more sources than there are notes, whatever the count says.
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

    /// The notes, to be kept with a catalog.
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

    /// The notes that say nothing about sources.
    package static func others(in notes: [String: String]) -> [String: String] {
        notes.filter { !isOwn($0.key) }
    }

    // MARK: Comparing

    /// What is noted of just these sources in just this order, read so; `nil` where the catalog was made from others, or otherwise.
    package func sources(_ addresses: [SourceAddress], isLenient: Bool, transform: String? = nil) -> [Source]? {
        guard self.isLenient == isLenient, self.transform == transform,
            sources.map(\.address) == addresses.map(\.description)
        else { return nil }
        return sources
    }

    /// The same for a reading with these options.
    package func sources(_ addresses: [SourceAddress], read ingest: IngestOptions) -> [Source]? {
        sources(
            addresses, isLenient: ingest.strictness == .lenient, transform: ingest.rewriter.map(\.fingerprint))
    }

    /// The sources of an import that lack `##COMPLETE` and had to have it, as far as they have names; `nil` where there is none.
    ///
    /// Over a complete catalog all must have it. Where it was not complete, some source may always lack it: each must have what it
    /// had then, and one that is new must have it where it may stand for a complete one that isn't read any more (a file with
    /// the day in its name).
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
