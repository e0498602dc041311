internal import InstrumentCatalog
internal import Scanning
internal import Synchronization

/// What answers say about TRADING_HOURS texts, computed once for each: a catalog of millions has some hundred of them.
final class ScheduleTexts: Sendable {
    /// A text's schedule on its first venue, and what instruments say about it.
    struct Entry: Sendable {
        var schedule: Trading.Schedule?
        var venues: [String] = []
        /// `"timezone":…` and, where there is a schedule, `"schedule":…,"venues":[…]`, without braces.
        var members: [UInt8] = []
    }

    private let defaults: ScheduleDefaults
    private let known = Mutex<[String: Entry]>([:])

    init(_ defaults: ScheduleDefaults) { self.defaults = defaults }

    func entry(_ text: String) -> Entry {
        if let entry = known.withLock({ $0[text] }) { return entry }
        let entry = make(text)
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[text] = entry
        }
        return entry
    }

    private static let limit = 10_000

    private func make(_ text: String) -> Entry {
        var entry = Entry()
        if !text.isEmpty, let venues = try? Trading.Schedule.venues(in: text) {
            entry.venues = venues
            entry.schedule = try? Trading.Schedule(text, defaults: defaults)
        }
        var json = JSONWriter()
        json.object { json in
            json.member("timezone", entry.schedule?.zone.id ?? "")
            if let schedule = entry.schedule { json.member("schedule", schedule.codedDefinition()) }
            json.member("venues", strings: entry.venues)
        }
        entry.members = Array(json.bytes.dropFirst().dropLast())
        return entry
    }
}
