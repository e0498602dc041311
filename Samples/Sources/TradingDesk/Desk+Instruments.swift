import Charting

/// Instruments: lists, searches, and the instrument on the chart.
extension Desk {
    func list(_ text: String) throws {
        guard let count = Int(text), count > 0 else {
            throw DeskError("found “\(text)”, expected a number of instruments")
        }
        show(provider.instruments?.prefix(count) ?? [])
    }

    func search(_ text: String) throws {
        let found = try provider.search(text, limit: 5)
        if found.isEmpty { print("no instrument matches “\(text)”") }
        show(found[...])
    }

    private func show(_ instruments: ArraySlice<Instrument>) {
        for instrument in instruments {
            print("\(instrument.symbol.padded(14))\(instrument.type.padded(10))\(instrument.description)")
        }
    }

    /// Shows an instrument on the chart. The settings screen and the studies then refer to it.
    func open(_ symbol: String) throws {
        guard let found = provider.instrument(symbol) else {
            throw DeskError("\(symbol): no instrument has this symbol; search for it")
        }
        instrument = found
        lastPrice = nil
        settings.instrument = found
        screen.reload()
        print("\(found.symbol): \(found.description)")
        print("  clock \(found.timezone), steps of \(found.priceIncrements)")
        if let fault = found.scheduleFault { print("  its trading hours can't be read: \(fault)") }
        showChanges(of: found.symbol)
    }

    func hours(_ text: String) throws {
        let (schedule, day) = try day(text)
        let sessions = day.sessions.filter(\.isTrading)
        if sessions.isEmpty { print("closed") }
        for session in sessions {
            print("\(clock(session.start, schedule))–\(clock(session.end, schedule)) \(session.type)")
        }
    }

    /// Returns the day of a date, by the trading hours of the chart's instrument.
    func day(_ text: String) throws -> (schedule: Trading.Schedule, day: Trading.Day) {
        guard let date = CalendarDate(dashed: text.utf8Span.span) else {
            throw DeskError("found “\(text)”, expected a date such as 2026-11-27")
        }
        let instrument = try openInstrument()
        guard let schedule = instrument.schedule else {
            throw DeskError("the trading hours of \(instrument.symbol) aren't known")
        }
        return (schedule, try schedule.day(date))
    }

    /// Formats an instant in the exchange's local time, such as `09:30`.
    func clock(_ instant: Instant, _ schedule: Trading.Schedule) -> String {
        let second = (instant.seconds + Int64(schedule.zone.offset(at: instant))) % 86_400
        let parts = [second / 3600, second / 60 % 60]
        return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Records the price of a trade. The price determines the price increment, and therefore the digits of studies.
    func trade(at text: String) throws {
        let rules = try openInstrument().priceRules
        let price = try price(text)
        lastPrice = price
        print("last \(rules.format(price))")
    }

    func round(_ text: String) throws {
        let rules = try openInstrument().priceRules
        print(rules.format(rules.round(try price(text))))
    }

    private func price(_ text: String) throws -> Double {
        guard let price = Double(text), price.isFinite else {
            throw DeskError("found “\(text)”, expected a price such as 227.12")
        }
        return price
    }

    func chain() throws {
        let symbol = try openInstrument().symbol
        guard let (chain, catalog) = provider.chain(symbol) else {
            print("no options on \(symbol)")
            return
        }
        for series in chain.series {
            print("\(series.expiration): \(series.strikes.count) strikes")
            if let strike = series.strikes.first {
                let symbols = [strike.call, strike.put].compactMap { $0.map(catalog.symbol(at:)) }
                print("  \(strike.strike): \(symbols.joined(separator: ", "))")
            }
        }
    }

    func openInstrument() throws -> Instrument {
        guard let instrument else { throw DeskError("no chart is open; open one: open AAPL") }
        return instrument
    }
}
