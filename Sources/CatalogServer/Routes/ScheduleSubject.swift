internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// The schedule that a request is about.
struct ScheduleSubject {
    let symbol: String
    let schedule: Trading.Schedule
    let venues: [String]

    /// - Throws: `Problem` where the symbol is unknown, has no trading hours, or none that can be read.
    init(_ exchange: Exchange) throws(Problem) {
        let (symbol, row) = try exchange.row()
        let hours = exchange.view.string(.tradingHours, at: row)
        guard !hours.isEmpty else {
            throw Problem(.notFound, "'\(Problem.excerpt(symbol))' has no trading hours.")
        }
        let entry = exchange.snapshot.schedules.entry(hours)
        self.symbol = symbol
        venues = entry.venues
        if let venue = exchange.query["venue"] {
            do throws(GrammarError) {
                schedule = try Trading.Schedule(
                    tradingHours: hours, venue: venue, defaults: exchange.snapshot.defaults)
            } catch {
                guard !entry.venues.contains(venue) else {
                    throw Problem(
                        .unprocessableContent,
                        "The trading hours of '\(Problem.excerpt(symbol))' on '\(venue)' can't be read: \(error).")
                }
                throw Problem(
                    .notFound,
                    "There are no hours of '\(Problem.excerpt(venue))' for '\(Problem.excerpt(symbol))'; its venues are "
                        + entry.venues.joined(separator: ", ") + ".")
            }
            return
        }
        guard let schedule = entry.schedule else {
            throw Problem(
                .unprocessableContent,
                "The trading hours of '\(Problem.excerpt(symbol))' can't be read: \(entry.fault ?? "").")
        }
        self.schedule = schedule
    }

    /// Members that every answer about a schedule begins with.
    func writeHead(to json: inout JSONWriter) {
        json.member("symbol", symbol)
        json.member("venue", schedule.venue)
        json.member("zone", schedule.zone.id)
    }
}

extension QueryParameters {
    /// An instant: ISO 8601 with `Z` or an offset, or seconds since 1970.
    func instant(_ name: String, default value: Instant? = nil) throws(Problem) -> Instant {
        guard let text = self[name] else {
            if let value { return value }
            throw Problem(.badRequest, "'\(name)' is missing; give an instant such as 2026-03-06T14:30:00Z.")
        }
        if let instant = InstantText.parse(text) { return instant }
        throw Problem(
            .badRequest, "'\(name)' is '\(Problem.excerpt(text))', expected an instant such as 2026-03-06T14:30:00Z.")
    }

    func date(_ name: String, default value: CalendarDate) throws(Problem) -> CalendarDate {
        guard let text = self[name] else { return value }
        return try FilterParameters.date(name, text)
    }

    func sessionFilter(default value: Trading.SessionFilter = .trading) throws(Problem) -> Trading.SessionFilter {
        switch self["filter"]?.uppercased().replacing("-", with: "_") {
        case nil: return value
        case "ANY": return .any
        case "TRADING": return .trading
        case "NO_TRADING", "NON_TRADING": return .noTrading
        case "REGULAR": return .regular
        case "PRE_MARKET": return .preMarket
        case "AFTER_MARKET": return .afterMarket
        case let text?:
            throw Problem(
                .badRequest,
                "'filter' is '\(Problem.excerpt(text))', expected any, trading, no-trading, pre-market, regular or "
                    + "after-market.")
        }
    }
}

/// Instants as text.
enum InstantText {
    /// `2026-03-06T14:30:00Z`, seconds and fractions optional, `Z` or `±HH:MM`; or seconds since 1970.
    static func parse(_ text: String) -> Instant? {
        let bytes = Array(text.utf8)
        if let seconds = Int64(text), seconds.magnitude < 300_000_000_000 { return Instant(seconds: seconds) }
        guard bytes.count >= 17, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
            let date = CalendarDate(dashed: bytes.span.extracting(0..<10)),
            bytes[13] == UInt8(ascii: ":"), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            hour < 24, minute < 60
        else { return nil }
        var milliseconds = Int64(hour * 60 + minute) * 60_000
        var rest = bytes[16...]
        if rest.first == UInt8(ascii: ":") {
            guard rest.count >= 3, let second = number(rest[17..<19]), second < 60 else { return nil }
            milliseconds += Int64(second) * 1000
            rest = rest.dropFirst(3)
            if rest.first == UInt8(ascii: ".") {
                let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                guard !digits.isEmpty, let thousandths = number(Array((digits + [48, 48, 48]).prefix(3))[...]) else {
                    return nil
                }
                milliseconds += Int64(thousandths)
                rest = rest.dropFirst(1 + digits.count)
            }
        }
        let offset: Int
        if rest.elementsEqual([UInt8(ascii: "Z")]) || rest.elementsEqual([UInt8(ascii: "z")]) {
            offset = 0
        } else {
            let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
            guard rest.count == 6, rest.first == UInt8(ascii: "+") || sign == -1,
                rest[rest.startIndex + 3] == UInt8(ascii: ":"),
                let hours = number(rest[(rest.startIndex + 1)..<(rest.startIndex + 3)]), hours < 24,
                let minutes = number(rest[(rest.startIndex + 4)...]), minutes < 60
            else { return nil }
            offset = sign * (hours * 60 + minutes)
        }
        return Instant(
            milliseconds: Int64(date.dayNumber) * 86_400_000 + milliseconds - Int64(offset) * 60_000)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }
}
