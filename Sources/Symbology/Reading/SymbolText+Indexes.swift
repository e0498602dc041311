import Scanning

extension SymbolText {
    /// The reading as an index whose code the table has, of one of a place's countries where one is given; whether there is one.
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

    /// The reading as an index, known or not.
    func addIndex(_ range: Range<Int>, _ notation: Notation, _ readings: inout [SymbolReading]) {
        guard !range.isEmpty, range.count <= 20, !addKnownIndex(range, notation, &readings) else {
            return
        }
        // What is unknown is taken for an index only where it looks like a code.
        guard shape.all(range, alphanumerics | shape.periods | shape.hyphens | shape.underscores) else { return }
        let code = string(range)
        readings.append(.init(.index(.init(code: code, tickers: [code])), notation))
    }
}
