internal import MarketRules
internal import Scanning

extension NotationResolver {
    /// Adds the futures that a reference denotes.
    mutating func addFutures(_ future: FutureReference, _ reading: SymbolReading) {
        for row in futureRows(future) { add(row, reading) }
    }

    /// Adds the product of a root, followed by its front month.
    mutating func addProduct(_ reference: ProductReference, _ reading: SymbolReading) {
        let product = product(reference.root)
        for row in product.rows where isDerivativeListed(row, at: reference.place) { add(row, reading) }
        let front = FutureReference(root: reference.root, contract: .continuous(1), place: reference.place)
        addFutures(front, SymbolReading(.future(front), reading.notation))
    }

    /// Adds the spreads of a product's futures that a reference denotes. If the reference names no months, adds the
    /// spreads of neighboring months first.
    mutating func addSpreads(_ spread: CalendarSpreadReference, _ reading: SymbolReading) {
        let active = product(spread.root).active
        func rows(_ month: ContractMonth?) -> [Row]? {
            month.map { futureRows(FutureReference(root: spread.root, contract: .month($0))) }
        }
        let near = rows(spread.near) ?? Array(active.prefix(Self.spreadLimit))
        let far = rows(spread.far)
        for distance in far == nil ? 1..<Self.spreadLimit : 0..<1 {
            for bought in near {
                if let far {
                    for sold in far { addSpread(bought, sold, reading) }
                } else if let place = active.firstIndex(of: bought), place + distance < active.count {
                    addSpread(bought, active[place + distance], reading)
                }
            }
        }
    }

    /// The number of months to combine if a text names none.
    private static let spreadLimit = 6

    /// Adds the spread `=BOUGHT-SOLD`; if the catalog has no such spread, the one that sells and buys the same futures.
    private mutating func addSpread(_ bought: Row, _ sold: Row, _ reading: SymbolReading) {
        for (first, second) in [(bought, sold), (sold, bought)] {
            beginSymbol()
            append(ASCII.equals)
            append(catalog.symbol(at: first))
            append(ASCII.minus)
            append(catalog.symbol(at: second))
            if let row = symbolRow { return add(row, reading) }
        }
    }

    /// Returns the futures that a reference denotes, best first.
    mutating func futureRows(_ future: FutureReference) -> [Row] {
        switch future.contract {
        case .month(let month): futureRows(future, of: month)
        case .continuous(let number):
            Array(frontMonths(future).dropFirst(number - 1).prefix(1))
        }
    }

    /// Returns the active futures of a product, front month first, without months in which few contracts trade, such as
    /// January for gold. If this leaves no month, returns all of them.
    private mutating func frontMonths(_ future: FutureReference) -> [Row] {
        let rows = product(future.root).active.filter { isDerivativeListed($0, at: future.place) }
        guard let rules = ContractProduct.future(future.root) else { return rows }
        let liquid = rows.filter { row in
            let month = catalog.withField(.mmy, at: row) { ContractProduct.month(ofMMY: $0) }
            return month.map { !rules.isThin(year: $0.year, month: $0.month) } ?? true
        }
        return liquid.isEmpty ? rows : liquid
    }

    /// Returns the futures of a month, found by symbol: `/ESZ26`, `/ESZ26:XCME` with the suffix of another future of
    /// the product, or `/ESZ26:` with any suffix.
    private mutating func futureRows(_ future: FutureReference, of month: ContractMonth) -> [Row] {
        let suffixes = product(future.root).suffixes
        beginSymbol()
        append(ASCII.slash)
        append(future.root)
        append(month.month.letter)
        append(twoDigits: month.year % 100)
        if let row = symbolRow, isFuture(row, of: month, at: future.place) { return [row] }
        var rows: [Row] = []
        for suffix in suffixes {
            if let row = symbolRow(followedBy: suffix), isFuture(row, of: month, at: future.place) { rows.append(row) }
        }
        if !rows.isEmpty { return rows }
        return rowsNamedSymbol().filter { isFuture($0, of: month, at: future.place) }
    }

    /// Returns whether a row is a future of the month. Symbols have only two digits of the year, so `/ESZ26` of 1926
    /// and of 2026 must be distinguished.
    private func isFuture(_ row: Row, of month: ContractMonth, at place: SymbolPlace?) -> Bool {
        guard catalog.hasType(.future, at: row), isDerivativeListed(row, at: place) else { return false }
        let expiration = catalog.withField(.expiration, at: row) { $0.isEmpty ? nil : CalendarDate(dashed: $0) }
        return expiration.map { abs($0.year - month.year) <= 1 } ?? true
    }

    /// Returns whether a derivative is listed at a place. Each venue has its own products, so another venue in the same
    /// country does not match, unless the instrument's OPOL is not set.
    func isDerivativeListed(_ row: Row, at place: SymbolPlace?) -> Bool {
        switch isListed(row, at: place) {
        case .there: true
        case .inCountry: catalog.withField(.opol, at: row) { $0.isEmpty }
        case .elsewhere: false
        }
    }

    /// Returns the product of a root, with its futures.
    mutating func product(_ root: String) -> Product {
        if let known = products[root] { return known }
        beginSymbol()
        append(ASCII.slash)
        append(root)
        let rows = rowsNamedSymbol().filter { catalog.hasType(.product, at: $0) }
        var names = rows.map(catalog.symbol(at:))
        let name = "/" + root
        if !names.contains(name) { names.append(name) }
        var active: [Row] = []
        var suffixes: [[UInt8]] = []
        var known: Set<[UInt8]> = []
        for name in names {
            for future in catalog.futures(ofProduct: name) {
                if future.isActive(on: reader.day) { active.append(future.row) }
                let suffix = catalog.withField(.symbol, at: future.row) { symbol in
                    (0..<symbol.count).first { symbol[$0] == ASCII.colon }
                        .map { Array(copying: symbol.extracting($0..<symbol.count)) }
                }
                if let suffix, known.insert(suffix).inserted { suffixes.append(suffix) }
            }
        }
        let product = Product(rows: rows, active: active, suffixes: suffixes)
        products[root] = product
        return product
    }
}

extension Catalog {
    /// Returns whether the instrument has this TYPE.
    func hasType(_ type: InstrumentType, at row: Row) -> Bool {
        withField(.type, at: row) { $0.equals(type.rawValue.utf8Span.span) }
    }
}
