import InstrumentCatalog

/// A naive implementation of chains, as a reference.
struct NaiveChain: Equatable {
    var roles: OptionChain.Roles
    var series: [Series] = []

    struct Series: Equatable {
        var key: [String]
        var strikes: [Strike]
    }

    struct Strike: Equatable {
        var strike: Double
        var calls: [Int] = []
        var puts: [Int] = []
    }

    /// The chain of a name, computed from the profiles by row; `nil` if the name has no chain.
    init?(_ asked: OptionChain.Roles, _ name: String, _ profiles: [InstrumentProfile]) {
        var options: [Int] = []
        var isUnderlying = false
        var isProduct = false
        for (row, profile) in profiles.enumerated() {
            guard profile.type == "OPTION", profile.expiration != nil, profile.strike.isFinite,
                profile.cfi.hasPrefix("OC") || profile.cfi.hasPrefix("OP")
            else { continue }
            let isOnIt = asked != .product && profile.underlying == name
            let isOfIt = asked != .underlying && profile.product == name
            if !isOnIt, !isOfIt { continue }
            isUnderlying = isUnderlying || isOnIt
            isProduct = isProduct || isOfIt
            options.append(row)
        }
        if options.isEmpty { return nil }
        roles = isUnderlying && isProduct ? .any : isProduct ? .product : .underlying
        for row in options.sorted(by: { Self.precedes(profiles[$0], profiles[$1]) }) {
            let key = Self.key(profiles[row])
            if series.last?.key != key { series.append(Series(key: key, strikes: [])) }
            let last = series.count - 1
            if series[last].strikes.last?.strike != profiles[row].strike {
                series[last].strikes.append(Strike(strike: profiles[row].strike))
            }
            let strike = series[last].strikes.count - 1
            if profiles[row].cfi.hasPrefix("OC") {
                series[last].strikes[strike].calls.append(row)
            } else {
                series[last].strikes[strike].puts.append(row)
            }
        }
        // The best-ranked series first.
        for index in series.indices {
            for strike in series[index].strikes.indices {
                series[index].strikes[strike].calls.sort()
                series[index].strikes[strike].puts.sort()
            }
        }
    }

    init(_ chain: OptionChain) {
        roles = chain.roles
        series = chain.series.map { series in
            Series(
                key: [
                    series.expiration.description, series.lastTrade?.description ?? "", "\(series.multiplier)",
                    "\(series.spc)", series.additionalUnderlyings, series.mmy, series.optionType,
                    series.expirationStyle, series.settlementStyle, series.cfi,
                ],
                strikes: series.strikes.map {
                    Strike(strike: $0.strike, calls: $0.calls.map(\.number), puts: $0.puts.map(\.number))
                })
        }
    }

    /// The part of the chain that matches a filter.
    func filtered(_ filter: OptionChainFilter) -> NaiveChain {
        var chain = self
        chain.series = series.compactMap { series in
            let expiration = CalendarDate(dashed: series.key[0].utf8Span.span)!
            if !filter.expirations.isEmpty, !filter.expirations.contains(where: { $0.contains(expiration) }) {
                return nil
            }
            if !filter.styles.isEmpty, !filter.styles.contains(where: { NaiveFilter.matches($0.text, series.key[7]) }) {
                return nil
            }
            var series = series
            series.strikes.removeAll { !filter.strike.isOpen && !filter.strike.contains($0.strike) }
            if let nearest = filter.nearest {
                series.strikes.sort { a, b in
                    let (distanceA, distanceB) = (abs(a.strike - nearest.price), abs(b.strike - nearest.price))
                    return distanceA != distanceB ? distanceA < distanceB : a.strike < b.strike
                }
                series.strikes = series.strikes.prefix(nearest.count).sorted { $0.strike < $1.strike }
            }
            return series.strikes.isEmpty ? nil : series
        }
        return chain
    }

    private static func key(_ profile: InstrumentProfile) -> [String] {
        [
            profile[.expiration], profile[.lastTrade], "\(profile.multiplier)", "\(profile.spc)",
            profile.additionalUnderlyings, profile.mmy, profile.optionType, profile.expirationStyle,
            profile.settlementStyle, "OX" + profile.cfi.dropFirst(2),
        ]
    }

    private static func precedes(_ a: InstrumentProfile, _ b: InstrumentProfile) -> Bool {
        let order = [
            compare(a.expiration?.dayNumber ?? 0, b.expiration?.dayNumber ?? 0),
            compare(a.lastTrade?.dayNumber ?? 0, b.lastTrade?.dayNumber ?? 0), compare(a.multiplier, b.multiplier),
            compare(a.spc, b.spc), compare(a.additionalUnderlyings, b.additionalUnderlyings), compare(a.mmy, b.mmy),
            compare(a.optionType, b.optionType), compare(a.expirationStyle, b.expirationStyle),
            compare(a.settlementStyle, b.settlementStyle),
            compare(String(a.cfi.dropFirst(2)), String(b.cfi.dropFirst(2))),
            compare(a.strike, b.strike),
        ]
        return order.first { $0 != 0 } == -1
    }

    private static func compare<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a == b ? 0 : a < b ? -1 : 1 }

    private static func compare(_ a: String, _ b: String) -> Int {
        a == b ? 0 : Array(a.utf8).lexicographicallyPrecedes(Array(b.utf8)) ? -1 : 1
    }
}
