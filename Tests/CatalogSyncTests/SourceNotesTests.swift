import CatalogSync
import Ingest
import Testing

/// The notes about its sources that an import stores in a catalog.
struct SourceNotesTests {
    /// Each row: whether each new source is complete, whether each source of the old, incomplete catalog was complete,
    /// and the refused sources.
    @Test(
        arguments: [
            (["a": false, "b": false], ["a": true, "b": false], ["a"]),
            (["a": true, "b": false], ["a": true, "b": false], []),
            // `c` may be `a` under another address, so `c` must be complete.
            (["c": false, "b": false], ["a": true, "b": false], ["c"]),
            (["c": false, "a": true], ["a": true, "b": false], []),
            // A source that was never complete may remain incomplete, or be omitted.
            (["b": false], ["a": true, "b": false], []),
            (["a": false], [:], []),
        ] as [([String: Bool], [String: Bool], [String])])
    func aCompleteSourceIsNotReplacedByAnIncompleteOne(
        _ now: [String: Bool], _ before: [String: Bool], _ refused: [String]
    ) throws {
        func notes(_ sources: [String: Bool]) -> SourceNotes {
            let sources = sources.sorted { $0.key < $1.key }.map { address, isComplete in
                var source = SourceNotes.Source(address: address)
                source.isComplete = isComplete
                return source
            }
            return SourceNotes(sources, isLenient: false)
        }
        let found = notes(now).cutOff(isComplete: false, over: notes(before), wasComplete: false)
        #expect((found ?? []) == refused && (found == nil) == refused.isEmpty)
        // If the old catalog is complete, all new sources must be complete.
        let all = notes(now).cutOff(isComplete: false, over: notes(before), wasComplete: true)
        #expect(all == now.filter { !$0.value }.keys.sorted())
        #expect(notes(now).cutOff(isComplete: true, over: notes(before), wasComplete: true) == nil)
    }

    /// A wrong number of sources in the notes does not allocate memory.
    @Test(arguments: ["-1", "x", "9999999999999999999", "1000000000", "3"]) func invalidNotesAllocateNoMemory(
        _ count: String
    ) {
        let notes = ["sources": count, "source.0.address": "a", "source.0.complete": "true"]
        #expect(SourceNotes(notes).sources.count == (count == "3" || count == "1000000000" ? 1 : 0))
    }

    /// Notes on sources are parsed again as written, and other notes are retained.
    @Test func notesAreParsedAsWritten() throws {
        var first = SourceNotes.Source(address: "https://example.org/all.ipf.gz")
        first.isComplete = true
        first.validators = Validators(etag: "\"1\"", lastModified: "Sat, 21 Nov 2026 06:00:00 GMT")
        var second = SourceNotes.Source(address: "extra.ipf")
        second.file = "48211 bytes"
        let notes = SourceNotes([first, second], isLenient: true)
        #expect(
            notes.notes == [
                "sources": "2", "sources.lenient": "true", "source.0.address": "https://example.org/all.ipf.gz",
                "source.0.complete": "true", "source.0.etag": "\"1\"",
                "source.0.last-modified": "Sat, 21 Nov 2026 06:00:00 GMT", "source.1.address": "extra.ipf",
                "source.1.complete": "false", "source.1.file": "48211 bytes",
            ])
        #expect(SourceNotes(notes.notes) == notes)
        // A user's notes may have similar names.
        let others = Dictionary(
            uniqueKeysWithValues: [
                "own", "source", "sources.of.truth", "source.note", "source.0", "source.0.owner", "source.00.etag",
                "source.x.etag",
            ].map { ($0, "1") })
        #expect(SourceNotes.others(in: notes.notes.merging(others) { $1 }) == others)
    }

    /// Notes apply only to the same sources, in the same order, read with the same strictness.
    @Test func notesApplyOnlyToTheSameImport() throws {
        func source(_ address: String, _ etag: String?) -> SourceNotes.Source {
            var source = SourceNotes.Source(address: address)
            source.validators.etag = etag
            return source
        }
        let a = try SourceAddress(parsing: "http://a/x.ipf")
        let b = try SourceAddress(parsing: "http://b/x.ipf")
        let notes = SourceNotes([source(a.description, "1"), source(b.description, "2")], isLenient: false)
        #expect(notes.sources([a, b], isLenient: false)?.map(\.validators.etag) == ["1", "2"])
        for (addresses, isLenient) in [([a, b], true), ([b, a], false), ([a], false), ([a, b, a], false)] {
            #expect(notes.sources(addresses, isLenient: isLenient) == nil)
        }
        // The transform must be the same, too.
        let rewritten = SourceNotes(notes.sources, isLenient: false, transform: "9f86d081")
        #expect(rewritten.sources([a, b], isLenient: false) == nil)
        #expect(notes.sources([a, b], isLenient: false, transform: "9f86d081") == nil)
        let kept = SourceNotes(rewritten.notes)
        #expect(kept == rewritten && SourceNotes.others(in: rewritten.notes).isEmpty)
        #expect(kept.sources([a, b], isLenient: false, transform: "9f86d081")?.count == 2)
    }
}
