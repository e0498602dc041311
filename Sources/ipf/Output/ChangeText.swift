import CatalogHistory
import InstrumentCatalog

/// Changes of a live catalog in the forms in which they are printed: those of `ipf diff`.
enum ChangeText {
    // MARK: For people

    /// `~ STOCK IBM  DESCRIPTION "Big Blue" → "IBM Corp."`
    static func line(_ change: CatalogChange) -> TerminalText {
        switch change {
        case .added(let profile): return "+ \(name(profile))\n"
        case .removed(let profile): return "- \(name(profile))\n"
        case .updated(let old, let new):
            let changes = new.differences(from: old).map { "\($0.name) \(quoted($0.old)) → \(quoted($0.new))" }
            return "~ \(name(new))  \(changes.joined(separator: ", "))\n"
        }
    }

    private static func name(_ profile: InstrumentProfile) -> String { "\(profile.type) \(profile.symbol)" }

    /// A field's value, cut where it is long; control characters stay different from one another.
    static func quoted(_ text: String) -> String {
        text.isEmpty ? "–" : "\"\(GrammarError.excerpt(ControlCharacters.escaped(text)))\""
    }

    // MARK: For programs

    static func json(_ change: CatalogChange) -> JSON {
        switch change {
        case .added(let profile): return json("added", profile)
        case .removed(let profile): return json("removed", profile)
        case .updated(let old, let new):
            let changes = new.differences(from: old).map { field in
                (
                    key: field.name,
                    value: JSON.object([
                        (key: "old", value: .string(field.old)), (key: "new", value: .string(field.new)),
                    ])
                )
            }
            return .object([
                (key: "change", value: .string("changed")), (key: "symbol", value: .string(new.symbol)),
                (key: "fields", value: .object(changes)),
            ])
        }
    }

    private static func json(_ change: String, _ profile: InstrumentProfile) -> JSON {
        .object([
            (key: "change", value: .string(change)), (key: "symbol", value: .string(profile.symbol)),
            (key: "profile", value: JSON(profile)),
        ])
    }
}

/// How many instruments were added, removed and changed: `2 added, 1 removed, 0 changed`.
struct ChangeCounts: CustomStringConvertible {
    private var added = 0
    private var removed = 0
    private var changed = 0

    init(_ changes: [CatalogChange] = []) {
        for change in changes { add(change) }
    }

    mutating func add(_ change: CatalogChange) {
        switch change {
        case .added: added += 1
        case .removed: removed += 1
        case .updated: changed += 1
        }
    }

    /// All of them.
    var all: Int { added + removed + changed }

    var description: String {
        "\(Numbers.grouped(added)) added, \(Numbers.grouped(removed)) removed, \(Numbers.grouped(changed)) changed"
    }
}

/// Batches of a store, and imports of a file's history, which have a time alone, as they are printed.
extension BatchID {
    private var timeText: String { Instant(microseconds: time).description }

    /// `batch 5123 (2026-11-22T06:00:00.250Z)`; of a file `2026-11-22T06:00:00Z`.
    var words: String { epoch == 0 ? timeText : "batch \(seq) (\(timeText))" }

    /// The members of an object that say which one is meant.
    var members: [(key: String, value: JSON)] {
        let time = (key: "time", value: JSON.string(timeText))
        return epoch == 0
            ? [time] : [(key: "epoch", value: .integer(epoch)), (key: "seq", value: .integer(seq)), time]
    }
}
