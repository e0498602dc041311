import ProfileFormat
import Symbology

// MARK: - The column of symbols

extension ProposedColumns {
    /// Determines the notation of the symbols. If no column has symbols by its name, uses the local symbols, finds one
    /// by its values, or uses the ISIN.
    mutating func chooseSymbol() {
        if let symbol = chosen["SYMBOL"], mostly(symbol.column, atLeast: 0.5, { $0.contains(" ") }),
            symbol.form == nil, notation(of: symbol.column) == nil,
            !["symbol", "ticker"].contains(where: { names[symbol.column].columnKey.contains($0) })
        {
            // A column such as `Instrument` may contain names instead of symbols.
            chosen["SYMBOL"] = nil
            if chosen["DESCRIPTION"] == nil { chosen["DESCRIPTION"] = symbol }
        }
        if chosen["SYMBOL"] == nil, let local = chosen.removeValue(forKey: "LOCAL_SYMBOL") { chosen["SYMBOL"] = local }
        if chosen["SYMBOL"] == nil, let column = names.indices.first(where: { !isChosen($0) && hasTickers($0) }) {
            chosen["SYMBOL"] = (column, nil)
        }
        if chosen["SYMBOL"] == nil, let name = chosen["DESCRIPTION"], hasTickers(name.column) { useNameAsSymbol() }
        replaceNumbers()
        removeSuffixes()
        if chosen["SYMBOL"] == nil, let identifier = chosen["ISIN"] ?? chosen["CUSIP"] {
            chosen["SYMBOL"] = (identifier.column, nil)
        }
        chooseTickers()
        preferPlaces()
        if let symbol = chosen["SYMBOL"], symbol.form == nil {
            let form = notation(of: symbol.column)
            chosen["SYMBOL"] = (symbol.column, form)
        }
    }

    /// If the symbol column has types, which repeat, uses it for the types.
    mutating func moveTypes() {
        guard let symbol = chosen["SYMBOL"], repeats(symbol.column) else { return }
        var table = TypeTable()
        let isType: (String) -> Bool = {
            table.types(of: $0.utf8Span.span).first.flatMap(InstrumentType.init) != nil
        }
        if mostly(symbol.column, atLeast: 0.9, isType) { chosen["TYPE"] = symbol }
        let column = candidates("SYMBOL").first { $0 != symbol.column && !repeats($0) }
        if let column { chosen["SYMBOL"] = (column, nil) }
    }

    /// Returns whether less than half of a column's values are distinct.
    func repeats(_ column: Int) -> Bool { Set(values(column)).count * 2 < values(column).count }

    /// If the symbols are numbers by which a database refers to instruments, uses a column with tickers instead.
    private mutating func replaceNumbers() {
        guard let symbol = chosen["SYMBOL"], names[symbol.column].columnKey.hasSuffix("id"),
            mostly(symbol.column, atLeast: 1, { $0.utf8.allSatisfy(\.isASCIIDigit) })
        else { return }
        if let name = chosen["DESCRIPTION"], hasTickers(name.column, maximum: 24) {
            useNameAsSymbol()
        } else if let column = names.indices.first(where: { !isChosen($0) && hasTickers($0) }) {
            chosen["SYMBOL"] = (column, nil)
        }
    }

    /// Uses the column of names, which has tickers, as the symbols, and another one as the names.
    private mutating func useNameAsSymbol() {
        guard let name = chosen["DESCRIPTION"] else { return }
        chosen["SYMBOL"] = name
        chosen["DESCRIPTION"] = candidates("DESCRIPTION").first { $0 != name.column }.map { ($0, nil) }
    }

    /// If neither the symbols nor other columns name exchanges, but another column has symbols that do, uses that
    /// column.
    private mutating func preferPlaces() {
        guard let symbol = chosen["SYMBOL"], symbol.form == nil, chosen["OPOL"] == nil, chosen["COUNTRY"] == nil,
            constants["COUNTRY"] == nil, notation(of: symbol.column) == nil
        else { return }
        let column = candidates("SYMBOL").first { column in
            column != symbol.column && [.chart, .yahoo, .ric, .terminal].contains(notation(of: column))
        }
        if let column { chosen["SYMBOL"] = (column, nil) }
    }

    /// If the symbols are those of another column and the suffix of a broker, as in `AAPL_US_EQ`, uses that column.
    private mutating func removeSuffixes() {
        guard let symbol = chosen["SYMBOL"], symbol.form == nil else { return }
        func isExtended(_ row: [String], _ column: Int) -> Bool {
            guard row.indices.contains(symbol.column), row.indices.contains(column), !row[column].isEmpty,
                row[symbol.column].hasPrefix(row[column])
            else { return false }
            return row[symbol.column].dropFirst(row[column].count).contains("_")
        }
        let column = names.indices.first { column in
            !isChosen(column) && hasTickers(column) && rows.count { isExtended($0, column) } * 5 > rows.count * 3
        }
        if let column { chosen["SYMBOL"] = (column, nil) }
    }

    /// If the symbols are RICs whose roots are not the tickers of the list, uses the tickers. Exchanges such as those
    /// of Singapore and India have other tickers than RICs.
    private mutating func chooseTickers() {
        guard let ric = chosen["SYMBOL"], ric.form == .ric else { return }
        let tickers = candidates("SYMBOL").first {
            $0 != ric.column && ListFacts.bundled.header(names[$0])?.form == nil
        }
        guard let tickers else { return }
        let pairs = rows.filter { $0.indices.contains(ric.column) && $0.indices.contains(tickers) }
        let others = pairs.count { Self.parts($0[ric.column], ".")?.0 != $0[tickers] }
        guard !pairs.isEmpty, others * 5 > pairs.count else { return }
        let places = SymbolPlaces.bundled
        let countries = Set(
            pairs.flatMap { row in
                Self.parts(row[ric.column], ".").map { places.places($0.1, in: .ric).flatMap(\.countries) } ?? [""]
            })
        guard countries.count == 1, let country = countries.first, !country.isEmpty else { return }
        chosen["SYMBOL"] = (tickers, nil)
        if chosen["COUNTRY"] == nil { constants["COUNTRY"] = country }
    }

    /// Returns whether the values of a column are short, in capitals, and mostly distinct.
    private func hasTickers(_ column: Int, maximum: Int = 12) -> Bool {
        let values = values(column)
        return values.count > 1 && values.count * 10 >= rows.count * 9 && Set(values).count * 10 >= values.count * 9
            && mostly(column, atLeast: 0.9) {
                $0.utf8.count <= maximum && $0 == $0.uppercased() && !$0.contains(" ")
                    && $0.contains(where: \.isLetter)
            }
    }

    /// Returns the notation that most symbols of a column have; `nil` if they are plain tickers.
    private func notation(of column: Int) -> ListMap.Form? {
        let places = SymbolPlaces.bundled
        func hasPlace(_ text: String, _ mark: Character, _ scheme: SymbolPlace.Scheme) -> Bool {
            guard let parts = Self.parts(text, mark) else { return false }
            return !places.places(scheme == .chart ? parts.0 : parts.1, in: scheme).isEmpty
        }
        if mostly(column, { hasPlace($0, ":", .chart) }) { return .chart }
        if mostly(column, { $0.hasSuffix("=X") || $0.hasSuffix("=F") || hasPlace($0, ".", .yahooLike) }) {
            return .yahoo
        }
        if mostly(column, { hasPlace($0, ".", .ric) }) { return .ric }
        let keys = [" Equity", " Index", " Comdty", " Curncy"]
        if mostly(column, { text in keys.contains { text.hasSuffix($0) } }) { return .terminal }
        return mostly(column, { Self.isOfClearingHouse(Array($0.utf8)) }) ? .occ : nil
    }

    /// Returns whether a text ends like a symbol of the clearing house: `260116C00150000`.
    private static func isOfClearingHouse(_ text: [UInt8]) -> Bool {
        guard text.count > 15 else { return false }
        return text.suffix(15).enumerated().allSatisfy {
            $0.offset == 6 ? $0.element == 0x43 || $0.element == 0x50 : $0.element.isASCIIDigit
        }
    }

    /// Returns the texts before and after the last occurrence of `mark`; `nil` if one of them is empty.
    static func parts(_ text: String, _ mark: Character) -> (String, String)? {
        guard let place = text.lastIndex(of: mark), place != text.startIndex else { return nil }
        let tail = String(text[text.index(after: place)...])
        return tail.isEmpty ? nil : (String(text[..<place]), tail)
    }
}
