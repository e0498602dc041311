import CatalogAnswers
import CatalogHistory
import InstrumentCatalog

/// Formats the history of an instrument.
enum HistoryText {
    // MARK: For people

    static func text(
        _ chain: InstrumentChain, _ symbol: String, today: CalendarDate, history: Bool
    ) -> TerminalText {
        let life = chain.life(under: symbol)
        let last = life.versions[life.versions.count - 1]
        var facts = TextTable([.left, .left])
        facts.add("status", status(chain.standing(life, today: today)))
        facts.add("since", last.from.words)
        if !last.source.isEmpty { facts.add("source", last.source) }
        var text = LookupCommand.text(EncodedProfile.profile(life.profile)) + facts.text(width: nil, indent: 2)
        guard history else { return text }
        let isOfStore = last.from.epoch != 0
        let names = ["TIME", "SOURCE", "SYMBOL", "CHANGE"]
        var table = TextTable(
            (isOfStore ? [.right] : []) + names.map { _ in .left }, header: (isOfStore ? ["BATCH"] : []) + names)
        for event in chain.events.reversed() {
            let cells = ["\(Instant(microseconds: event.at.time))", event.source, event.symbol, words(event)]
            table.add((isOfStore ? ["\(event.at.seq)"] : []) + cells)
        }
        text += "\n" + table.text(indent: 2)
        return text
    }

    private static func words(_ event: InstrumentEvent) -> String {
        var words = event.kind == .changed ? "" : event.kind.rawValue
        if let rename = event.rename?.rename {
            words = "renamed from \(rename.old): the same \(rename.field) \(rename.text)"
        }
        if event.fields.isEmpty { return words }
        return (words.isEmpty ? "" : words + "; ") + ChangeText.fields(event.fields)
    }

    /// Returns a text such as `live`, `expired on 2026-01-16` or `removed on 2026-06-09T06:00:00Z, renamed to META`.
    static func status(_ standing: InstrumentStanding) -> String {
        var parts: [String] = []
        if let end = standing.expiredOn { parts.append("expired on \(end)") }
        if let removed = standing.removed { parts.append("removed on \(Instant(microseconds: removed.time))") }
        if let next = standing.renamedTo { parts.append("renamed to \(next)") }
        return parts.isEmpty ? "live" : parts.joined(separator: ", ")
    }

    // MARK: For programs

    static func writeMembers(
        of chain: InstrumentChain, _ symbol: String, today: CalendarDate, history: Bool, to json: inout JSONWriter
    ) {
        let life = chain.life(under: symbol)
        let last = life.versions[life.versions.count - 1]
        json.member("symbol", symbol)
        json.member("status", status(chain.standing(life, today: today)))
        json.object("since", last.from.writeMembers)
        if let removed = life.to { json.object("removed", removed.writeMembers) } else { json.optional("removed", nil) }
        json.optional("source", last.source)
        json.key("profile")
        json.profile(EncodedProfile.profile(life.profile))
        json.member("symbols", strings: chain.links.map(\.life.symbol))
        guard history else { return }
        json.member("history", objects: chain.events.reversed()) { json, event in
            event.at.writeMembers(to: &json)
            json.members(of: event)
        }
    }
}
