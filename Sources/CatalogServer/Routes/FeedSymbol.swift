internal import Essentials
internal import InstrumentCatalog
internal import Logging
internal import Scanning

/// An instrument in the form of the UDF convention (`LibrarySymbolInfo`).
struct FeedSymbol {
    let symbol: String
    let description: String
    let type: String
    /// The exchange where the instrument is listed, by which searches can filter; empty if it is unknown.
    let exchange: String
    let timezone: String
    let currency: String
    let sessions: FeedSessions?
    let prices: FeedPrices
    /// The end of the instrument's last trading day, in seconds since 1970; `nil` if the instrument doesn't expire.
    let expiration: Int64?
    let isExpired: Bool
    /// The calendar that determines the times of the instrument's bars.
    let calendar: BarCalendar
    let increments: PriceIncrements
    /// Whether the instrument itself is traded, so that its bars have a volume. Indexes are not traded.
    let isTraded: Bool
    private let product: String
    private let snapshot: ServedSnapshot

    init(_ row: Row, _ context: RouteContext, now: Instant) {
        let view = context.view
        symbol = view.symbol(at: row)
        let text = view.string(.description, at: row)
        description = text.isEmpty ? symbol : text
        type = FeedTypes.name(view.string(.type, at: row))
        exchange = view.string(.opol, at: row)
        snapshot = context.snapshot
        product = view.string(.product, at: row)
        currency = view.string(.currency, at: row)
        increments = (try? PriceIncrements(view.string(.priceIncrements, at: row))) ?? .none
        prices = FeedPrices(increments, isInEighths: Self.isGrain(exchange, cfi: view.string(.cfi, at: row)))
        isTraded = !["INDEX", "INDICATOR"].contains(view.string(.type, at: row))
        let hours = view.string(.tradingHours, at: row)
        let schedule = context.snapshot.schedules.entry(hours).schedule
        timezone = schedule.map { FeedSymbol.zone($0.zone.id) } ?? "Etc/UTC"
        sessions = schedule.map { context.snapshot.schedules.feedSessions($0, now: now, context.server.logger) }
        if let schedule, let sessions {
            calendar = BarCalendar(schedule: schedule, mainSessions: sessions.mainSessions)
        } else {
            calendar = .always
        }
        let profile = view.profile(at: row)
        if let date = profile.expiration ?? profile.lastTrade {
            let end = (try? schedule?.day(date))?.end ?? Instant(seconds: Int64(date.dayNumber + 1) * 86_400)
            expiration = end.seconds
            isExpired = end <= now
        } else {
            expiration = nil
            isExpired = false
        }
    }

    /// Returns a symbol with its exchange, such as `XNAS:AAPL`.
    static func fullName(_ symbol: String, _ exchange: String) -> String {
        exchange.isEmpty ? symbol : "\(exchange):\(symbol)"
    }

    /// Returns whether prices are quoted in eighths of a cent. This applies to agricultural futures, and to all
    /// derivatives of the grain exchanges in Chicago, Kansas City and Minneapolis.
    private static func isGrain(_ exchange: String, cfi: String) -> Bool {
        ["XCBT", "XKBT", "XMGE"].contains(exchange) || cfi.hasPrefix("FCA")
    }

    /// Returns the middle strike of the next expiration of the instrument's options, or of its product's options; `nil`
    /// if there are no options.
    func middleStrike(_ now: Instant) -> Double? {
        let view = snapshot.view
        let text = snapshot.part("middle strike \(symbol)") {
            let names: [(String, OptionChain.Roles)] = [(symbol, .any), (product, .product)]
            let today = TimeZoneRules.utc.date(at: now)
            for (name, roles) in names where !name.isEmpty {
                let series = view.optionChain(named: name, as: roles)?.series ?? []
                if let next = series.first(where: { $0.expiration >= today }) ?? series.last, !next.strikes.isEmpty {
                    return Array(DecimalNumber.format(next.strikes[next.strikes.count / 2].strike).utf8)
                }
            }
            return []
        }
        return Double(String(decoding: text, as: UTF8.self))
    }

    /// Returns the name that charts use for a zone. Charts support offsets from Greenwich in whole hours only.
    private static func zone(_ id: String) -> String {
        if ["GMT", "UTC", "Etc/GMT", "Etc/UCT"].contains(id) { return "Etc/UTC" }
        guard id.hasPrefix("GMT"), id.hasSuffix(":00"), let hours = Int(id.dropFirst(3).dropLast(3)) else { return id }
        // POSIX zone names count westward.
        return hours == 0 ? "Etc/UTC" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    }

    /// - Parameters:
    ///   - bars: The bars of the instrument.
    ///   - asked: The subsession whose hours are written as the hours of the symbol, such as `extended`.
    func write(to json: inout JSONWriter, _ bars: FeedBars, session asked: String = "regular") {
        json.object { json in
            json.member("name", symbol)
            json.member("ticker", symbol)
            json.member("full_name", Self.fullName(symbol, exchange))
            json.member("description", description)
            json.member("type", type)
            json.member("exchange", exchange)
            json.member("listed_exchange", exchange)
            json.member("timezone", timezone)
            writeSessions(to: &json, asked)
            json.member("format", "price")
            json.member("minmov", prices.minmov)
            json.member("minmovement", prices.minmov)
            json.member("pricescale", prices.pricescale)
            json.member("minmove2", prices.minmove2)
            json.member("minmovement2", prices.minmove2)
            json.member("fractional", prices.fractional)
            json.optional("variable_tick_size", prices.variableTickSize)
            json.optional("currency_code", currency)
            json.optional("original_currency_code", currency)
            if let expiration {
                json.member("expired", isExpired)
                json.member("expiration_date", Int(expiration))
            }
            bars.write(to: &json)
        }
    }

    /// The week for an instrument without known hours. Charts require a week, and this one has no breaks. `24x7` isn't
    /// used, because it would mean that the instrument trades all the time.
    static let unknownSession = "0000-0000:1234567"

    /// The text of the regular week; `unknownSession` if no hours are known.
    var regularSession: String {
        guard let session = sessions?.regular.session, !session.isEmpty else { return Self.unknownSession }
        return session
    }

    private func writeSessions(to json: inout JSONWriter, _ asked: String) {
        guard let sessions else {
            json.member("session", Self.unknownSession)
            json.member("hours_missing", true)
            return
        }
        let parts = [
            ("regular", "Regular Trading Hours", sessions.regular), ("premarket", "Premarket", sessions.preMarket),
            ("postmarket", "Postmarket", sessions.postMarket), ("overnight", "Overnight", sessions.overnight),
            ("extended", "Extended Trading Hours", sessions.extended),
        ].filter { !$0.2.session.isEmpty }
        let own = parts.first { $0.0 == asked } ?? ("regular", "", sessions.regular)
        json.member("session", own.2.session.isEmpty ? Self.unknownSession : own.2.session)
        json.optional("session_holidays", sessions.holidays)
        json.optional("corrections", own.2.corrections)
        json.member("subsession_id", own.0)
        // Hours that occur only on single days, such as an auction before holidays, aren't in the week. So they are not
        // a subsession.
        if parts.allSatisfy({ ["regular", "extended"].contains($0.0) }) { return }
        json.array("subsessions") { json in
            for (id, description, part) in parts {
                json.object { json in
                    json.member("id", id)
                    json.member("description", description)
                    json.member("session", part.session)
                    json.optional("session-correction", part.corrections)
                }
            }
        }
    }
}
