import ProfileFormat
import Scanning
import Symbology

/// The columns of a list, and the field that is proposed for each.
struct ProposedColumns {
    let names: [String]
    /// The first rows, without the header.
    let rows: [[String]]
    /// The type of all rows by the name of the file; `nil` if the name contains none.
    private let fileType: String?
    var chosen: [String: (column: Int, form: ListMap.Form?)] = [:]
    /// The fields that have the same value in all rows.
    var constants: [String: String] = [:]
    /// For a field whose values are translated, the result for each value of its column.
    private var results: [String: [String: String]] = [:]
    private var skips: [ListMap.Skip] = []

    init(names: [String], rows: [[String]], fileType: String? = nil) {
        self.names = names
        self.rows = rows
        self.fileType = fileType
    }

    /// Chooses columns by their names, and then corrects the choice by their values.
    mutating func choose() {
        chooseByName { ListFacts.bundled.header($0) }
        chooseByName { ListFacts.bundled.header(likeWords: $0) }
        chooseByName { ListFacts.bundled.header(endingLike: $0) }
        chooseIdentifiers()
        moveTypes()
        chooseSymbol()
        chooseName()
        chooseFlags()
        checkTypes()
        checkVenues()
        checkCurrency()
        choosePairs()
        checkNumbers()
        chooseCountry()
    }

    /// Returns whether a column was chosen for a field.
    func isChosen(_ column: Int) -> Bool { chosen.values.contains { $0.column == column } }

    /// Chooses for each remaining field the column whose name is most specific. Columns without values come last.
    mutating func chooseByName(_ find: (String) -> ListFacts.Header?) {
        var places: [String: Int] = [:]
        let (before, free) = (chosen, names.indices.filter { !isChosen($0) })
        for column in free {
            guard let header = find(names[column]), before[header.field] == nil else { continue }
            let rank = header.place + (values(column).isEmpty ? 1_000 : 0)
            if let other = places[header.field], other <= rank { continue }
            places[header.field] = rank
            chosen[header.field] = (column, header.form)
        }
    }

    /// Returns the columns whose names mean a field and that are not chosen for another one, the most specific first.
    func candidates(_ field: String) -> [Int] {
        let facts = ListFacts.bundled
        func rank(_ column: Int) -> Int? {
            if isChosen(column), chosen[field]?.column != column { return nil }
            if let header = facts.header(names[column]) { return header.field == field ? header.place : nil }
            guard let header = facts.header(likeWords: names[column]), header.field == field else { return nil }
            return header.place + 1_000
        }
        return names.indices.compactMap { column in rank(column).map { (column, $0) } }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Replaces the column of a field by the most specific one that passes a test if the values of the current one fail
    /// it.
    private mutating func correct(_ field: String, atLeast share: Double, _ test: (String) -> Bool) {
        guard let current = chosen[field], !mostly(current.column, atLeast: share, test) else { return }
        chosen[field] = candidates(field).first { mostly($0, atLeast: share, test) }.map { ($0, nil) }
    }

    // MARK: Values

    func values(_ column: Int) -> [String] {
        rows.compactMap { $0.indices.contains(column) && !$0[column].isEmpty ? $0[column] : nil }
    }

    /// Returns whether at least a share of a column's values pass a test.
    func mostly(_ column: Int, atLeast share: Double = 0.6, _ test: (String) -> Bool) -> Bool {
        let values = values(column)
        return !values.isEmpty && Double(values.count(where: test)) >= share * Double(values.count)
    }

    /// Finds columns by their values: identifiers by their check digits, MICs and currencies by their codes.
    private mutating func chooseIdentifiers() {
        let places = SymbolPlaces.bundled
        let tests: [(field: String, share: Double, test: (String) -> Bool)] = [
            ("ISIN", 0.6, { IdentifierCheck.isin($0.utf8Span.span) == .valid }),
            ("FIGI", 0.6, { $0.utf8.count == 12 && $0.hasPrefix("BBG") }),
            ("CUSIP", 0.9, { IdentifierCheck.cusip($0.utf8Span.span) == .valid }),
            (
                "OPOL", 0.9,
                { $0.utf8.count == 4 && $0 == $0.uppercased() && places.venueCountry(ofMIC: $0.utf8Span.span) != nil }
            ),
            ("CURRENCY", 0.9, { $0.utf8.count == 3 && $0 == $0.uppercased() && places.isCurrency($0) }),
        ]
        // A column that is named after ISINs may contain something else.
        if let isin = chosen["ISIN"], !mostly(isin.column, atLeast: 0.1, tests[0].test),
            names.indices.contains(where: { mostly($0, atLeast: 0.9, tests[0].test) })
        {
            chosen["ISIN"] = nil
        }
        for (field, share, test) in tests where chosen[field] == nil {
            for column in names.indices where chosen[field] == nil {
                let other = chosen.first { $0.value.column == column }?.key
                guard other == nil || other == "SYMBOL" && ["ISIN", "CUSIP"].contains(field),
                    mostly(column, atLeast: share, test)
                else {
                    continue
                }
                if let other { chosen[other] = nil }
                chosen[field] = (column, nil)
            }
        }
    }

    /// If no column has names by its heading, finds the one in which most values contain spaces. If the names are those
    /// of classes of shares, such as `ORD 5P`, which repeat, uses a column with more distinct names. If the names are
    /// in another script than Latin, they become the local names.
    private mutating func chooseName() {
        let isName: (String) -> Bool = { $0.contains(" ") && $0.contains(where: \.isLetter) }
        if chosen["DESCRIPTION"] == nil, chosen["LOCAL_DESCRIPTION"] == nil {
            let columns = names.indices.filter { column in
                !isChosen(column) && Set(values(column)).count * 10 >= values(column).count * 8
                    && mostly(column, atLeast: 0.3, isName)
            }
            let best = columns.max { values($0).count(where: isName) < values($1).count(where: isName) }
            chosen["DESCRIPTION"] = best.map { ($0, nil) }
        }
        if let name = chosen["DESCRIPTION"]?.column, Set(values(name)).count * 2 < values(name).count,
            let other = candidates("DESCRIPTION").first(where: {
                Set(values($0)).count > 2 * Set(values(name)).count
            })
        {
            chosen["DESCRIPTION"] = (other, nil)
        }
        guard let name = chosen["DESCRIPTION"] else { return }
        guard mostly(name.column, { !Self.isLatin($0) }) else {
            guard chosen["LOCAL_DESCRIPTION"] == nil else { return }
            let local = candidates("DESCRIPTION").first { column in
                column != name.column && mostly(column) { !Self.isLatin($0) }
            }
            chosen["LOCAL_DESCRIPTION"] = local.map { ($0, nil) }
            return
        }
        if chosen["LOCAL_DESCRIPTION"] == nil { chosen["LOCAL_DESCRIPTION"] = name }
        chosen["DESCRIPTION"] = candidates("DESCRIPTION").first { column in
            !isChosen(column) && mostly(column) { Self.isLatin($0) && $0.contains(where: \.isLetter) }
        }.map { ($0, nil) }
    }

    /// Finds columns that indicate exchange-traded funds or test issues.
    private mutating func chooseFlags() {
        let flags: Set<String> = ["y", "n", "yes", "no", "true", "false"]
        for column in names.indices where mostly(column, atLeast: 1, { flags.contains($0.lowercased()) }) {
            let set = Set(values(column)).first { $0.lowercased().first == "y" || $0.lowercased() == "true" }
            switch names[column].columnKey {
            case "etf", "isetf":
                guard chosen["TYPE"] == nil, let set else { continue }
                chosen["TYPE"] = (column, nil)
                results["TYPE"] = [set: "ETF", "*": "STOCK"]
            case "testissue": skips.append(ListMap.Skip(column: names[column], value: set ?? "Y"))
            default: break
            }
        }
    }

    private static func isLatin(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.value < 0x0370 || $0.value > 0xFFFF || 0x1E00..<0x1F00 ~= $0.value || 0x2000..<0x2100 ~= $0.value
        }
    }

    /// Drops the type column, or replaces it by another, if hardly any of its values are known types. If there is no
    /// type column, uses the market column if its values also name types.
    private mutating func checkTypes() {
        var table = TypeTable()
        let isType: (String) -> Bool = {
            table.types(of: $0.utf8Span.span).first.flatMap(InstrumentType.init) != nil
        }
        if results["TYPE"] == nil { correct("TYPE", atLeast: 0.3, isType) }
        if chosen["TYPE"] == nil, let market = chosen["OPOL"], mostly(market.column, atLeast: 0.9, isType) {
            chosen["TYPE"] = market
        }
        chooseTypeOfList()
    }

    /// If no column has types, uses the type in the name of the file, or of the columns with symbols and names, such as
    /// `ETF Name`. The asset classes of funds are those of their assets. Coins and currencies have no exchange.
    private mutating func chooseTypeOfList() {
        let columns = ["DESCRIPTION", "SYMBOL"].compactMap { chosen[$0].map { names[$0.column] } }
        let columnType = columns.lazy.compactMap { ListFacts.bundled.type(ofFile: $0) }.first
        guard let fileType = fileType ?? columnType, chosen["CFI"] == nil else { return }
        if ["CRYPTO", "FOREX"].contains(fileType), chosen["OPOL"] != nil { return }
        if let type = chosen["TYPE"] {
            guard names[type.column].columnKey.contains("class"), ["ETF", "MUTUAL_FUND"].contains(fileType) else {
                return
            }
            chosen["TYPE"] = nil
        }
        constants["TYPE"] = fileType
    }

    /// If each row has a base and a quote, and most symbols contain both, the instruments are pairs of currencies or
    /// assets. Lists of funds also have two currencies.
    private mutating func choosePairs() {
        guard ["TYPE", "ISIN", "CFI"].allSatisfy({ chosen[$0] == nil }), let symbol = chosen["SYMBOL"] else { return }
        guard let base = chosen["BASE_CURRENCY"], let quote = chosen["CURRENCY"] else { return chooseCoins() }
        // JSON may contain other objects, which have no symbol.
        func has(_ row: [String], _ column: Int) -> Bool { row.indices.contains(column) && !row[column].isEmpty }
        let rows = rows.filter { has($0, symbol.column) }
        guard !rows.isEmpty, rows.allSatisfy({ has($0, base.column) && has($0, quote.column) }) else { return }
        let pairs = rows.count { row in
            let (base, quote) = (row[base.column].uppercased(), row[quote.column].uppercased())
            let symbol = row[symbol.column].uppercased()
            return base != quote && symbol.contains(base) && symbol.contains(quote)
        }
        guard pairs * 2 > rows.count else { return choosePairNames() }
        let areCurrencies = [base, quote].allSatisfy { choice in
            mostly(choice.column, atLeast: 0.9) { SymbolPlaces.bundled.isCurrency($0) }
        }
        constants["TYPE"] = areCurrencies ? "FOREX" : "CRYPTO"
    }

    /// If the base and the quote are codes of the exchange (`XXBT`), uses a column with pairs, such as `XBT/USD`.
    private mutating func choosePairNames() {
        func isPair(_ text: String) -> Bool {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count == 2
                && parts.allSatisfy { part in
                    part.count > 1 && part == part.uppercased() && part.allSatisfy { $0.isLetter || $0.isNumber }
                        && part.contains(where: \.isLetter)
                }
        }
        let column = names.indices.first { mostly($0, atLeast: 0.9, isPair) && !repeats($0) }
        guard let column, constants["TYPE"] == nil else { return chooseCoins() }
        chosen["SYMBOL"] = (column, nil)
        (chosen["BASE_CURRENCY"], chosen["CURRENCY"]) = (nil, nil)
        constants["TYPE"] = "CRYPTO"
    }

    /// If the list contains the best-known coins, all rows are coins.
    private mutating func chooseCoins() {
        guard let symbol = chosen["SYMBOL"], let name = chosen["DESCRIPTION"] else { return }
        let coins = ["BTC": "bitcoin", "ETH": "ethereum"]
        let found = rows.filter { row in
            row.indices.contains(symbol.column) && row.indices.contains(name.column)
                && coins[row[symbol.column].uppercased()].map { row[name.column].lowercased().hasPrefix($0) } == true
        }
        if found.count >= coins.count { constants["TYPE"] = "CRYPTO" }
    }

    /// Drops the currency column, or replaces it by another, if its values are names such as `US Dollar`.
    private mutating func checkCurrency() {
        guard let currency = chosen["CURRENCY"], !values(currency.column).isEmpty else { return }
        correct("CURRENCY", atLeast: 0.6) { !$0.contains(" ") }
    }

    /// Drops number and date columns if many of their values are something else. Also determines the order of day and
    /// month in dates.
    private mutating func checkNumbers() {
        for (field, choice) in chosen {
            let isCustomDate = field == "ISSUE_DATE"
            let custom = ["ISSUE_DATE": ProfileField.Kind.date, "LOT_SIZE": .number]
            guard let kind = ProfileField(name: field)?.kind ?? custom[field], kind != .text,
                !values(choice.column).isEmpty
            else { continue }
            let forms: [ListMap.Form?] = kind == .date ? [nil, .mdy, .dmy] : [nil]
            let valid = forms.filter { form in
                mostly(choice.column, atLeast: 0.9) { text in
                    let value = ListText.value(text.utf8Span.span, isSymbol: false)
                    if value.isEmpty { return true }
                    if kind == .date { return ListText.date(value, form) != nil }
                    var number: [UInt8] = []
                    return ListText.appendNumber(value, hasDecimalCommas: false, orText: false, to: &number)
                }
            }
            // If both orders are possible for all dates, the column is ambiguous and is dropped.
            let isClear = valid.contains(nil) || valid.count == 1
            if isCustomDate, !isClear { continue }
            chosen[field] = isClear ? (choice.column, valid.contains(nil) ? nil : valid[0]) : nil
        }
    }

    // MARK: Places

    /// Drops the market column, or replaces it by another, if hardly any of its values are known. Then determines
    /// whether the country column has countries of listings or of companies.
    private mutating func checkVenues() {
        let venues = VenueTable()
        let named = names.lazy.compactMap { ListFacts.bundled.countries[$0.columnKey] }.first
        var home = named.flatMap { venues.country($0.utf8Span.span) }
        if home == nil, let market = chosen["OPOL"], chosen["COUNTRY"] == nil,
            let american = venues.country("US".utf8Span.span),
            mostly(
                market.column, atLeast: 1,
                { text in
                    text.utf8.count == 1 && venues.market(text.utf8Span.span, in: american) != nil
                })
        {
            // Single letters are the codes of American exchanges.
            constants["COUNTRY"] = "US"
            home = american
        }
        correct("OPOL", atLeast: 0.3) { venues.market($0.utf8Span.span, in: home) != nil }
        guard let country = chosen["COUNTRY"] else { return }
        if home == nil, let listing = countryOfLetters(country.column, venues) {
            constants["COUNTRY"] = listing
            return moveCountry(country)
        }
        if let home,
            mostly(country.column, atLeast: 0.05, { venues.country($0.utf8Span.span)?.country != home.country })
        {
            return moveCountry(country)
        }
        var (judged, other) = (0, 0)
        for row in rows where row.indices.contains(country.column) && !row[country.column].isEmpty {
            guard let known = listingPlace(row, venues), !known.country.isEmpty,
                let named = venues.country(row[country.column].utf8Span.span)
            else { continue }
            judged += 1
            if known.country != named.country { other += 1 }
        }
        if judged > 0, other * 10 > judged { moveCountry(country) }
    }

    /// The United States if most companies are there, and those of countries whose exchanges have numbers as tickers
    /// have letters, so that they are listed elsewhere; otherwise `nil`.
    private func countryOfLetters(_ column: Int, _ venues: VenueTable) -> String? {
        guard let symbol = chosen["SYMBOL"], symbol.form == nil else { return nil }
        var counts: [String: Int] = [:]
        var (judged, letters) = (0, 0)
        for row in rows where row.indices.contains(column) && row.indices.contains(symbol.column) {
            guard let found = venues.country(row[column].utf8Span.span) else { continue }
            let country = String(decoding: found.country, as: UTF8.self)
            counts[country, default: 0] += 1
            guard ["CN", "HK", "JP", "KR", "TW"].contains(country), !row[symbol.column].isEmpty else { continue }
            judged += 1
            if row[symbol.column].utf8.first?.isASCIILetter == true { letters += 1 }
        }
        guard letters * 2 > judged, let most = counts.values.max(), counts["US"] == most else { return nil }
        return "US"
    }

    /// Uses the country column as the companies' countries (DOMICILE).
    private mutating func moveCountry(_ country: (column: Int, form: ListMap.Form?)) {
        chosen["COUNTRY"] = nil
        if chosen["DOMICILE"] == nil { chosen["DOMICILE"] = country }
    }

    /// Returns the place of a row by its symbol or its market; `nil` if it is unknown.
    private func listingPlace(_ row: [String], _ venues: VenueTable) -> VenueFacts? {
        if let symbol = chosen["SYMBOL"], symbol.form == .yahoo, row.indices.contains(symbol.column),
            let suffix = Self.parts(row[symbol.column], ".")?.1,
            let place = venues.place(suffix.utf8Span.span, .yahooLike)
        {
            return place
        }
        guard let market = chosen["OPOL"], row.indices.contains(market.column) else { return nil }
        return venues.market(row[market.column].utf8Span.span)
    }

    /// Uses one country for all rows if it follows from a column's name, the ISINs, the currency, or the script and
    /// form of the tickers.
    private mutating func chooseCountry() {
        guard chosen["COUNTRY"] == nil, constants["COUNTRY"] == nil, let symbol = chosen["SYMBOL"],
            symbol.form == nil, symbol.column != chosen["ISIN"]?.column
        else { return }
        if let market = chosen["OPOL"] {
            let venues = VenueTable()
            if mostly(market.column, atLeast: 1, { venues.market($0.utf8Span.span) != nil }) { return }
        }
        let named = names.lazy.compactMap { ListFacts.bundled.countries[$0.columnKey] }.first
        if let country = named ?? countryOfScript(symbol.column) ?? countryOfValues { constants["COUNTRY"] = country }
    }

    /// The country of nearly all ISINs. If there is no such country, the only country whose exchanges use the currency
    /// of all rows. The value is `nil` if the currency is used in several countries.
    private var countryOfValues: String? {
        if let isin = chosen["ISIN"] {
            let codes = Set(values(isin.column).map { String($0.prefix(2)) })
            let country = codes.max { left, right in
                values(isin.column).count { $0.hasPrefix(left) } < values(isin.column).count { $0.hasPrefix(right) }
            }
            // Funds of Ireland and Luxembourg are listed in other countries.
            if let country, !["IE", "LU"].contains(country),
                mostly(isin.column, atLeast: 0.9, { $0.hasPrefix(country) })
            {
                return SymbolPlaces.bundled.places(country, in: .country).isEmpty ? nil : country
            }
        }
        let currency = chosen["CURRENCY"].map { Set(values($0.column)) }
        // The CUSIP of a company outside North America begins with a letter.
        if let cusip = chosen["CUSIP"], currency ?? ["USD"] == ["USD"],
            mostly(cusip.column, atLeast: 0.9, { $0.utf8.first?.isASCIIDigit == true })
        {
            return "US"
        }
        guard let currency, currency.count == 1, let code = currency.first?.uppercased(), code != "USD" else {
            return nil
        }
        let countries = ListFacts.bundled.currencies.filter { $0.value == code }.keys
        return countries.count == 1 ? countries.first : nil
    }

    private func countryOfScript(_ symbol: Int) -> String? {
        var scalars = Set(names.joined().unicodeScalars.map(\.value))
        for field in ["LOCAL_DESCRIPTION", "OPOL", "TYPE"] {
            guard let choice = chosen[field] else { continue }
            scalars.formUnion(values(choice.column).joined().unicodeScalars.map(\.value))
        }
        func has(_ range: ClosedRange<UInt32>) -> Bool { scalars.contains { range.contains($0) } }
        func areNumbers(_ digits: ClosedRange<Int>) -> Bool {
            mostly(symbol, atLeast: 0.9) { text in
                let bytes = Array(text.utf8)
                return digits.contains(bytes.count) && bytes.first?.isASCIIDigit == true
                    && bytes.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter }
            }
        }
        if has(0x3041...0x30FA) { return areNumbers(4...5) ? "JP" : nil }
        if has(0xAC00...0xD7A3) { return areNumbers(6...6) ? "KR" : nil }
        guard has(0x4E00...0x9FFF) else { return nil }
        if areNumbers(6...6), mostly(symbol, atLeast: 0.9, { $0.allSatisfy(\.isNumber) }) { return "CN" }
        if areNumbers(5...5), mostly(symbol, atLeast: 0.9, { $0.first == "0" || $0.first == "8" }) { return "HK" }
        return areNumbers(4...6) ? "TW" : nil
    }

    // MARK: Mapping

    /// The mapping; `nil` if there is no symbol column.
    var map: ListMap? {
        guard chosen["SYMBOL"] != nil else { return nil }
        let order = ["SYMBOL", "TYPE"] + ProfileField.allCases.map(\.name).filter { $0 != "SYMBOL" && $0 != "TYPE" }
        let custom = chosen.keys.filter { ProfileField(name: $0) == nil }.sorted()
        let entries = (order + custom).compactMap { field in
            if let text = constants[field] { return ListMap.Entry(field: field, source: .constant(text)) }
            return chosen[field].map { choice in
                let name = names[choice.column]
                // A column whose name is empty or occurs twice is referred to by its number.
                let isUnique =
                    !name.isEmpty && names.count { $0 == name } == 1 && !name.contains { "{}\"".contains($0) }
                return ListMap.Entry(
                    field: field, form: choice.form, source: isUnique ? .column(name) : .number(choice.column),
                    results: results[field] ?? [:])
            }
        }
        return ListMap(entries, skipping: skips)
    }
}
