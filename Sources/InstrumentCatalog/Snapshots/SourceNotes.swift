/// What the notes of an imported catalog say about its sources, in their order:
/// ```
/// sources             2
/// source.0.address    https://example.org/all.ipf.gz
/// source.0.complete   true                              it ended with ##COMPLETE
/// source.1.address    extra.ipf
/// source.1.complete   false
/// ```
package enum SourceNotes {
    /// The number of sources.
    package static let count = "sources"
    package static func address(_ index: Int) -> String { "source.\(index).address" }
    package static func complete(_ index: Int) -> String { "source.\(index).complete" }

    /// A source, as far as the notes know it.
    private struct Source {
        var address: String
        var isComplete: Bool
    }

    private static func sources(_ notes: [String: String]) -> [Source] {
        (0..<max(0, Int(notes[count] ?? "") ?? 0)).compactMap { index in
            notes[address(index)].map { Source(address: $0, isComplete: notes[complete(index)] == "true") }
        }
    }

    /// The sources of an import that lack `##COMPLETE` and had to have it, as far as they have names; `nil` where there is none.
    ///
    /// Over a complete catalog all must have it. Where it was not complete, some source may always lack it: each must have what it
    /// had then, and one that is new must have it where it may stand for a complete one that isn't read any more (a file with
    /// the day in its name).
    static func cutOff(
        _ notes: [String: String], isComplete: Bool, over old: [String: String], wasComplete: Bool
    ) -> [String]? {
        if isComplete { return nil }
        let now = sources(notes)
        let lacking = now.filter { !$0.isComplete }
        if wasComplete { return lacking.map(\.address) }
        let before = sources(old)
        let complete = Set(before.filter(\.isComplete).map(\.address))
        let isOneGone = !complete.isSubset(of: now.map(\.address))
        let cutOff = lacking.filter { source in
            complete.contains(source.address) || isOneGone && !before.contains { $0.address == source.address }
        }
        return cutOff.isEmpty ? nil : cutOff.map(\.address)
    }
}
