package import Ingest
import ProfileFormat
package import Scanning
import Symbology

/// A mapping that is applied to the rows of a list while they are read (`IngestOptions.list`).
package struct MappedList: ListMapper {
    let map: ListMap
    package let encoding: ListEncoding
    let derives: Bool
    let today: CalendarDate

    /// Creates a mapper.
    ///
    /// - Parameters:
    ///   - derives: Whether missing values are derived: symbols of other notations become those of this format, and
    ///     places, currencies, types, trading hours, price increments and check digits are added. The custom field
    ///     DERIVED names the fields with such values.
    ///   - today: The day on which symbols with short dates are read.
    package init(_ map: ListMap, encoding: ListEncoding = .automatic, derives: Bool = true, today: CalendarDate) {
        self.map = map
        self.encoding = encoding
        self.derives = derives
        self.today = today
    }

    package var fingerprint: String {
        let skips = map.skips.map { "\($0.column)=\($0.value)" }.joined(separator: ",")
        let text = "\(map) \(skips) \(encoding.rawValue) \(derives)"
        return String(ByteHash.hash(text.utf8Span.span), radix: 16)
    }

    package func begin() -> any ListMapping { RowMapping(self) }
}

/// The state of a mapping during one reading: writes each row as a record.
final class RowMapping: ListMapping {
    let list: MappedList
    var venues = VenueTable(.bundled)
    var symbols: SymbolDerivation
    /// The fields of all records, in order.
    private let targets: [Target]
    private var sources: [Input?]
    private var skips: [(column: Int, value: [UInt8])] = []
    private var isHeaderKnown = false
    /// The first row with several fields, for the error if no row is the header.
    private var firstNames: [String] = []
    private var rowsBefore = 0
    private var width = 0
    private var definedTypes: Set<[UInt8]> = []
    private var derivedTexts: [UInt64: [UInt8]] = [:]
    private var types = TypeTable()

    /// The number of rows among which the header is looked for.
    private static let headerRows = 50

    /// A field of the records.
    private struct Target {
        let name: String
        let field: ProfileField?
        /// The number of its entry in the mapping; `nil` if the field is only derived.
        let entry: Int?
    }

    /// The origin of a value in a row.
    private enum Input {
        case column(Int)
        case constant([UInt8])
        case template([(text: [UInt8], column: Int?)])
    }

    /// The standard fields that may be derived.
    private static let derived: [ProfileField] = [
        .type, .symbol, .country, .opol, .exchanges, .currency, .baseCurrency, .cfi, .underlying, .expiration, .strike,
        .priceIncrements, .tradingHours,
    ]

    init(_ list: MappedList) {
        self.list = list
        symbols = SymbolDerivation(today: list.today)
        var targets: [Target] = []
        let entries = list.map.entries
        for field in ProfileField.allCases {
            let entry = entries.firstIndex { $0.field == field.name }
            if entry != nil || field == .type || list.derives && Self.derived.contains(field) {
                targets.append(Target(name: field.name, field: field, entry: entry))
            }
        }
        for (index, entry) in entries.enumerated() where ProfileField(name: entry.field) == nil {
            targets.append(Target(name: entry.field, field: nil, entry: index))
        }
        self.targets = targets
        sources = entries.map { _ in nil }
        if list.map.hasNumbersOnly {
            isHeaderKnown = true
            resolve([])
        }
    }

    // MARK: Header

    func columns(_ names: [String]) {
        if firstNames.isEmpty { firstNames = names }
        isHeaderKnown = true
        resolve(names)
        width = names.count
    }

    /// Finds the columns of the mapping's names. Names that are missing have no values.
    ///
    /// - Returns: Whether all names were found.
    @discardableResult
    private func resolve(_ names: [String]) -> Bool {
        var numbers: [String: Int] = [:]
        for (number, name) in names.enumerated().reversed() { numbers[name.columnKey] = number }
        for (number, name) in names.enumerated().reversed() { numbers[name] = number }
        var isWhole = true
        func number(_ name: String) -> Int? {
            let found = numbers[name] ?? numbers[name.columnKey]
            if found == nil { isWhole = false }
            return found
        }
        for (index, entry) in list.map.entries.enumerated() {
            switch entry.source {
            case .column(let name):
                // A type may be given without quotes.
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
        skips = list.map.skips.compactMap { skip in number(skip.column).map { ($0, Array(skip.value.utf8)) } }
        return isWhole
    }

    /// Checks whether a row is the header.
    private func readHeader(_ row: borrowing ListRow) throws {
        var names: [String] = []
        for index in 0..<row.count { names.append(String(String(decoding: row.field(index)).trimmed())) }
        if firstNames.isEmpty, names.count > 1 { firstNames = names }
        if resolve(names) {
            isHeaderKnown = true
            width = names.count
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
            reason: "the list has no column “\(missing)”\(nearest); its columns are \(firstNames.joined(separator: ", "))")
    }

    func end() throws(IngestError) {
        if !isHeaderKnown, !firstNames.isEmpty { throw missingColumns }
        if let symbol = list.map.entries.firstIndex(where: { $0.field == "SYMBOL" }), sources[symbol] == nil, !firstNames.isEmpty {
            throw missingColumns
        }
    }

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
                    .fieldCount, "found \(row.count) fields, expected \(width); quote fields that contain the separator",
                    field: width)
            }
        }
        // Comments in lists, which have fewer fields.
        if row.count < width, row.field(0).first == ASCII.hash { return 0 }
        for skip in skips where isSkipped(row.field(skip.column), skip.value) { return 0 }
        symbols.begin()
        try resolve(row)
        let type = symbols.type
        let start = record.count
        ListText.append(type.span, to: &record)
        var derived: UInt64 = list.derives && isDerived(.type) ? 1 : 0
        var bit: UInt64 = 2
        for target in targets.dropFirst() {
            record.append(ASCII.comma)
            if try append(target, row, to: &record) { derived |= bit }
            bit <<= 1
        }
        if list.derives {
            record.append(ASCII.comma)
            record.append(span: derivedText(derived).span)
        }
        record.append(ASCII.lineFeed)
        if !definedTypes.contains(type) { define(type, to: &definitions) }
        var lineEnds = -1
        for index in start..<record.count where record[index] == ASCII.lineFeed { lineEnds += 1 }
        return lineEnds
    }

    /// Returns whether a value is one of those to skip: equal, or with the same beginning if that ends with `*`.
    private func isSkipped(_ value: Span<UInt8>, _ skipped: [UInt8]) -> Bool {
        guard skipped.last == ASCII.asterisk else { return value.elementsEqual(skipped) }
        let count = skipped.count - 1
        return value.count >= count && value.extracting(0..<count).elementsEqual(Array(skipped.dropLast()))
    }

    private func define(_ type: [UInt8], to definitions: inout [UInt8]) {
        definedTypes.insert(type)
        ListText.append((Array("#".utf8) + type + Array("::=TYPE".utf8)).span, to: &definitions)
        for target in targets.dropFirst() { definitions += ",\(target.name)".utf8 }
        if list.derives { definitions += ",DERIVED".utf8 }
        definitions.append(ASCII.lineFeed)
    }

    private func derivedText(_ bits: UInt64) -> [UInt8] {
        if let known = derivedTexts[bits] { return known }
        let names = targets.indices.filter { bits >> UInt64($0) & 1 == 1 }.map { targets[$0].name }
        let text = Array(names.joined(separator: ";").utf8)
        derivedTexts[bits] = text
        return text
    }

    // MARK: Values

    /// Returns the number of a field's entry in the mapping; `nil` if it has none.
    private func entry(_ field: ProfileField) -> Int? { list.map.entries.firstIndex { $0.field == field.name } }

    private func isDerived(_ field: ProfileField) -> Bool { symbols.derived.contains(field) }

    /// Calls `body` with the text of an entry, without spaces around it; with an empty text if it is missing.
    private func withText<Result>(
        _ entry: Int?, _ row: borrowing ListRow, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        guard let entry, let source = sources[entry] else { return try body(Span()) }
        let results = list.map.entries[entry].results
        if results.isEmpty, case .column(let column) = source {
            return try body(ListText.value(row.field(column), isSymbol: list.map.entries[entry].field == "SYMBOL"))
        }
        var text: [UInt8] = []
        switch source {
        case .column(let column): text.append(span: ListText.value(row.field(column), isSymbol: false))
        case .constant(let constant): text = constant
        case .template(let pieces):
            for piece in pieces {
                text += piece.text
                if let column = piece.column { text.append(span: ListText.value(row.field(column), isSymbol: true)) }
            }
        }
        if !results.isEmpty { text = Array((results[String(decoding: text, as: UTF8.self)] ?? results["*"] ?? "").utf8) }
        return try body(text.span)
    }

    /// Finds the type, the place and the symbol of a row.
    private func resolve(_ row: borrowing ListRow) throws {
        withText(entry(.type), row) { symbols.given = types.types(of: $0) }
        if symbols.given.isEmpty { withText(entry(.cfi), row) { symbols.given = TypeTable.types(ofCFI: $0) } }
        guard list.derives else {
            withText(entry(.symbol), row) { symbols.keep($0) }
            return
        }
        let country = withText(entry(.country), row) { $0.isEmpty ? nil : venues.country($0) }
        let market = withText(entry(.opol), row) { $0.isEmpty ? nil : venues.market($0, in: country) }
        withText(entry(.currency), row) { symbols.setCurrency($0) }
        let symbol = entry(.symbol)
        let form = symbol.flatMap { list.map.entries[$0].form }
        withText(symbol, row) { symbols.read($0, form, market: market, country: country, &venues) }
        if symbols.symbol.isEmpty {
            throw row.error(.fieldCount, "found no symbol; the column of SYMBOL is empty", field: column(symbol))
        }
    }

    private func column(_ entry: Int?) -> Int {
        if let entry, case .column(let column)? = sources[entry] { return column }
        return 0
    }

    /// Appends the value of a field.
    ///
    /// - Returns: Whether it was derived.
    private func append(_ target: Target, _ row: borrowing ListRow, to record: inout [UInt8]) throws -> Bool {
        guard let field = target.field else {
            withText(target.entry, row) { ListText.append($0, to: &record) }
            return false
        }
        if field == .symbol {
            ListText.append(symbols.symbol.span, to: &record)
            return list.derives && isDerived(.symbol)
        }
        let start = record.count
        let isReplaced = try withText(target.entry, row) { text in
            try append(field, text, target.entry.flatMap { list.map.entries[$0].form }, row, column: column(target.entry), to: &record)
        }
        if !list.derives { return false }
        if record.count > start { return isReplaced }
        let value = symbols.value(of: field)
        ListText.append(value.span, to: &record)
        return !value.isEmpty
    }

    /// Appends a value of the list in the form of its field.
    ///
    /// - Returns: Whether it was replaced by another value.
    private func append(
        _ field: ProfileField, _ text: Span<UInt8>, _ form: ListMap.Form?, _ row: borrowing ListRow, column: Int,
        to record: inout [UInt8]
    ) throws -> Bool {
        if text.isEmpty { return false }
        switch field {
        case .country, .opol:
            guard list.derives else { break }
            // The country of a listing is that of its place. Lists often have the country of the company.
            let value = symbols.value(of: field)
            if value.isEmpty { return false }
            ListText.append(value.span, to: &record)
            return !text.elementsEqual(value)
        case .currency, .baseCurrency:
            let code = ListText.currency(text)
            ListText.append(code.span, to: &record)
            return list.derives && !text.elementsEqual(code)
        case .isin, .cusip, .sedol:
            var value = Array(copying: text)
            let isCompleted = list.derives && ListText.completeCheckDigit(of: &value, field)
            ListText.append(value.span, to: &record)
            return isCompleted
        case .priceIncrements:
            ListText.appendNumber(text, orText: true, to: &record)
            return false
        default: break
        }
        let written = field.kind == .text ? "" : GrammarError.excerpt(String(decoding: text))
        switch field.kind {
        case .number, .integer:
            guard ListText.appendNumber(text, orText: false, to: &record) else {
                throw row.error(
                    .invalidNumber, "\(field.name): found “\(written)”, expected a number",
                    field: column)
            }
        case .date:
            guard let date = ListText.date(text, form) else {
                throw row.error(
                    .invalidDate,
                    "\(field.name): found “\(written)”, expected a date such as 2026-12-31; "
                        + "write \(field.name)=mdy:… or dmy:… if the month or the day is first", field: column)
            }
            record += date.description.utf8
        default: ListText.append(text, to: &record)
        }
        return false
    }
}

extension Span<UInt8> {
    var first: UInt8? { isEmpty ? nil : self[0] }

    func elementsEqual(_ other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}
