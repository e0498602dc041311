import MarketRules

// Schedules in answers for programs.

extension JSON {
    init(_ session: Trading.Session) {
        self = .object([
            ("date", .string(session.date.description)), ("type", .string(session.type.description)),
            ("start", .string(session.start.description)), ("end", .string(session.end.description)),
            ("trading", .bool(session.isTrading)), ("beyondCoverage", .bool(session.isBeyondCoverage)),
        ])
    }

    /// What a day is called; null where it has no name.
    init(_ reason: Trading.DayReason?) {
        self =
            reason.map { reason in
                .object([
                    ("name", .string(reason.name)), ("localName", reason.localName.map(JSON.string) ?? .null),
                    ("language", reason.language.map(JSON.string) ?? .null), ("kind", .string(reason.kind.rawValue)),
                    ("certainty", .string(reason.certainty.rawValue)),
                ])
            } ?? .null
    }

    init(_ day: Trading.Day, of schedule: Trading.Schedule) {
        self = .object([
            ("date", .string(day.date.description)), ("trading", .bool(day.isTrading)),
            ("holiday", .bool(day.isHoliday)), ("shortDay", .bool(day.isShortDay)),
            ("reason", JSON(schedule.reason(of: day))),
            ("beyondCoverage", .bool(day.isBeyondCoverage)), ("start", .string(day.start.description)),
            ("end", .string(day.end.description)), ("reset", .string(day.resetTime.description)),
            (
                "sessions",
                .array(
                    day.sessions.map { session in
                        .object([
                            ("type", .string(session.type.description)),
                            ("start", .string(session.start.description)), ("end", .string(session.end.description)),
                        ])
                    })
            ),
        ])
    }
}
