internal import InstrumentCatalog
internal import Logging
internal import Scanning

/// Parsed TRADING_HOURS texts, cached because millions of instruments share a few hundred texts.
final class ScheduleTexts: Sendable {
    /// The schedule of a text on its first venue, and its JSON for answers about instruments.
    struct Entry: Sendable {
        var schedule: Trading.Schedule?
        var venues: [String] = []
        /// `"timezone":…` and, if there is a schedule, `"schedule":…,"venues":[…]`, without braces.
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

    /// Returns the sessions of a schedule in the form for charts, as of today.
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
