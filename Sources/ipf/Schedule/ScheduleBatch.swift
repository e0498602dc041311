import MarketRules

/// The batch formats of `ipf schedule`: tables whose rows are queries. Each row is printed with its answer.
enum ScheduleBatch {
    // MARK: Days

    /// Answers rows with the columns hours, first date and last date. They may begin with a column `@`, as the answers
    /// do.
    static func days(_ file: BatchFile, _ defaults: ScheduleDefaults) throws {
        let output = OutputFile.standard
        for row in file.rows {
            let columns = row.columns.count == 4 && row.columns[0] == "@" ? Array(row.columns[1...]) : row.columns
            guard columns.count == 3, let first = CalendarDate(compact: columns[1].utf8Span.span),
                let last = CalendarDate(compact: columns[2].utf8Span.span), first <= last
            else {
                throw file.failure(row, "expected hours, the first and the last date as YYYYMMDD, separated by tabs")
            }
            try output.write("@\t\(columns.joined(separator: "\t"))\n")
            guard let schedule = try? Trading.Schedule(columns[0], defaults: defaults) else {
                try output.write("!\n")
                continue
            }
            for day in schedule.days(first...last) { try output.write(line(day)) }
        }
        try output.flush()
    }

    /// Returns the line of a day, separated by tabs: `20240305  T--  1709625600  N:1709614800-1709649000 R:…`.
    private static func line(_ day: Trading.Day) -> String {
        let flags =
            (day.isTrading ? "T" : "-") + (day.isHoliday ? "H" : "-") + (day.isShortDay ? "S" : "-")
        let sessions = day.sessions.map(\.description).joined(separator: " ")
        return "\(day.date.compactDescription)\t\(flags)\t\(day.resetTime.seconds)\t\(sessions)\n"
    }

    // MARK: Queries

    static func queries(_ file: BatchFile, _ defaults: ScheduleDefaults) throws {
        let output = OutputFile.standard
        for row in file.rows {
            let answer = try answer(row, file, defaults)
            try output.write(row.columns.joined(separator: "\t") + "\t" + answer + "\n")
        }
        try output.flush()
    }

    private static func answer(
        _ row: BatchFile.Row, _ file: BatchFile, _ defaults: ScheduleDefaults
    ) throws -> String {
        guard row.columns.count >= 3 else { throw file.failure(row, "expected hours, an operation and its argument") }
        let (operation, argument) = (row.columns[1], row.columns[2])
        let filter = row.columns.count == 4 ? row.columns[3] : nil
        switch operation {
        case "session", "day":
            guard row.columns.count == 3, let seconds = Int64(argument) else {
                throw file.failure(row, "\(operation) expects only a time in seconds")
            }
            return schedule(row, defaults) { schedule in
                let instant = Instant(seconds: seconds)
                return operation == "session"
                    ? text(try schedule.session(at: instant))
                    : try schedule.day(containing: instant)?.date.compactDescription ?? "none"
            }
        case "nearest", "next", "prev":
            guard let seconds = Int64(argument), let filter = filter.flatMap(Trading.SessionFilter.init(code:)) else {
                throw file.failure(row, "\(operation) expects a time in seconds and a session filter")
            }
            return schedule(row, defaults) { schedule in
                let instant = Instant(seconds: seconds)
                switch operation {
                case "nearest": return text(try schedule.nearestSession(to: instant, filter))
                case "next": return text(try schedule.nextSession(after: instant, filter))
                default: return text(try schedule.previousSession(before: instant, filter))
                }
            }
        case "nextday", "prevday":
            guard let date = CalendarDate(compact: argument.utf8Span.span),
                let filter = filter.flatMap(Trading.DayFilter.init(code:))
            else { throw file.failure(row, "\(operation) expects a date as YYYYMMDD and a day filter") }
            return schedule(row, defaults) { schedule in
                let day =
                    operation == "nextday"
                    ? schedule.nextDay(after: date, filter) : schedule.previousDay(before: date, filter)
                return day?.date.compactDescription ?? "none"
            }
        default:
            throw file.failure(
                row,
                "\"\(operation)\" is not an operation, expected session, day, nearest, next, prev, nextday or prevday")
        }
    }

    /// Returns the answer to a row; `!` if its hours are invalid, or if its time is out of range.
    private static func schedule(
        _ row: BatchFile.Row, _ defaults: ScheduleDefaults, _ ask: (Trading.Schedule) throws -> String
    ) -> String {
        guard let schedule = try? Trading.Schedule(row.columns[0], defaults: defaults),
            let answer = try? ask(schedule)
        else { return "!" }
        return answer
    }

    private static func text(_ session: Trading.Session?) -> String {
        session.map { "\($0.date.compactDescription) \($0)" } ?? "none"
    }
}
