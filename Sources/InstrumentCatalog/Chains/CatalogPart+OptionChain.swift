internal import Scanning

extension Catalog {
    /// The chain of a name, or the part of it that `filter` means; `nil` where it is neither underlying nor product of an option.
    ///
    /// A name may be the underlying of some options and the product of others, or of the same: all of them are one chain, each
    /// in it once.
    ///
    /// - Parameter roles: what the name is meant as.
    /// - Complexity: O(options of the chain), some ten nanoseconds each; about ten times that where the name is both.
    public func optionChain(
        named name: String, as roles: OptionChain.Roles = .any, _ filter: OptionChainFilter = .init()
    ) -> OptionChain? {
        // Rows are numbered by rank.
        ChainParts(in: self, name, roles, filter).chain(.init(rank: { $0.row }, precedes: <, row: { $0.row }))
    }

    /// The chain of the options on an underlying, or the part of it that `filter` means; `nil` where no option is on it.
    ///
    /// - Complexity: as `optionChain(named:as:_:)`.
    public func optionChain(underlying symbol: String, _ filter: OptionChainFilter = .init()) -> OptionChain? {
        optionChain(named: symbol, as: .underlying, filter)
    }

    /// The chain of the options of a product, or the part of it that `filter` means; `nil` where there are none.
    ///
    /// - Complexity: as `optionChain(named:as:_:)`.
    public func optionChain(product: String, _ filter: OptionChainFilter = .init()) -> OptionChain? {
        optionChain(named: product, as: .product, filter)
    }

    /// Whether there is an option on an underlying.
    ///
    /// - Complexity: O(log underlyings).
    public func hasOptions(underlying symbol: String) -> Bool { hasOptions(underlying: symbol, hidden: nil) }

    /// Whether there is one without the rows of `hidden`.
    func hasOptions(underlying symbol: String, hidden: RowSet?) -> Bool {
        guard let (column, index) = rows.place(of: .underlying), let id = column.id(of: symbol.utf8Span.span) else {
            return false
        }
        let chains = ChainIndex.options(rows, field: index)
        var isThere = false
        chains.forEachSeries(ofValue: id) { positions in
            isThere = isThere || positions.contains { chains.row(at: $0).map { hidden?.contains($0) != true } ?? false }
        }
        return isThere
    }

    /// The series of the options whose `field` is `name`, without the rows of `hidden`; `nil` where there are no such options.
    /// `filter.nearest` is left to those who put series together.
    func optionSeries(
        _ field: ProfileField, _ name: String, _ filter: OptionChainFilter, hidden: RowSet?
    ) -> [OptionSeries]? {
        guard let (column, index) = rows.place(of: field), let id = column.id(of: name.utf8Span.span) else {
            return nil
        }
        let chains = ChainIndex.options(rows, field: index)
        let reader = SeriesReader(rows, chains, filter, hidden)
        var isThere = false
        var series: [OptionSeries] = []
        chains.forEachSeries(ofValue: id) { positions in
            guard let first = positions.lazy.compactMap({ reader.row(at: $0) }).first else { return }
            isThere = true
            if let found = reader.series(positions, of: first) { series.append(found) }
        }
        return isThere ? series : nil
    }
}

extension CatalogRows {
    /// The column of a standard field and its place in the directory; `nil` where no row has it.
    func place(of field: ProfileField) -> (column: CatalogColumn, index: Int)? {
        columns.firstIndex { $0.field == field }.map { (columns[$0], $0) }
    }
}

/// Makes series of the stretches of a chain.
private struct SeriesReader {
    private let rows: CatalogRows
    private let chains: ChainIndex
    private let filter: OptionChainFilter
    private let strike: CatalogColumn?
    private let cfi: CatalogColumn?
    private let hidden: RowSet?

    init(_ rows: CatalogRows, _ chains: ChainIndex, _ filter: OptionChainFilter, _ hidden: RowSet?) {
        self.hidden = hidden
        self.rows = rows
        self.chains = chains
        self.filter = filter
        strike = rows.column(.strike)
        cfi = rows.column(.cfi)
    }

    /// The row at a position; `nil` where it is hidden, or there is none.
    @inline(__always)
    func row(at position: Int) -> Int? {
        guard let row = chains.row(at: position), hidden?.contains(row) != true else { return nil }
        return row
    }

    /// The series whose options stand at `positions`, `first` one of them; `nil` where the filter leaves nothing of it.
    func series(_ positions: Range<Int>, of first: Int) -> OptionSeries? {
        // All options of a series are alike in what tells series apart.
        guard let expiration = date(.expiration, first),
            filter.expirations.isEmpty || filter.expirations.contains(where: { $0.contains(expiration) })
        else { return nil }
        let style = text(.expirationStyle, first)
        guard filter.styles.isEmpty || filter.styles.contains(where: { $0.matches(style.utf8Span.span) }) else {
            return nil
        }
        let masked = SeriesFields.masked(text(.cfi, first))
        let strikes = strikes(positions, masked)
        if strikes.isEmpty { return nil }
        return OptionSeries(
            expiration: expiration, lastTrade: date(.lastTrade, first), multiplier: number(.multiplier, first),
            spc: number(.spc, first), additionalUnderlyings: text(.additionalUnderlyings, first),
            mmy: text(.mmy, first),
            optionType: text(.optionType, first), expirationStyle: style,
            settlementStyle: text(.settlementStyle, first), cfi: masked, strikes: strikes)
    }

    private func strikes(_ positions: Range<Int>, _ masked: String) -> [OptionStrike] {
        // Unmasked, there is one code for calls and one for puts.
        let putCode = "OP" + masked.dropFirst(2)
        let putID = cfi?.id(of: putCode.utf8Span.span) ?? 0
        var strikes: [OptionStrike] = []
        strikes.reserveCapacity(positions.count / 2 + 1)
        var lastID: UInt32?
        for position in positions {
            guard let row = row(at: position) else { continue }
            let id = strike?.id(at: row) ?? 0
            if id != lastID {
                lastID = id
                strikes.append(OptionStrike(strike: strike?.number(ofValue: id) ?? 0))
            }
            if putID != 0, cfi?.id(at: row) == putID {
                strikes[strikes.count - 1].append(put: row)
            } else {
                strikes[strikes.count - 1].append(call: row)
            }
        }
        return filter.strike.isOpen ? strikes : strikes.filter { filter.strike.contains($0.strike) }
    }

    private func text(_ field: ProfileField, _ row: Int) -> String { rows.column(field)?.string(at: row) ?? "" }

    private func number(_ field: ProfileField, _ row: Int) -> Double {
        rows.column(field).map { $0.number(ofValue: $0.id(at: row)) } ?? 0
    }

    private func date(_ field: ProfileField, _ row: Int) -> CalendarDate? {
        rows.column(field).flatMap { $0.date(ofValue: $0.id(at: row)) }
    }
}
