import ProfileFormat

/// The UTF-8 bytes of a value. Rows are composed of such values, which avoids allocating a string for each value.
typealias Text = [UInt8]

extension Array where Element == UInt8 {
    init(_ text: String) { self = Array(text.utf8) }

    /// Appends an integer, padded with zeros to `width` digits.
    mutating func append(_ number: Int, width: Int = 1) {
        var power = 1
        var digits = 1
        while digits < width || number / power >= 10 {
            power *= 10
            digits += 1
        }
        while power > 0 {
            append(ASCII.zero + UInt8(number / power % 10))
            power /= 10
        }
    }

    /// Appends `hundredths` / 100 without trailing zeros: `152.5`.
    mutating func appendDecimal(hundredths: Int) {
        append(hundredths / 100)
        let rest = hundredths % 100
        guard rest != 0 else { return }
        append(ASCII.period)
        append(ASCII.zero + UInt8(rest / 10))
        if rest % 10 != 0 { append(ASCII.zero + UInt8(rest % 10)) }
    }

    /// Appends `hundredths` / 100 with two decimals: `152.50`.
    mutating func appendFixed(hundredths: Int) {
        append(hundredths / 100)
        append(ASCII.period)
        append(hundredths % 100, width: 2)
    }
}

/// Collects records, and passes them on in large pieces.
///
/// A value remains set until it is replaced. So the values that all rows of a chain have in common are set only once.
struct RecordWriter {
    private var output: Text = []
    /// The columns of the current type.
    private var fields: [ProfileField] = []
    private var custom: [CustomColumn] = []
    /// The current values: of standard fields by field number, and of custom columns.
    private var values = [Text](repeating: [], count: ProfileField.allCases.count)
    private var customValues: [CustomColumn: Text] = [:]

    static let pieceBytes = 1 << 20

    init() { output.reserveCapacity(Self.pieceBytes + 1 << 14) }

    /// The value of a standard field in the following rows.
    subscript(field: ProfileField) -> Text {
        get { values[Int(field.rawValue)] }
        _modify { yield &values[Int(field.rawValue)] }
    }

    /// The value of a custom column in the following rows.
    subscript(column: CustomColumn) -> Text {
        get { customValues[column, default: []] }
        _modify { yield &customValues[column, default: []] }
    }

    /// Writes the format line of a type, and clears all values.
    mutating func define(_ type: String, _ fields: [ProfileField], _ custom: [CustomColumn] = []) {
        self.fields = fields
        self.custom = custom
        for index in values.indices { values[index] = [] }
        customValues = [:]
        output += "#\(type)::=TYPE".utf8
        for name in fields.map(\.name) + custom.map(\.rawValue) {
            output.append(ASCII.comma)
            output += name.utf8
        }
        output.append(ASCII.lineFeed)
        self[.type] = Text(type)
    }

    /// Writes a row that consists of the current values.
    mutating func write(_ sink: Universe.Sink) throws {
        output += self[.type]
        for field in fields {
            output.append(ASCII.comma)
            if Self.freeTexts.contains(field) { appendQuoted(self[field]) } else { output += self[field] }
        }
        for column in custom {
            output.append(ASCII.comma)
            output += self[column]
        }
        output.append(ASCII.lineFeed)
        if output.count >= Self.pieceBytes { try flush(sink) }
    }

    /// The fields whose values may need quotes.
    private static let freeTexts: [ProfileField] = [.description, .localDescription]

    /// Writes a line unchanged.
    mutating func line(_ text: String) {
        output += text.utf8
        output.append(ASCII.lineFeed)
    }

    /// Passes on the text that was collected.
    mutating func flush(_ sink: Universe.Sink) throws {
        try sink(output.span)
        output.removeAll(keepingCapacity: true)
    }

    private mutating func appendQuoted(_ value: Text) {
        guard value.contains(where: { $0 == ASCII.comma || $0 == ASCII.quote }) else { output += value; return }
        output.append(ASCII.quote)
        for byte in value {
            if byte == ASCII.quote { output.append(ASCII.quote) }
            output.append(byte)
        }
        output.append(ASCII.quote)
    }
}

/// The custom columns of the universe, sorted by the bytes of their names. In a format line, they follow the standard
/// fields.
enum CustomColumn: String, CaseIterable {
    case autocompleteWeight = "AUTOCOMPLETE_WEIGHT"
    case bitipSymbol = "BITIP_SYMBOL"
    case firstInterestDate = "FIRST_INTEREST_DATE"
    case interestRate = "INTEREST_RATE"
    case issueDate = "ISSUE_DATE"
    case lastTradeTime = "LAST_TRADE_TIME"
    case industryCode = "MS_INDUSTRY_CODE"
    case naics = "MS_NAICS"
    case otcPrimaryMarket = "OTC_PRIMARY_MARKET"
    case otcSecurityType = "OTC_SECURITY_TYPE"
    case priceType = "PRICE_TYPE"
    case subtypes = "SUBTYPES"
    case testInstrument = "TEST_INSTRUMENT"
}
