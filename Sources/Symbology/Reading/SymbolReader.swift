public import Scanning

/// Reads a text as an instrument in foreign notations.
///
/// The day and the country resolve ambiguities: one-digit years, and whether the day or the month comes first in dates.
public struct SymbolReader: Sendable {
    /// The table of places.
    public let places: SymbolPlaces
    /// The day of reading: `ESZ6` is the contract of the nearest December that has not passed.
    public let day: CalendarDate
    /// The country whose order of day and month is tried first, ISO 3166-1 alpha-2.
    public let country: String
    let clock: ReadingClock

    /// Creates a reader for texts of a given day.
    ///
    /// - Parameters:
    ///   - places: The table of places.
    ///   - day: The day of reading.
    ///   - country: The country whose order of day and month is tried first if a text names no place. For `US`, that is
    ///     the month before the day.
    public init(places: SymbolPlaces = .bundled, on day: CalendarDate, country: String = "US") {
        self.places = places
        self.day = day
        self.country = country
        clock = ReadingClock(day, country: country)
    }

    /// Returns all readings of a text, best first; empty if the text has no known meaning.
    ///
    /// - Complexity: O(`text.utf8.count`).
    public func read(_ text: String) -> [SymbolReading] {
        var readings: [SymbolReading] = []
        read(text.utf8Span.span, into: &readings)
        return readings
    }

    /// Replaces the contents of `readings` by all readings of a text, best first. Reusing the array avoids allocations.
    package func read(_ text: Span<UInt8>, into readings: inout [SymbolReading]) {
        readings.removeAll(keepingCapacity: true)
        let text = Self.withoutPunctuation(text)
        let symbol = Self.withoutAttributes(text)
        if symbol.count < text.count { return readStripped(text, symbol, &readings) }
        if readOrder(text, &readings) { return }
        readWhole(text, &readings)
    }

    // MARK: Attributes of feeds

    /// Returns a text without the attributes that feeds append to symbols, such as `{=d}` for daily candles or `&Q` for
    /// an exchange.
    @_lifetime(copy text)
    private static func withoutAttributes(_ text: Span<UInt8>) -> Span<UInt8> {
        var end = text.count
        while end > 0, text[end - 1] == UInt8(ascii: "}"),
            let brace = (0..<end).last(where: { text[$0] == UInt8(ascii: "{") })
        {
            end = brace
        }
        if end > 2, text[end - 2] == UInt8(ascii: "&"), text[end - 1].isASCIILetter { end -= 2 }
        return text.extracting(0..<end)
    }

    /// Reads a symbol that has attributes, which the readings contain separately. `M&M` is first read as a whole,
    /// because it is more likely the ticker in Mumbai than `M` with the attribute for exchange M.
    private func readStripped(_ text: Span<UInt8>, _ symbol: Span<UInt8>, _ readings: inout [SymbolReading]) {
        if symbol.count == 1 { readWhole(text, &readings) }
        var stripped: [SymbolReading] = []
        readWhole(symbol, &stripped)
        let attributes = String(decoding: text.extracting(symbol.count..<text.count))
        for reading in stripped {
            readings.append(SymbolReading(reading.reference, reading.notation, attributes: attributes))
        }
    }

    private func readWhole(_ text: Span<UInt8>, _ readings: inout [SymbolReading]) {
        var upper = InlineArray<64, UInt8>(repeating: 0)
        var written = InlineArray<64, UInt8>(repeating: 0)
        var upperBytes = upper.mutableSpan
        var writtenBytes = written.mutableSpan
        guard let shape = TextShape(text, upper: &upperBytes, written: &writtenBytes) else {
            return readLong(text, &readings)
        }
        let symbol = SymbolText(
            upper: upper.span.extracting(0..<shape.count), written: written.span.extracting(0..<shape.count),
            shape: shape,
            table: places.table, clock: clock)
        symbol.read(&readings)
    }

    /// Reads a text that is longer than any notation or contains non-ASCII characters: a long spread, or a sentence
    /// that contains an identifier.
    private func readLong(_ text: Span<UInt8>, _ readings: inout [SymbolReading]) {
        if text.count > TextShape.capacity, text[0] == ASCII.equals {
            readings.append(.init(.symbol(String(decoding: text)), .ipf))
            return
        }
        guard text.count <= Self.sentenceLimit else { return }
        let scanner = IdentifierScanner(text)
        guard let number = scanner.labeled() ?? scanner.twelve(places.table) ?? scanner.national() else { return }
        readings.append(.init(.identifier(number), .identifier))
    }

    /// The maximum length of a sentence that is searched for an identifier.
    private static let sentenceLimit = 256

    /// Returns a text without quotation marks, brackets and commas at its ends, which may have been copied with it.
    @_lifetime(copy text)
    private static func withoutPunctuation(_ text: Span<UInt8>) -> Span<UInt8> {
        var range = 0..<text.count
        while let last = range.last, isSpace(text[last]) || isClosing(text[last]) { range.removeLast() }
        while let first = range.first, isSpace(text[first]) || isOpening(text[first]) { range.removeFirst() }
        return text.extracting(range)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == 0x09 }

    private static func isClosing(_ byte: UInt8) -> Bool {
        switch byte {
        case ASCII.comma, UInt8(ascii: ";"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ")"),
            UInt8(ascii: "]"), UInt8(ascii: ">"):
            true
        default: false
        }
    }

    private static func isOpening(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): true
        default: false
        }
    }

    // MARK: Orders

    /// Reads an order line of a trading platform, of which quantity and price are ignored: `BUY +1 AAPL 100 15 JAN 27
    /// 260 CALL @3.20`. Returns whether the text is an order.
    private func readOrder(_ text: Span<UInt8>, _ readings: inout [SymbolReading]) -> Bool {
        guard text.count > 3, text.count <= TextShape.capacity, Self.mayBeOrder(text) else { return false }
        var words = text.split()
        if words.first.map({ Self.isAction(text.extracting($0)) }) ?? false { words.removeFirst() }
        guard words.count >= 2, Self.isQuantity(text.extracting(words[0])) else { return false }
        words.removeFirst()
        if let price = words.firstIndex(where: { text[$0.lowerBound] == UInt8(ascii: "@") }) {
            words.removeSubrange(price...)
        }
        // In an option order, the number of shares per contract follows the root.
        if words.count >= 6, text.extracting(words[1]).equalsIgnoringCase("100") { words.remove(at: 1) }
        words.removeAll { text[$0.lowerBound] == UInt8(ascii: "(") }
        var rest: [UInt8] = []
        for word in words {
            if !rest.isEmpty { rest.append(ASCII.space) }
            for index in word { rest.append(text[index]) }
        }
        readWhole(rest.span, &readings)
        return true
    }

    /// Returns whether a text starts like an order: with a sign, or with BU, BO, SE or SO.
    private static func mayBeOrder(_ text: Span<UInt8>) -> Bool {
        switch (text[0] & 0xDF, text[1] & 0xDF) {
        case (UInt8(ascii: "B"), UInt8(ascii: "U")), (UInt8(ascii: "B"), UInt8(ascii: "O")),
            (UInt8(ascii: "S"), UInt8(ascii: "E")), (UInt8(ascii: "S"), UInt8(ascii: "O")):
            true
        default: text[0] == ASCII.plus || text[0] == ASCII.minus
        }
    }

    private static func isAction(_ word: Span<UInt8>) -> Bool {
        let actions: InlineArray<4, StaticString> = ["BUY", "SELL", "BOT", "SOLD"]
        for index in actions.indices where word.equalsIgnoringCase(actions[index]) { return true }
        return false
    }

    /// Returns whether a word is a sign followed by a number: `+1`, `-10`.
    private static func isQuantity(_ word: Span<UInt8>) -> Bool {
        guard word.count >= 2, word[0] == ASCII.plus || word[0] == ASCII.minus else { return false }
        for index in 1..<word.count where !word[index].isASCIIDigit { return false }
        return true
    }
}

extension Span<UInt8> {
    /// Returns the ranges of the words that spaces separate.
    fileprivate func split() -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start = 0
        for index in 0...count where index == count || self[index] == ASCII.space {
            if index > start { words.append(start..<index) }
            start = index + 1
        }
        return words
    }

    /// Returns whether the text equals a word in capitals, ignoring case.
    func equalsIgnoringCase(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        // SAFETY: A static string's bytes are constant data, and the index is below their count.
        let bytes = unsafe word.utf8Start
        for index in indices {
            guard unsafe self[index].asciiUppercased == bytes[index] else { return false }
        }
        return true
    }
}

/// One meaning of a text.
public struct SymbolReading: Hashable, Sendable, CustomStringConvertible {
    /// The instrument that the text refers to.
    public let reference: InstrumentReference
    /// The notation of the text.
    public let notation: Notation
    /// The attributes that a feed appends to the symbol, such as `{=d}`, which are not part of the instrument; `nil` if
    /// the text has none.
    public let attributes: String?

    /// Creates a reading.
    package init(_ reference: InstrumentReference, _ notation: Notation, attributes: String? = nil) {
        self.reference = reference
        self.notation = notation
        self.attributes = attributes
    }

    /// The meaning in words, in a stable form: `option, 15 Jan 2027, 260, call`.
    public var description: String {
        reference.description + (attributes.map { "; without the attributes \($0)" } ?? "")
    }
}

/// The notation of a text.
public enum Notation: String, Hashable, Sendable, CaseIterable {
    /// Symbols of this format: `.AAPL270115C260`, `/ESZ26:XCME`, `THYAO:TR`, `EUR/USD`.
    case ipf
    /// The 21 characters of the Options Clearing Corporation, with or without padding: `AAPL  270115C00260000`.
    case occ
    /// Terminals, with a place code and a sector after the ticker: `AAPL US Equity`, `ESZ6 Index`.
    case terminal
    /// Reuters instrument codes: `AAPL.O`, `.SPX`, `ESc1`, `EUR=`.
    case ric
    /// Chart services and sites, with the exchange before a colon: `NASDAQ:AAPL`, `CME_MINI:ES1!`.
    case chart
    /// Finance sites, with a place after a point: `THYAO.IS`, `^GSPC`, `ES=F`, `EURUSD=X`.
    case yahooLike = "yahoo-like"
    /// Option notations of brokers: `AAPL_011527C260`, `AAPL 15JAN27 260 C`.
    case broker
    /// Futures codes of exchanges: `ESZ6`, `ESZ26`.
    case exchange
    /// ISIN, CUSIP, SEDOL, FIGI, WKN, valor.
    case identifier
    /// Text as people type it.
    case typed

    /// The notations that ``SymbolWriter`` writes.
    public static let writable: [Notation] = [.ipf, .occ, .terminal, .ric, .chart, .yahooLike]
}
