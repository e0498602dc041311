internal import InstrumentCatalog
internal import Logging
internal import Scanning

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
    private let entries = BoundedCache<String, Entry>(limit: 10_000)
    private let feeds = BoundedCache<FeedKey, FeedSessions>(limit: 1000)

    private struct FeedKey: Hashable {
        var definition: String
        var day: Int
    }

    init(_ defaults: ScheduleDefaults) { self.defaults = defaults }

    func entry(_ text: String) -> Entry { entries.value(text) { make(text) } }

    /// The sessions of a schedule as charts know them today.
    func feedSessions(_ schedule: Trading.Schedule, now: Instant, _ logger: Logger) -> FeedSessions {
        let today = schedule.zone.date(at: now)
        return feeds.value(FeedKey(definition: schedule.definition, day: today.dayNumber)) {
            let sessions = FeedSessions(schedule, today: today)
            for loss in sessions.losses {
                logger.notice("trading hours for charts: \(loss)", metadata: ["schedule": "\(schedule.definition)"])
            }
            return sessions
        }
    }

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
