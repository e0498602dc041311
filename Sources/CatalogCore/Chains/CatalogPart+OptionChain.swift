internal import Scanning

extension CatalogPart {
    /// Returns whether an underlying has options.
    ///
    /// - Complexity: O(log underlyings).
    package func hasOptions(underlying symbol: String) -> Bool {
        guard let (column, index) = rows.place(of: .underlying), let id = column.id(of: symbol.utf8Span.span) else {
            return false
        }
        let chains = ChainIndex.options(rows, field: index)
        var isThere = false
        chains.forEachSeries(ofValue: id) { positions in
            isThere = isThere || positions.contains { chains.row(at: $0).map(isVisible) ?? false }
        }
        return isThere
    }

    /// Returns the underlying of the options whose symbols have `root`; `nil` if there are no such options. If their
    /// underlyings differ, the first option in symbol order decides.
    ///
    /// - Complexity: O(log rows), plus O(options of adjusted roots, such as `AAPL2` for `AAPL`).
    package func underlying(ofRoot root: String) -> String? {
        guard let underlyings = rows.column(.underlying) else { return nil }
        var prefix = [ASCII.period] + Array(root.utf8)
        for digit in ASCII.zero...ASCII.zero + 9 {
            prefix.append(digit)
            for position in rows.symbolPositions(withPrefix: prefix.span) {
                let row = Int(rows.symbolOrder[position])
                guard row < rows.count, isVisible(row), hasRoot(row, root) else { continue }
                return underlyings.string(at: row)
            }
            prefix.removeLast()
        }
        return nil
    }

    /// Returns whether the row's symbol is that of an option with this root: `.SPXW261218C6800` has the root `SPXW`.
    func hasRoot(_ row: Int, _ root: String) -> Bool {
        rows.symbols.withText(row) { $0.isOption(ofRoot: root.utf8Span.span) }
    }

    /// Returns the series of the options whose `field` is `name`; `nil` if there are no such options. Ignores
    /// `filter.nearest`, which applies only after the series of all parts are merged.
    func optionSeries(_ field: ProfileField, _ name: String, _ filter: OptionChainFilter) -> [OptionSeries]? {
        guard let (column, index) = rows.place(of: field), let id = column.id(of: name.utf8Span.span) else {
            return nil
        }
        let chains = ChainIndex.options(rows, field: index)
        let reader = SeriesReader(self, chains, filter)
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

extension Span<UInt8> {
    /// Returns whether the bytes are the symbol of an option with this root: a dot, the root, six digits, and `C` or
    /// `P`.
    package func isOption(ofRoot root: Span<UInt8>) -> Bool {
        guard count > root.count + 7, self[0] == ASCII.period else { return false }
        guard holds(root, at: 1) else { return false }
        for index in root.count + 1...root.count + 6 where !self[index].isASCIIDigit { return false }
        let letter = self[root.count + 7]
        return letter == UInt8(ascii: "C") || letter == UInt8(ascii: "P")
    }
}

/// Reads the series of a chain, and omits the options that a filter excludes.
private struct SeriesReader {
    private let part: CatalogPart
    private let rows: CatalogRows
    private let chains: ChainIndex
    private let filter: OptionChainFilter
    private let strike: CatalogColumn?
    private let cfi: CatalogColumn?

    init(_ part: CatalogPart, _ chains: ChainIndex, _ filter: OptionChainFilter) {
        self.part = part
        rows = part.rows
        self.chains = chains
        self.filter = filter
        strike = rows.column(.strike)
        cfi = rows.column(.cfi)
    }

    /// Returns the row at a position of the chain's rows; `nil` if the row is hidden or is not an option.
    @inline(__always)
    func row(at position: Int) -> Int? {
        guard let row = chains.row(at: position), part.isVisible(row) else { return nil }
        return row
    }

    /// Returns the series of the options at `positions`; `nil` if no option passes the filter.
    ///
    /// - Parameter first: The row of one of these options.
    func series(_ positions: Range<Int>, of first: Int) -> OptionSeries? {
        // All options of a series are equal in the fields that distinguish series.
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
        // The masked code replaces two codes: one for calls, one for puts.
        let putCode = "OP" + masked.dropFirst(2)
        let putID = cfi?.id(of: putCode.utf8Span.span) ?? 0
        var strikes: [OptionStrike] = []
        strikes.reserveCapacity(positions.count / 2 + 1)
        var lastID: UInt32?
        for position in positions {
            guard let row = row(at: position) else { continue }
            if let root = filter.root, !part.hasRoot(row, root) { continue }
            let id = strike?.id(at: row) ?? 0
            if id != lastID {
                lastID = id
                strikes.append(OptionStrike(strike: strike?.number(ofValue: id) ?? 0))
            }
            if putID != 0, cfi?.id(at: row) == putID {
                strikes[strikes.count - 1].append(put: Row(row))
            } else {
                strikes[strikes.count - 1].append(call: Row(row))
            }
        }
        if filter.strike.isOpen, filter.strikes.isEmpty { return strikes }
        return strikes.filter {
            filter.strike.contains($0.strike) && (filter.strikes.isEmpty || filter.strikes.contains($0.strike))
        }
    }

    private func text(_ field: ProfileField, _ row: Int) -> String { rows.column(field)?.string(at: row) ?? "" }

    private func number(_ field: ProfileField, _ row: Int) -> Double {
        rows.column(field).map { $0.number(ofValue: $0.id(at: row)) } ?? 0
    }

    private func date(_ field: ProfileField, _ row: Int) -> CalendarDate? {
        rows.column(field).flatMap { $0.date(ofValue: $0.id(at: row)) }
    }
}
