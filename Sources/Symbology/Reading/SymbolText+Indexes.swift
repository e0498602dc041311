import Scanning

extension SymbolText {
    /// The reading as an index whose code the table has, of a country where one is given; whether there is one.
    @discardableResult
    func addKnownIndex(
        _ range: Range<Int>, country: String?, _ notation: Notation, _ readings: inout [SymbolReading]
    ) -> Bool {
        guard let key = CodeKey(.index, upper.extracting(range)) else { return false }
        var isFound = false
        table.codes.forEach(key) { number in
            let index = table.indexes[number]
            guard country == nil || index.country == country || index.country == "EU" else { return }
            let code = string(range)
            readings.append(
                .init(.index(.init(code: code, tickers: index.tickers, country: index.country)), notation))
            isFound = true
        }
        return isFound
    }

    /// The reading as an index, known or not.
    func addIndex(_ range: Range<Int>, _ notation: Notation, _ readings: inout [SymbolReading]) {
        guard !range.isEmpty, range.count <= 20, !addKnownIndex(range, country: nil, notation, &readings) else {
            return
        }
        // What is unknown is taken for an index only where it looks like a code.
        guard shape.all(range, alphanumerics | shape.periods | shape.hyphens | shape.underscores) else { return }
        let code = string(range)
        readings.append(.init(.index(.init(code: code, tickers: [code])), notation))
    }
}
