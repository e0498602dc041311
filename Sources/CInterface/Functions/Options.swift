public import CIPF
internal import InstrumentCatalog
internal import MarketRules
internal import ProfileFormat
internal import Scanning

/// Computes the times until options expire, from a fixed point in time.
private struct TimesToExpiry {
    private let start: Instant
    /// The schedules by trading hours; `nil` for hours that cannot be parsed.
    private var schedules: [String: Trading.Schedule?] = [:]
    /// The trading times in seconds, by trading hours and last day. The options of a series have both in common.
    private var spans: [Span: Int64] = [:]

    private struct Span: Hashable {
        let hours: String
        let day: Int
    }

    init(from start: Instant) { self.start = start }

    /// Returns the number of days from the start to an expiration, in the time zone of the option's trading hours.
    mutating func days(to expiration: CalendarDate, hours: String) -> Int64 {
        let today = schedule(hours)?.zone.dayNumber(at: start) ?? start.utcDayNumber
        return Int64(expiration.dayNumber - today)
    }

    /// Returns the seconds of regular trading from the start to the end of a day; `nil` if there is no schedule for the
    /// day.
    mutating func tradingSeconds(through day: CalendarDate, hours: String) -> Int64? {
        let span = Span(hours: hours, day: day.dayNumber)
        if let known = spans[span] { return known }
        guard let schedule = schedule(hours), let end = try? schedule.day(day).end else { return nil }
        let found = end <= start ? 0 : schedule.tradingTime(in: start..<end, .regular).components.seconds
        spans[span] = found
        return found
    }

    private mutating func schedule(_ hours: String) -> Trading.Schedule? {
        if let known = schedules[hours] { return known }
        let found = hours.isEmpty ? nil : try? Trading.Schedule(hours, defaults: .bundled)
        schedules[hours] = .some(found)
        return found
    }
}

extension Instant {
    /// Creates an instant from microseconds since 1970 UTC.
    ///
    /// - Throws: `Trading.RangeError` if the instant is outside the range of schedules.
    fileprivate init(checkingMicroseconds microseconds: Int64) throws {
        self.init(milliseconds: microseconds / 1000 - (microseconds % 1000 < 0 ? 1 : 0))
        guard Trading.RangeError.answeredDays.contains(utcDayNumber) else {
            throw Trading.RangeError(dayNumber: utcDayNumber)
        }
    }

    // BOUNDED: 64-bit milliseconds amount to fewer than 2^37 days.
    fileprivate var utcDayNumber: Int { Int((Double(seconds) / 86_400).rounded(.down)) }
}

/// The meanings of the second and third letter of an option's CFI code (ISO 10962).
private enum OptionWords {
    static let rights = ["call", "put"]
    static let exercises = ["american", "european", "bermudan"]

    /// Returns the index of the code's letter in `letters`; `nil` if the letter is not one of them, or the instrument
    /// is no option.
    static func place(_ letter: Int, of cfi: String, among letters: String) -> Int8? {
        let code = Array(cfi.utf8)
        guard code.count > letter, code[0] == UInt8(ascii: "O") else { return nil }
        return Array(letters.utf8).firstIndex(of: code[letter]).map { Int8($0) }
    }
}

/// SAFETY: see `Handle`; `out` is NULL or can be written.
@c @implementation
public func ipf_catalog_options(
    _ catalog: OpaquePointer?, _ rows: OpaquePointer?, _ at: Int64, _ out: UnsafeMutablePointer<ArrowArrayStream>?,
    _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let rows = try unsafe Handle.needed(rows, "rows", RowsObject.self).rows(in: catalog)
        var times = TimesToExpiry(from: try Instant(checkingMicroseconds: at))
        return ArrowTable(
            [
                ArrowField("symbol", "u"), ArrowField("row", "l"), ArrowField("underlying", "u"),
                ArrowField("expiration", "tdD"), ArrowField("last_trade", "tdD"), ArrowField("strike", "g"),
                ArrowField("right", "c", dictionary: .texts(OptionWords.rights)),
                ArrowField("exercise", "c", dictionary: .texts(OptionWords.exercises)),
                ArrowField("multiplier", "g"), ArrowField("spc", "g"), ArrowField("days_to_expiry", "l"),
                ArrowField("trading_time_to_expiry", "tDs"),
            ], rows
        ) { rows in
            let profiles = rows.map { catalog.profile(at: $0) }
            return ArrowBatch(
                count: rows.count,
                columns: [
                    .texts(profiles.map(\.symbol)), .numbers(rows.map { Int64($0.number) }),
                    .texts(profiles.map { $0.underlying.isEmpty ? nil : $0.underlying }),
                    .numbers(profiles.map { $0.expiration.map { Int32($0.dayNumber) } }),
                    .numbers(profiles.map { $0.lastTrade.map { Int32($0.dayNumber) } }),
                    .numbers(profiles.map(\.strike)),
                    .numbers(profiles.map { OptionWords.place(1, of: $0.cfi, among: "CP") }),
                    .numbers(profiles.map { OptionWords.place(2, of: $0.cfi, among: "AEB") }),
                    .numbers(profiles.map(\.multiplier)), .numbers(profiles.map(\.spc)),
                    .numbers(
                        profiles.map { one in one.expiration.map { times.days(to: $0, hours: one.tradingHours) } }),
                    .numbers(
                        profiles.map { one in
                            (one.lastTrade ?? one.expiration).flatMap {
                                times.tradingSeconds(through: $0, hours: one.tradingHours)
                            }
                        }),
                ])
        }
    }
}

/// SAFETY: see `Handle` and `CText`; `options` is NULL or can be read, `out` is NULL or can be written.
@c @implementation
public func ipf_catalog_expirations(
    _ catalog: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
    _ options: UnsafePointer<ipf_chain_options>?, _ at: Int64, _ out: UnsafeMutablePointer<ArrowArrayStream>?,
    _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        var times = TimesToExpiry(from: try Instant(checkingMicroseconds: at))
        let chain = try unsafe OptionChain.read(name, nameSize, options, in: catalog)
        let series = chain.series.filter { !$0.strikes.isEmpty }
        let hours = series.map { one in
            (one.strikes[0].calls + one.strikes[0].puts).first.map { catalog.profile(at: $0).tradingHours } ?? ""
        }
        return ArrowTable(
            [
                ArrowField("expiration", "tdD"), ArrowField("last_trade", "tdD"), ArrowField("multiplier", "g"),
                ArrowField("spc", "g"), ArrowField("strikes", "l"), ArrowField("calls", "l"), ArrowField("puts", "l"),
                ArrowField("lowest_strike", "g"), ArrowField("highest_strike", "g"), ArrowField("days_to_expiry", "l"),
                ArrowField("trading_time_to_expiry", "tDs"),
            ],
            ArrowBatch(
                count: series.count,
                columns: [
                    .numbers(series.map { Int32($0.expiration.dayNumber) }),
                    .numbers(series.map { $0.lastTrade.map { Int32($0.dayNumber) } }),
                    .numbers(series.map(\.multiplier)), .numbers(series.map(\.spc)),
                    .numbers(series.map { Int64($0.strikes.count) }),
                    .numbers(series.map { Int64($0.strikes.reduce(0) { $0 + $1.calls.count }) }),
                    .numbers(series.map { Int64($0.strikes.reduce(0) { $0 + $1.puts.count }) }),
                    .numbers(series.map { $0.strikes.first?.strike }), .numbers(series.map { $0.strikes.last?.strike }),
                    .numbers(zip(series, hours).map { times.days(to: $0.expiration, hours: $1) }),
                    .numbers(
                        zip(series, hours).map {
                            times.tradingSeconds(through: $0.lastTrade ?? $0.expiration, hours: $1)
                        }),
                ]))
    }
}
