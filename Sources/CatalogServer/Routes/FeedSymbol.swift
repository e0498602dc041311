internal import Essentials
internal import InstrumentCatalog
internal import Logging
internal import Scanning

/// An instrument in the form of the UDF convention (`LibrarySymbolInfo`).
struct FeedSymbol {
    let symbol: String
    let description: String
    let type: String
    let exchange: String
    let listedExchange: String
    let timezone: String
    let currency: String
    let sessions: FeedSessions?
    let prices: FeedPrices
    /// The end of its last day, in seconds since 1970; `nil` if it doesn't expire.
    let expiration: Int64?
    let isExpired: Bool
    /// The slots of its bars.
    let calendar: BarCalendar
    let increments: PriceIncrements
    /// Whether it is traded itself, so that its bars have a volume.
    let isTraded: Bool

    init(_ row: Row, _ context: RouteContext, now: Instant) {
        let view = context.view
        symbol = view.symbol(at: row)
        let text = view.string(.description, at: row)
        description = text.isEmpty ? symbol : text
        type = FeedTypes.name(view.string(.type, at: row))
        let exchanges = view.string(.exchanges, at: row)
        let first = exchanges.split(separator: ";").first.map(String.init) ?? ""
        let opol = view.string(.opol, at: row)
        listedExchange = opol.isEmpty ? first : opol
        self.exchange = first.isEmpty ? opol : listedExchange
        currency = view.string(.currency, at: row)
        increments = (try? PriceIncrements(view.string(.priceIncrements, at: row))) ?? .none
        prices = FeedPrices(increments)
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

    /// Returns a zone by its name in charts, which support offsets from Greenwich in whole hours only.
    private static func zone(_ id: String) -> String {
        if ["GMT", "UTC", "Etc/GMT", "Etc/UCT"].contains(id) { return "Etc/UTC" }
        guard id.hasPrefix("GMT"), id.hasSuffix(":00"), let hours = Int(id.dropFirst(3).dropLast(3)) else { return id }
        // POSIX zone names count westward.
        return hours == 0 ? "Etc/UTC" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    }

    /// - Parameter bars: The bars of the instrument.
    func write(to json: inout JSONWriter, _ bars: FeedBars) {
        json.object { json in
            json.member("name", symbol)
            json.member("ticker", symbol)
            json.member("full_name", exchange.isEmpty ? symbol : "\(exchange):\(symbol)")
            json.member("description", description)
            json.member("type", type)
            json.member("exchange", exchange)
            json.member("listed_exchange", listedExchange)
            json.member("timezone", timezone)
            writeSessions(to: &json)
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

    private func writeSessions(to json: inout JSONWriter) {
        guard let sessions else {
            json.member("session", "24x7")
            return
        }
        json.member("session", sessions.regular.session.isEmpty ? "24x7" : sessions.regular.session)
        json.optional("session_holidays", sessions.holidays)
        json.optional("corrections", sessions.regular.corrections)
        if sessions.preMarket.isEmpty, sessions.postMarket.isEmpty, sessions.overnight.isEmpty { return }
        json.member("subsession_id", "regular")
        json.array("subsessions") { json in
            for (id, description, part) in [
                ("regular", "Regular Trading Hours", sessions.regular), ("premarket", "Premarket", sessions.preMarket),
                ("postmarket", "Postmarket", sessions.postMarket), ("overnight", "Overnight", sessions.overnight),
                ("extended", "Extended Trading Hours", sessions.extended),
            ] where !part.isEmpty {
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
