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

    init(_ day: Trading.Day) {
        self = .object([
            ("date", .string(day.date.description)), ("trading", .bool(day.isTrading)),
            ("holiday", .bool(day.isHoliday)), ("shortDay", .bool(day.isShortDay)),
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
