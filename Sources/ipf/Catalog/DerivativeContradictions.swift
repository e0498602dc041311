import InstrumentCatalog
import MarketRules
import Scanning
import Symbology

/// Finds values of expiring instruments that contradict the instrument's trading hours, symbol or product, for `ipf
/// verify`.
struct DerivativeContradictions {
    let defaults: ScheduleDefaults

    func find(_ profile: InstrumentProfile) -> [ProfileVerifier.Contradiction] {
        let closed = closedDay(profile).map { [(kind: ProfileVerifier.Finding.Kind.closedDay, reason: $0)] } ?? []
        return closed + symbolContradictions(profile).map { (.symbol, $0) }
            + contractContradictions(profile).map { (.contractRule, $0) }
    }

    /// Compares the dates of a future with the rules of its product. Returns no findings if no rules are known, or if
    /// the rules depend on unknown holidays.
    private func contractContradictions(_ profile: InstrumentProfile) -> [String] {
        guard profile.type == InstrumentType.future.rawValue, profile.product.utf8.first == UInt8(ascii: "/"),
            let product = ContractProduct.future(String(profile.product.dropFirst())),
            profile.opol.isEmpty || profile.opol == product.market,
            let month = ContractProduct.month(ofMMY: profile.mmy.utf8Span.span),
            let contract = try? product.contract(year: month.year, month: month.month, defaults: defaults),
            !contract.isBeyondCoverage
        else { return [] }
        let dates = [
            ("EXPIRATION", profile.expiration, contract.expiration),
            ("LAST_TRADE", profile.lastTrade, contract.lastTradingDay),
        ]
        return dates.compactMap { field, date, expected in
            guard let date, date != expected else { return nil }
            return "\(field) is \(date), but by the rules of \(product.root) it is \(expected); see ipf contract "
                + "\(product.root)"
        }
    }

    /// Returns a finding if the trading hours have no session on the expiration date; `nil` if they have one or can't
    /// be read.
    private func closedDay(_ profile: InstrumentProfile) -> String? {
        guard InstrumentType.mandatoryFields(of: profile.type).contains(.expiration), let date = profile.expiration,
            !profile.tradingHours.isEmpty,
            let schedule = try? Trading.Schedule(profile.tradingHours, defaults: defaults),
            let day = try? schedule.day(date), !day.isTrading
        else { return nil }
        let weekday = CalendarDate.weekdayNames[date.weekday - 1]
        return "EXPIRATION is \(date), a \(weekday) on which its TRADING_HOURS are closed; expected a trading day"
    }

    /// Finds values that contradict the terms in the symbol of an option or future: `.IBM250117C190`, `/ESZ26`.
    private func symbolContradictions(_ profile: InstrumentProfile) -> [String] {
        switch (InstrumentType(rawValue: profile.type), profile.symbol.utf8.first, reference(profile)) {
        case (.option, UInt8(ascii: "."), .option(let option)): contradictions(profile, option)
        case (.future, UInt8(ascii: "/"), .future(let future)): contradictions(profile, future)
        default: []
        }
    }

    /// Compares only MMY with the symbol, because a future may expire in another month than its delivery month.
    private func contradictions(_ profile: InstrumentProfile, _ future: FutureReference) -> [String] {
        guard case .month(let month) = future.contract, profile.mmy.utf8.count >= 6 else { return [] }
        let expected = "\(month.year)\(month.month.month.twoDigits)"
        return profile.mmy.hasPrefix(expected) ? [] : ["MMY is \(profile.mmy), but the symbol says \(expected)"]
    }

    private func contradictions(_ profile: InstrumentProfile, _ option: OptionReference) -> [String] {
        var found: [String] = []
        if case .day(let date) = option.expiration, let expiration = profile.expiration, date != expiration {
            found.append("EXPIRATION is \(expiration), but the symbol says \(date)")
        }
        if profile.strike != 0, option.strike.value != profile.strike {
            found.append("STRIKE is \(profile[.strike]), but the symbol says \(option.strike)")
        }
        let right = profile.cfi.utf8.first == UInt8(ascii: "O") ? profile.cfi.dropFirst().first : nil
        switch (right, option.side) {
        case ("C", .put): found.append("CFI \(profile.cfi) means a call, but the symbol says put")
        case ("P", .call): found.append("CFI \(profile.cfi) means a put, but the symbol says call")
        default: break
        }
        return found
    }

    /// Parses the symbol. If the symbol has a two-digit year, the expiration decides the century.
    private func reference(_ profile: InstrumentProfile) -> InstrumentReference? {
        let reader = SymbolReader(on: profile.expiration ?? CalendarDate(dayNumber: 20_000))
        return reader.read(profile.symbol).first { $0.notation == .ipf }?.reference
    }
}
