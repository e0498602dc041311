import Scanning

extension SymbolText {
    /// Reads an index whose code is in the table. If a place is given, the index must be of one of its countries.
    /// Returns whether there is such an index.
    @discardableResult
    func addKnownIndex(
        _ range: Range<Int>, at place: SymbolPlace? = nil, _ notation: Notation, _ readings: inout [SymbolReading]
    ) -> Bool {
        guard let key = CodeKey(.index, upper.extracting(range)) else { return false }
        var isFound = false
        table.codes.forEach(key) { number in
            let index = table.indexes[number]
            if let place, index.country != "EU", !place.countries.contains(index.country) { return }
            let code = string(range)
            readings.append(
                .init(.index(.init(code: code, tickers: index.tickers, country: index.country)), notation))
            isFound = true
        }
        return isFound
    }

    /// Returns whether chart services write the part, after the exchange of a place, for an index: `SSE:000001`.
    func hasIndex(_ range: Range<Int>, at place: SymbolPlace) -> Bool {
        guard place.mics.count <= 2, let key = CodeKey(.index, upper.extracting(range)) else { return false }
        let code = string(range)
        var isFound = false
        table.codes.forEach(key) { number in
            guard let chart = table.indexes[number].chart, chart.hasSuffix(":" + code),
                let exchange = table.place(.chart, String(chart.dropLast(code.utf8.count + 1)).utf8Span.span)
            else { return }
            isFound = isFound || exchange.mics.first == place.mics.first
        }
        return isFound
    }

    /// Reads a part as an index, whether or not the table contains the index.
    func addIndex(_ range: Range<Int>, _ notation: Notation, _ readings: inout [SymbolReading]) {
        guard !range.isEmpty, range.count <= 20, !addKnownIndex(range, notation, &readings) else {
            return
        }
        // A code that the table does not contain is accepted only if it has the form of a code.
        guard shape.all(range, alphanumerics | shape.periods | shape.hyphens | shape.underscores) else { return }
        let code = string(range)
        readings.append(.init(.index(.init(code: code, tickers: [code])), notation))
    }
}
