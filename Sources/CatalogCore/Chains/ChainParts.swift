/// Merges the series of a name into one chain. A name can have series as an underlying and as a product. In a catalog
/// with changes, the file and its overlay segments can each have series of the name.
///
/// ```
/// X, underlying   2027-01-15  call rows 3, 5      put rows 4
/// X, product      2027-01-15  call rows 3         put rows 7
/// together        2027-01-15  call rows 3, 5      put rows 4, 7
/// ```
package struct ChainParts {
    /// A row and the number of its part.
    package struct Place: Hashable {
        package var part: Int
        package var row: Int

        package init(part: Int, row: Int) {
            self.part = part
            self.row = row
        }
    }

    /// Functions of the caller: the rank of a place, the order of ranks, and the row that a chain shows for a place.
    /// The row of a place of part 0 must be the place's own row.
    package struct Answer<Rank> {
        var rank: (Place) -> Rank
        var precedes: (Rank, Rank) -> Bool
        var row: (Place) -> Row

        package init(
            rank: @escaping (Place) -> Rank, precedes: @escaping (Rank, Rank) -> Bool, row: @escaping (Place) -> Row
        ) {
            self.rank = rank
            self.precedes = precedes
            self.row = row
        }
    }

    private let name: String
    private let nearest: (count: Int, price: Double)?
    /// The roles in which the name was found; `nil` if none yet.
    private var roles: OptionChain.Roles?
    /// The series found, in any order. A series appears once per part and field (UNDERLYING or PRODUCT) that has it.
    private var found: [(part: Int, series: OptionSeries)] = []

    /// Starts a merge for the chain of `name`, without any series.
    package init(_ name: String, _ filter: OptionChainFilter) {
        self.name = name
        nearest = filter.nearest
    }

    /// Adds the series that a part has for the name.
    package mutating func append(
        _ part: CatalogPart, number: Int, _ roles: OptionChain.Roles, _ filter: OptionChainFilter
    ) {
        for (role, field) in [(OptionChain.Roles.underlying, ProfileField.underlying), (.product, .product)]
        where roles.contains(role) {
            guard let series = part.optionSeries(field, name, filter) else { continue }
            self.roles = self.roles == nil || self.roles == role ? role : .any
            for one in series { found.append((number, one)) }
        }
    }

    /// Returns the merged chain; `nil` if no part has an option of the name.
    package func chain(_ answer: Answer<some Any>) -> OptionChain? {
        guard let roles else { return nil }
        var series: [OptionSeries] = []
        for group in groups {
            let isWhole = group.count == 1 && group[group.startIndex].part == 0
            let merged = isWhole ? group[group.startIndex].series : Self.merged(group, answer)
            guard let nearest else {
                series.append(merged)
                continue
            }
            // The nearest strikes must be selected from all parts together.
            let strikes = merged.strikes(nearest.count, around: nearest.price)
            if !strikes.isEmpty { series.append(merged.with(Array(strikes))) }
        }
        return OptionChain(name: name, roles: roles, series: series)
    }

    /// The series found, sorted, with equal series grouped.
    private var groups: [ArraySlice<(part: Int, series: OptionSeries)>] {
        // The series of a single part are already sorted.
        let isOrdered = roles != .any && found.last?.part == found.first?.part
        let found = isOrdered ? self.found : self.found.sorted { $0.series.compare($1.series) < 0 }
        var groups: [ArraySlice<(part: Int, series: OptionSeries)>] = []
        var start = 0
        while start < found.count {
            var end = start + 1
            if !isOrdered {
                while end < found.count, found[end].series.compare(found[start].series) == 0 { end += 1 }
            }
            groups.append(found[start..<end])
            start = end
        }
        return groups
    }

    /// Merges the copies of one series that come from several parts or fields.
    private static func merged(
        _ group: ArraySlice<(part: Int, series: OptionSeries)>, _ answer: Answer<some Any>
    ) -> OptionSeries {
        var strikes: [(part: Int, strike: OptionStrike)] = []
        for (part, series) in group { for strike in series.strikes { strikes.append((part, strike)) } }
        strikes.sort { $0.strike.strike < $1.strike.strike }
        var merged: [OptionStrike] = []
        var start = 0
        while start < strikes.count {
            var end = start + 1
            while end < strikes.count, strikes[end].strike.strike == strikes[start].strike.strike { end += 1 }
            let claims = strikes[start..<end]
            var strike = OptionStrike(strike: strikes[start].strike.strike)
            for row in rows(claims, \.calls, answer) { strike.append(call: row) }
            for row in rows(claims, \.puts, answer) { strike.append(put: row) }
            merged.append(strike)
            start = end
        }
        return group[group.startIndex].series.with(merged)
    }

    /// Returns the rows of a strike's calls or puts without duplicates, best first.
    private static func rows<Rank>(
        _ claims: ArraySlice<(part: Int, strike: OptionStrike)>, _ rows: (OptionStrike) -> [Row], _ answer: Answer<Rank>
    ) -> [Row] {
        var places = claims.flatMap { claim in rows(claim.strike).map { Place(part: claim.part, row: $0.number) } }
        if places.count > 1 {
            places = Set(places).map { ($0, answer.rank($0)) }.sorted { answer.precedes($0.1, $1.1) }.map(\.0)
        }
        return places.map(answer.row)
    }
}

extension OptionSeries {
    /// Returns a copy of the series with other strikes.
    package func with(_ strikes: [OptionStrike]) -> OptionSeries {
        OptionSeries(
            expiration: expiration, lastTrade: lastTrade, multiplier: multiplier, spc: spc,
            additionalUnderlyings: additionalUnderlyings, mmy: mmy, optionType: optionType,
            expirationStyle: expirationStyle, settlementStyle: settlementStyle, cfi: cfi, strikes: strikes)
    }

    /// Returns a negative number, 0 or a positive number if the series sorts before, equals or sorts after another
    /// (`SeriesFields`).
    fileprivate func compare(_ other: OptionSeries) -> Int {
        let days = [
            (expiration.dayNumber, other.expiration.dayNumber),
            (lastTrade?.dayNumber ?? 0, other.lastTrade?.dayNumber ?? 0),
        ]
        for (a, b) in days where a != b { return a < b ? -1 : 1 }
        for order in [Double.order(multiplier, other.multiplier), Double.order(spc, other.spc)] where order != 0 {
            return order
        }
        let texts = [
            (additionalUnderlyings, other.additionalUnderlyings), (mmy, other.mmy), (optionType, other.optionType),
            (expirationStyle, other.expirationStyle), (settlementStyle, other.settlementStyle), (cfi, other.cfi),
        ]
        for (a, b) in texts {
            let order = a.compareBytes(b)
            if order != 0 { return order }
        }
        return 0
    }
}

extension String {
    /// Returns a negative number, 0 or a positive number if the UTF-8 bytes sort before, equal or sort after those of
    /// `other`.
    package func compareBytes(_ other: String) -> Int { FrontCodedText.compare(utf8Span.span, other.utf8Span.span) }
}
