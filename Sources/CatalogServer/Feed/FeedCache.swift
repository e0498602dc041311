internal import InstrumentCatalog
internal import Logging
internal import Synchronization

/// Sessions of schedules as charts know them, made once for a schedule and date.
final class FeedCache: Sendable {
    private struct Key: Hashable {
        var definition: String
        var day: Int
    }

    private let known = Mutex<[Key: FeedSessions]>([:])

    func sessions(_ schedule: Trading.Schedule, now: Instant, _ logger: Logger) -> FeedSessions {
        let today = schedule.zone.date(at: now)
        let key = Key(definition: schedule.definition, day: today.dayNumber)
        if let sessions = known.withLock({ $0[key] }) { return sessions }
        let sessions = FeedSessions(schedule, today: today)
        for loss in sessions.losses {
            logger.notice("trading hours for charts: \(loss)", metadata: ["schedule": "\(schedule.definition)"])
        }
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[key] = sessions
        }
        return sessions
    }

    private static let limit = 1000
}
