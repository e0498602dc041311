import CatalogHistory
import InstrumentCatalog

/// Formats changes of a live catalog like `ipf diff`.
enum ChangeText {
    // MARK: For people

    /// Returns a line such as `~ STOCK IBM  DESCRIPTION "Big Blue" → "IBM Corp."`.
    static func line(_ change: CatalogChange) -> TerminalText {
        switch change {
        case .added(let profile): return "+ \(name(profile))\n"
        case .removed(let profile): return "- \(name(profile))\n"
        case .updated(let old, let new):
            return "~ \(name(new))  \(fields(new.differences(from: old)))\n"
        }
    }

    /// Returns a text such as `DESCRIPTION "Big Blue" → "IBM Corp.", CURRENCY – → "USD"`.
    static func fields(_ changes: [(name: String, old: String, new: String)]) -> String {
        changes.map { "\($0.name) \(quoted($0.old)) → \(quoted($0.new))" }.joined(separator: ", ")
    }

    private static func name(_ profile: InstrumentProfile) -> String { "\(profile.type) \(profile.symbol)" }

    /// Returns the value of a field in quotes, truncated if it is long. Control characters are escaped, so that they
    /// are distinguishable.
    static func quoted(_ text: String) -> String {
        text.isEmpty ? "–" : "\"\(GrammarError.excerpt(ControlCharacters.escaped(text)))\""
    }

    // MARK: For programs

    static func json(_ change: CatalogChange) -> String {
        JSONWriter.line { json in
            switch change {
            case .added(let profile): json.members(of: "added", profile)
            case .removed(let profile): json.members(of: "removed", profile)
            case .updated(let old, let new): json.members(ofChanged: new.symbol, new.differences(from: old))
            }
        }
    }
}

extension JSONWriter {
    /// Writes the members of a change that adds or removes an instrument.
    mutating func members(of change: String, _ profile: InstrumentProfile) {
        member("change", change)
        member("symbol", profile.symbol)
        key("profile")
        self.profile(profile)
    }

    /// Writes the members of a change of fields.
    mutating func members(ofChanged symbol: String, _ fields: [(name: String, old: String, new: String)]) {
        member("change", "changed")
        member("symbol", symbol)
        object("fields") { json in
            for field in fields {
                json.key(named: field.name)
                json.object { json in
                    json.member("old", field.old)
                    json.member("new", field.new)
                }
            }
        }
    }
}

/// The numbers of added, removed and changed instruments: `2 added, 1 removed, 0 changed`.
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

    /// The number of all changes.
    var all: Int { added + removed + changed }

    var description: String {
        "\(Numbers.grouped(added)) added, \(Numbers.grouped(removed)) removed, \(Numbers.grouped(changed)) changed"
    }
}

/// Formats batches of a store, and imports in the history of a file, which have only a time.
extension BatchID {
    private var timeText: String { Instant(microseconds: time).description }

    /// A text such as `batch 5123 (2026-11-22T06:00:00.250Z)`; for an import into a file, `2026-11-22T06:00:00Z`.
    var words: String { epoch == 0 ? timeText : "batch \(seq) (\(timeText))" }

    /// Writes the members of an object that identify the batch or import.
    func writeMembers(to json: inout JSONWriter) {
        if epoch != 0 {
            json.member("epoch", epoch)
            json.member("seq", seq)
        }
        json.member("time", timeText)
    }
}
