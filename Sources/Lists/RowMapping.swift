import Ingest
import ProfileFormat
import Scanning
import Symbology

/// The state of a mapping while one list is read. It writes each row as a record.
final class RowMapping: ListMapping {
    let list: MappedList
    let entries: [ListMap.Entry]
    private var places: Places
    private let venues = VenueTable()
    let symbols: SymbolDerivation
    /// The fields of each record, in order, and their names.
    private var targets: [Target]
    private let names: [String]
    private var sources: [ValueSource?]
    /// The columns that all entries use, and those that the symbol uses. A constant symbol uses no column.
    private var valueColumns: [Int] = []
    private var symbolColumns: [Int] = []
    private var isSymbolConstant = false
    /// The form of each entry.
    let forms: [ListMap.Form?]
    private var skips: [(column: Int, value: [UInt8])] = []
    var isHeaderKnown = false
    /// The names of the columns, or the first row with several fields. If no row is the header, the error shows it.
    private var firstNames: [String] = []
    /// The columns found so far, by name and by key of the name. In JSON, later objects may add names.
    private var numbers: [String: Int] = [:]
    private var keys: [String: Int] = [:]
    private var knownNames = 0
    /// The header names of the columns for symbols and names.
    private var headers: [(column: Int, name: [UInt8])] = []
    private var rowsBefore = 0
    private var width = 0
    var definedTypes: Set<[UInt8]> = []
    private var lastType: [UInt8] = []
    private var derivedTexts: [UInt64: [UInt8]] = [:]
    /// The entry of `derivedTexts` that was used last.
    private var lastDerived: (bits: UInt64, text: [UInt8]) = (0, [])
    private var types = TypeTable()
    var currencies = TextCache<[UInt8]>(none: [])
    var duplicates: DuplicateCheck?
    private var table = InstrumentTable()
    /// Whether this mapping reads rows ahead. Its results are then added to those of the preceding rows.
    var isPart = false
    var rows: [DuplicateCheck.Row] = []
    /// The pool to which a mapping for rows read ahead returns after use. Weak, because the pool contains the mapping.
    weak var pool: MappingPool?
    /// The names of the header.
    var headerNames: [String] = []
    /// A warning that shows the first text without a known meaning, and counts all such texts.
    var unknown: ProfileWarning?
    /// The ranges of identifiers in the current record.
    private var isin = 0..<0
    private var figi = 0..<0

    /// The number of rows among which the header is searched.
    private static let headerRows = 50

    /// The place of an entry's text in a row. Like `Target`, it contains no references, because both are used for each
    /// row, and references would be counted there.
    struct Place {
        /// The index of the entry in the mapping.
        let entry: Int
        let isSymbol: Bool
        /// The column whose text is used unchanged; `nil` for other sources of the text.
        let column: Int?

        fileprivate init(_ entry: Int, of entries: [ListMap.Entry], _ source: ValueSource?) {
            self.entry = entry
            isSymbol = entries[entry].field == ProfileField.symbol.name
            if case .column(let number)? = source, entries[entry].results.isEmpty {
                column = number
            } else {
                column = nil
            }
        }
    }

    /// A field of the records.
    private struct Target {
        /// The standard field; `nil` for a custom field.
        let field: ProfileField?
        let isFIGI: Bool
        /// Whether the values are countries.
        let isCountry: Bool
        /// The place of the value in a row; `nil` if the field is only derived.
        var place: Place?
        /// Whether a missing value is derived.
        let isDerived: Bool
    }

    /// The places of some fields; `nil` for a field that has no entry.
    private struct Places {
        let type, cfi, country, opol, currency, symbol, name: Place?

        init(_ places: [Place], _ entries: [ListMap.Entry]) {
            func find(_ field: ProfileField) -> Place? {
                entries.firstIndex { $0.field == field.name }.map { places[$0] }
            }
            (type, cfi, country) = (find(.type), find(.cfi), find(.country))
            (opol, currency, symbol) = (find(.opol), find(.currency), find(.symbol))
            name = find(.description) ?? find(.localDescription)
        }
    }

    /// The standard fields that may be derived.
    private static let derived: [ProfileField] = [
        .type, .symbol, .country, .opol, .exchanges, .currency, .baseCurrency, .cfi, .underlying, .expiration, .strike,
        .priceIncrements, .tradingHours,
    ]

    init(_ list: MappedList) {
        self.list = list
        symbols = SymbolDerivation(today: list.today)
        duplicates = list.reportsDuplicates ? DuplicateCheck() : nil
        var targets: [Target] = []
        var names: [String] = []
        entries = list.map.entries
        forms = entries.map(\.form)
        let found = list.map.entries.indices.map { Place($0, of: list.map.entries, nil) }
        places = Places(found, entries)
        for field in ProfileField.allCases {
            let place = entries.firstIndex { $0.field == field.name }.map { found[$0] }
            let isDerived = list.derives && Self.derived.contains(field)
            if place != nil || field == .type || isDerived {
                targets.append(
                    Target(field: field, isFIGI: false, isCountry: false, place: place, isDerived: isDerived))
                names.append(field.name)
            }
        }
        for (index, entry) in entries.enumerated() where ProfileField(name: entry.field) == nil {
            targets.append(
                Target(
                    field: nil, isFIGI: entry.field == "FIGI", isCountry: entry.field == "DOMICILE",
                    place: found[index], isDerived: false))
            names.append(entry.field)
        }
        (self.targets, self.names) = (targets, names)
        sources = entries.map { _ in nil }
        if list.map.hasNumbersOnly {
            isHeaderKnown = true
            resolve([])
        }
    }

    // MARK: Header

    func columns(_ names: [String]) {
        firstNames = names
        isHeaderKnown = true
        resolve(names)
        (width, headerNames) = (names.count, names)
    }

    /// Finds the columns that the mapping names. The fields of missing columns have no values.
    ///
    /// - Returns: Whether all columns were found.
    @discardableResult
    private func resolve(_ names: [String]) -> Bool {
        for number in knownNames..<max(names.count, knownNames) {
            if numbers[names[number]] == nil { numbers[names[number]] = number }
            let key = names[number].columnKey
            if keys[key] == nil { keys[key] = number }
        }
        knownNames = names.count
        var isWhole = true
        func number(_ name: String) -> Int? {
            let key = name.columnKey
            let found = numbers[name] ?? numbers[key] ?? keys[key]
            if found == nil { isWhole = false }
            return found
        }
        for (index, entry) in list.map.entries.enumerated() {
            switch entry.source {
            case .column(let name):
                // TYPE may be a constant without quotes, such as `TYPE=STOCK`.
                let isType = entry.field == "TYPE" && InstrumentType(rawValue: name) != nil && numbers[name] == nil
                sources[index] = isType ? .constant(Array(name.utf8)) : number(name).map { .column($0) }
            case .number(let number): sources[index] = .column(number)
            case .constant(let text): sources[index] = .constant(Array(text.utf8))
            case .template(let pieces):
                sources[index] = .template(
                    stride(from: 0, to: pieces.count, by: 2).map { place in
                        (Array(pieces[place].utf8), place + 1 < pieces.count ? number(pieces[place + 1]) : nil)
                    })
            }
        }
        let found = entries.indices.map { Place($0, of: entries, sources[$0]) }
        places = Places(found, entries)
        for index in targets.indices {
            if let place = targets[index].place { targets[index].place = found[place.entry] }
        }
        valueColumns = sources.flatMap { $0?.columns ?? [] }
        symbolColumns = places.symbol.flatMap { sources[$0.entry]?.columns } ?? []
        isSymbolConstant = false
        if let symbol = places.symbol, case .constant? = sources[symbol.entry] { isSymbolConstant = true }
        headers = [places.symbol, places.name].compactMap { place in
            guard let place, case .column(let column)? = sources[place.entry], column < names.count else { return nil }
            return (column, Array(names[column].utf8))
        }
        skips = list.map.skips.compactMap { skip in number(skip.column).map { ($0, Array(skip.value.utf8)) } }
        return isWhole
    }

    /// Checks whether a row is the header.
    private func readHeader(_ row: borrowing ListRow) throws {
        var names: [String] = []
        for index in 0..<row.count { names.append(String(String(decoding: row.field(index)).trimmed())) }
        (numbers, keys, knownNames) = ([:], [:], 0)
        // Text before the header often has only one field, so prefer a row with several fields.
        if firstNames.count < 2, names.count > firstNames.count { firstNames = names }
        if resolve(names) {
            isHeaderKnown = true
            (width, headerNames) = (names.count, names)
            return
        }
        rowsBefore += 1
        if rowsBefore == Self.headerRows { throw missingColumns }
    }

    private var missingColumns: IngestError {
        let known = Set(firstNames.map(\.columnKey))
        let missing = list.map.columns.first { !known.contains($0.columnKey) } ?? ""
        let nearest = NearestNames.question(NearestNames.find(missing, among: firstNames))
        return IngestError(
            kind: .notProfiles,
            reason:
                "the list has no column “\(missing)”\(nearest); its columns are \(firstNames.joined(separator: ", "))")
    }

    func end() throws(IngestError) {
        if !isHeaderKnown, !firstNames.isEmpty { throw missingColumns }
        if let symbol = places.symbol, symbolColumns.isEmpty, !firstNames.isEmpty,
            !entries[symbol.entry].source.columns.isEmpty
        {
            throw missingColumns
        }
        table.end()
    }

    func takeRejects() -> [(error: ProfileFormatError, text: [UInt8])] { table.takeRejects() }

    var warnings: [ProfileWarning] { [unknown, table.warning].compactMap(\.self) + (duplicates?.warnings ?? []) }

    // MARK: Rows

    func map(_ row: borrowing ListRow, definitions: inout [UInt8], to record: inout [UInt8]) throws -> Int {
        guard isHeaderKnown else {
            try readHeader(row)
            return 0
        }
        if width > 0, row.count > width {
            for index in width..<row.count where !row.field(index).isEmpty {
                if row.field(0).first == ASCII.hash { return 0 }
                throw row.error(
                    .fieldCount,
                    "found \(row.count) fields, expected \(width); quote fields that contain the separator",
                    field: width)
            }
        }
        // A comment in a list starts with `#` and has fewer fields.
        if row.count < width, row.field(0).first == ASCII.hash { return 0 }
        for skip in skips
        where isSkipped(ListText.value(row.field(skip.column), isSymbol: true), skip.value) { return 0 }
        if !isInstrument(row) { return 0 }
        symbols.begin()
        (isin, figi) = (0..<0, 0..<0)
        resolve(row)
        if let fault = symbolFault(row) {
            try table.reject(row, fault)
            return 0
        }
        table.note(row.table)
        let type = symbols.type
        let start = record.count
        ListText.append(type.span, to: &record)
        var derived: UInt64 = list.derives && symbols.isTypeDerived ? 1 : 0
        var bit: UInt64 = 2
        let targets = targets
        for index in 1..<targets.count {
            record.append(ASCII.comma)
            if try append(targets[index], row, to: &record) { derived |= bit }
            bit <<= 1
        }
        if list.derives {
            record.append(ASCII.comma)
            if derived != lastDerived.bits { lastDerived = (derived, derivedText(derived)) }
            record.append(span: lastDerived.text.span)
        }
        var lineEnds = 0
        if !row.isInPlace { for index in start..<record.count where record[index] == ASCII.lineFeed { lineEnds += 1 } }
        record.append(ASCII.lineFeed)
        if type != lastType, !definedTypes.contains(type) { define(type, to: &definitions) }
        lastType = type
        noteDuplicate(record.span, row.line)
        return lineEnds
    }

    private func noteDuplicate(_ record: Span<UInt8>, _ line: Int) {
        if duplicates == nil || isin.isEmpty && figi.isEmpty { return }
        let (symbol, country, opol) = (symbols.symbol, symbols.venue?.country ?? [], symbols.venue?.mic ?? [])
        let row = DuplicateCheck.Row(
            symbol: symbol.span, isin: record.extracting(isin), figi: record.extracting(figi), country: country.span,
            opol: opol.span, line: line)
        if isPart { return rows.append(row) }
        guard let found = duplicates?.note(row) else { return }
        func text(_ bytes: Span<UInt8>) -> String { String(decoding: bytes) }
        let same =
            switch found.match {
            case .venue: "ISIN \(text(record.extracting(isin))) and OPOL \(text(opol.span))"
            case .country: "ISIN \(text(record.extracting(isin))) and COUNTRY \(text(country.span))"
            case .figi: "FIGI \(text(record.extracting(figi)))"
            }
        duplicates?.warn(line: line) {
            "\(text(symbol.span)) has the same \(same) as line \(found.line); "
                + "--merge-by ISIN+OPOL+CURRENCY joins the rows of one instrument"
        }
    }

    /// Returns whether the value of a row is one to skip. If the value to skip ends with `*`, it matches all values
    /// that start with the text before the `*`.
    private func isSkipped(_ value: Span<UInt8>, _ skipped: [UInt8]) -> Bool {
        guard skipped.last == ASCII.asterisk else { return value.elementsEqual(skipped.span) }
        let count = skipped.count - 1
        return value.count >= count && value.extracting(0..<count).elementsEqual(skipped.span.extracting(first: count))
    }

    private func define(_ type: [UInt8], to definitions: inout [UInt8]) {
        definedTypes.insert(type)
        ListText.append((Array("#".utf8) + type + Array("::=TYPE".utf8)).span, to: &definitions)
        for name in names.dropFirst() { definitions += ",\(name)".utf8 }
        if list.derives { definitions += ",DERIVED".utf8 }
        definitions.append(ASCII.lineFeed)
    }

    private func derivedText(_ bits: UInt64) -> [UInt8] {
        if let known = derivedTexts[bits] { return known }
        let derived = names.indices.filter { bits >> UInt64($0) & 1 == 1 }.map { names[$0] }
        let text = Array(derived.joined(separator: ";").utf8)
        derivedTexts[bits] = text
        return text
    }

    /// Returns whether a row repeats the header.
    private func isHeader(_ row: borrowing ListRow) -> Bool {
        for header in headers where !row.field(header.column).elementsEqual(header.name.span, isCaseless: true) {
            return false
        }
        return !headers.isEmpty
    }

    /// Returns whether a row is an instrument. In XML, the mapping names the rows, so each row is one. In JSON, a row
    /// in the table of the instruments is one if it has a member of the symbol, even an empty one, or any value of the
    /// mapping, or if the symbol is constant.
    ///
    /// In other lists, a row is an instrument unless it repeats the header, has no value of the mapping, or is a note:
    /// a single text with spaces, such as `File Creation Time: 1127202621:31`.
    private func isInstrument(_ row: borrowing ListRow) -> Bool {
        if case .xml = row.form { return true }
        if isHeader(row) { return false }
        if row.separator == nil {
            let hasSymbol = isSymbolConstant || symbolColumns.contains { row.has($0) }
            guard table.isOther(row.table) else {
                return hasSymbol || valueColumns.contains { !row.field($0).isEmpty }
            }
            if hasSymbol { table.leaveOut(row) }
            return false
        }
        guard row.count > 0, valueColumns.contains(where: { !row.field($0).isEmpty }) else { return false }
        if width < 3 { return true }
        for column in 1..<max(row.count, 1) where !row.field(column).isEmpty { return true }
        let first = row.field(0)
        for index in first.indices where first[index] == ASCII.space { return false }
        return true
    }

    // MARK: Values

    /// Calls `body` with the text at a place without surrounding spaces; the text is empty if it is missing.
    ///
    /// It is inlined, so that `body` needs no context, which would retain this object for each field.
    @inline(__always)
    private func withText<Result>(
        _ place: Place?, _ row: borrowing ListRow, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        guard let place else { return try body(Span()) }
        if let column = place.column { return try body(ListText.value(row.field(column), isSymbol: place.isSymbol)) }
        let text = composedText(place.entry, row)
        return try body(text.span)
    }

    /// Returns the text of an entry that is not the unchanged text of a column; empty if it is missing.
    private func composedText(_ entry: Int, _ row: borrowing ListRow) -> [UInt8] {
        var text: [UInt8] = []
        switch sources[entry] {
        case nil: return []
        case .column(let column)?: text.append(span: ListText.value(row.field(column), isSymbol: false))
        case .constant(let constant)?: text = constant
        case .template(let pieces)?:
            for piece in pieces {
                text += piece.text
                if let column = piece.column { text.append(span: ListText.value(row.field(column), isSymbol: true)) }
            }
            while text.last == ASCII.space { text.removeLast() }
        }
        let results = entries[entry].results
        if results.isEmpty { return text }
        return Array((results[String(decoding: text, as: UTF8.self)] ?? results["*"] ?? "").utf8)
    }

    /// Determines the type, the place and the symbol of a row.
    private func resolve(_ row: borrowing ListRow) {
        var isAnyEquity = false
        withText(places.type, row) { text in
            symbols.given = types.types(of: text)
            isAnyEquity = TypeTable.isAnyEquity(text)
            if symbols.given.isEmpty, !text.isEmpty { noteUnknown(text, .type, "type", places.type, row) }
        }
        if symbols.given.isEmpty { withText(places.cfi, row) { symbols.given = TypeTable.types(ofCFI: $0) } }
        guard list.derives else {
            withText(places.symbol, row) { symbols.keep($0) }
            return
        }
        if symbols.given.isEmpty || isAnyEquity {
            symbols.isFund = withText(places.name, row) { ListText.hasWordETF($0) }
        }
        let country = withText(places.country, row) { text -> VenueFacts? in
            if text.isEmpty { return nil }
            let found = venues.country(text)
            if found == nil { noteUnknown(text, .country, "country", places.country, row) }
            return found
        }
        let form = places.symbol.flatMap { forms[$0.entry] }
        let market = withText(places.opol, row) { text -> VenueFacts? in
            if text.isEmpty { return nil }
            let found = venues.market(text, in: country ?? homeOfSymbol(form, row))
            if found == nil { noteUnknown(text, .opol, "exchange", places.opol, row) }
            return found
        }
        withText(places.currency, row) { symbols.setCurrency($0) }
        withText(places.symbol, row) { symbols.read($0, form, market: market, country: country, venues) }
    }

    /// Returns the United States if a symbol of a finance site has no suffix: the site also has codes for American
    /// exchanges that mean others elsewhere.
    private func homeOfSymbol(_ form: ListMap.Form?, _ row: borrowing ListRow) -> VenueFacts? {
        guard form == .yahoo else { return nil }
        return withText(places.symbol, row) { text in
            text.indices.contains { text[$0] == ASCII.period } ? nil : venues.country("US".utf8Span.span)
        }
    }

    /// Counts a text that is omitted from the profile because it has no known meaning.
    private func noteUnknown(
        _ text: Span<UInt8>, _ field: ProfileField, _ noun: String, _ place: Place?, _ row: borrowing ListRow
    ) {
        if unknown == nil {
            let written = GrammarError.excerpt(String(decoding: text))
            unknown = ProfileWarning(
                kind: .unknownValue,
                reason: "\(field.name): found “\(written)”, which is no known \(noun); left out such values",
                position: row.position(of: column(place)), count: 0)
        }
        unknown?.count += 1
    }

    /// Returns the error of a row without a symbol, or with a part of one; `nil` if the row has a symbol.
    private func symbolFault(_ row: borrowing ListRow) -> ProfileFormatError? {
        if let part = missingSymbolPart(row) {
            return row.error(
                .fieldCount, "found no symbol; “\(part.name)”, which is a part of SYMBOL, has no value",
                field: part.number ?? 0)
        }
        if row.separator == nil, symbols.symbol.contains(ASCII.semicolon) {
            return row.error(
                .fieldCount,
                "found several values of the column of SYMBOL in one row, expected one; the columns of a table by "
                    + "columns must have the same length, and the whole table at most --max-record bytes",
                field: column(places.symbol))
        }
        guard symbols.symbol.isEmpty else { return nil }
        return row.error(.fieldCount, "found no symbol; the column of SYMBOL is empty", field: column(places.symbol))
    }

    /// Returns the first column that is a part of the symbol and has no value; `nil` if the symbol is complete.
    ///
    /// The last word of a terminal's symbol is optional: indexes, currencies and bonds have no exchange.
    private func missingSymbolPart(_ row: borrowing ListRow) -> (name: String, number: Int?)? {
        guard let symbol = places.symbol?.entry, case .template(let pieces)? = sources[symbol] else { return nil }
        // The last piece is the text after the last column.
        var parts = pieces.count - 1
        if forms[symbol] == .terminal, parts > 1, pieces[parts - 1].text == [ASCII.space], pieces[parts].text.isEmpty {
            parts -= 1
        }
        for index in 0..<parts {
            let column = pieces[index].column
            if let column, !ListText.value(row.field(column), isSymbol: true).isEmpty { continue }
            return (entries[symbol].source.columns[index], column)
        }
        return nil
    }

    /// The number of the column of a place; 0 if it has no single column.
    func column(_ place: Place?) -> Int {
        if let place, case .column(let column)? = sources[place.entry] { return column }
        return 0
    }

    /// Appends the value of a field to a record.
    ///
    /// - Returns: Whether the value was derived.
    private func append(_ target: Target, _ row: borrowing ListRow, to record: inout [UInt8]) throws -> Bool {
        guard let field = target.field else {
            let start = record.count
            let isReplaced = try withText(target.place, row) { text in
                if target.isCountry, list.derives, let code = venues.country(text)?.country, !code.isEmpty {
                    record += code
                    return !text.elementsEqual(code.span)
                }
                guard let form = target.place.flatMap({ forms[$0.entry] }), form.isOfDates, !text.isEmpty else {
                    ListText.append(text, to: &record)
                    return false
                }
                try appendDate(text, target.place, row, to: &record)
                return false
            }
            if target.isFIGI { figi = start..<record.count }
            return isReplaced
        }
        if field == .symbol {
            let symbol = symbols.symbol
            ListText.append(symbol.span, to: &record)
            return list.derives && symbols.isSymbolDerived
        }
        if let place = target.place {
            let start = record.count
            let isReplaced = try withText(place, row) { text in
                if text.isEmpty { return false }
                return try append(field, text, place, row, to: &record)
            }
            if field == .isin { isin = start..<record.count }
            if record.count > start { return isReplaced }
        }
        return target.isDerived && symbols.append(field, to: &record)
    }
}
