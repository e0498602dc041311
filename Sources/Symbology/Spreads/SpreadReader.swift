import Scanning

/// Parses the symbol of a spread, with one function per rule of `spread-symbols.md`.
struct SpreadReader: ~Escapable {
    private let bytes: Span<UInt8>
    private let text: String
    private var position = 0
    /// The end of the legs, where the suffix of the spread begins.
    private var end = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, _ text: String) {
        self.bytes = bytes
        self.text = text
        end = Self.endOfLegs(bytes)
    }

    /// The text after the last leg.
    var suffix: String { String(decoding: bytes.extracting(end..<bytes.count)) }

    /// Returns the position where the suffix begins: `{…}` at the end, and `&X` before that or at the end.
    private static func endOfLegs(_ bytes: Span<UInt8>) -> Int {
        var end = bytes.count
        if end > 0, bytes[end - 1] == UInt8(ascii: "}") {
            for index in 0..<end where bytes[index] == UInt8(ascii: "{") {
                end = index
                break
            }
        }
        return end >= 2 && bytes[end - 2] == UInt8(ascii: "&") && bytes[end - 1].isASCIILetter ? end - 2 : end
    }

    /// The properties of a leg besides its ratio. Legs with equal keys are merged.
    private struct Key: Hashable {
        let symbol: [UInt8]
        let price: Double?
    }

    // MARK: Rules

    /// Parses `spread ::= "=" ["+" | "-"] leg (("+" | "-") leg)*`.
    @_lifetime(self: copy self)
    mutating func legs() throws(GrammarError) -> [SpreadSymbol.Leg] {
        guard peek == ASCII.equals else { throw error("expected '=' at the start") }
        position += 1
        var legs: [(ratio: PlainDecimal, leg: SpreadSymbol.Leg)] = []
        var places: [Key: Int] = [:]
        var sign = 1
        if peek == ASCII.plus || peek == ASCII.minus { sign = takeSign() }
        while true {
            let start = position
            let (read, leg) = try self.leg()
            var ratio = read
            if sign < 0 { ratio.negate() }
            let key = Key(symbol: Array(leg.symbol.utf8), price: leg.price)
            if let known = places[key] {
                guard legs[known].ratio.add(ratio) else {
                    throw error("the sum of the ratios of equal legs has too many digits", at: start)
                }
            } else {
                places[key] = legs.count
                legs.append((ratio, leg))
            }
            if position == end { break }
            sign = takeSign()
        }
        return legs.filter { !$0.ratio.isZero }.map { ratio, leg in
            SpreadSymbol.Leg(ratio: ratio.value, symbol: leg.symbol, price: leg.price)
        }
    }

    @_lifetime(self: copy self)
    private mutating func takeSign() -> Int {
        defer { position += 1 }
        return bytes[position] == ASCII.minus ? -1 : 1
    }

    /// Parses `leg ::= [ratio "*"] symbol ["@" price]`, up to a sign or the end of the legs.
    @_lifetime(self: copy self)
    private mutating func leg() throws(GrammarError) -> (PlainDecimal, SpreadSymbol.Leg) {
        let ratio = try self.ratio()
        let start = position
        while let byte = peek, !isSign(at: position, legStart: start), byte != UInt8(ascii: "@") {
            switch byte {
            case 0...ASCII.space: throw error("found a space; a spread's symbol has none")
            case ASCII.openParenthesis, ASCII.closeParenthesis:
                throw error("found a parenthesis; write each leg separately")
            case ASCII.equals: throw error("found '='; a leg can't be a spread")
            case ASCII.asterisk:
                throw error(start == position ? "found a second '*'" : "expected a ratio such as 0.5 before '*'")
            case UInt8(ascii: "{"), UInt8(ascii: "}"): throw error("found a brace; put {…} after the last leg")
            default: position += 1
            }
        }
        guard position > start else { throw error("expected a leg: an instrument's symbol") }
        let symbol = String(decoding: bytes.extracting(start..<position))
        return (ratio, SpreadSymbol.Leg(ratio: 0, symbol: symbol, price: try price()))
    }

    /// Parses `ratio "*"`, or a ratio directly before `/` or `./`; returns 1 if there is no ratio.
    @_lifetime(self: copy self)
    private mutating func ratio() throws(GrammarError) -> PlainDecimal {
        var stop = position
        while stop < end, bytes[stop].isASCIIDigit || bytes[stop] == ASCII.period { stop += 1 }
        let hasMark = stop < end && bytes[stop] == ASCII.asterisk
        if !hasMark {
            guard stop < end, bytes[stop] == ASCII.slash, stop > position, bytes[position].isASCIIDigit else {
                return .one
            }
            // In `./`, the point belongs to the symbol rather than the ratio.
            if bytes[stop - 1] == ASCII.period { stop -= 1 }
        }
        if hasMark, stop == position { throw error("expected a ratio such as 0.5 before '*'") }
        guard let ratio = PlainDecimal(bytes.extracting(position..<stop)) else {
            throw error("expected a ratio in plain decimals of at most 15 digits, such as 0.5")
        }
        if ratio.isZero { throw error("found a ratio of 0; remove the leg") }
        position = hasMark ? stop + 1 : stop
        return ratio
    }

    /// Parses `["@" price]`. A sign directly after `@` belongs to the price.
    @_lifetime(self: copy self)
    private mutating func price() throws(GrammarError) -> Double? {
        guard peek == UInt8(ascii: "@") else { return nil }
        position += 1
        let start = position
        if peek == ASCII.plus || peek == ASCII.minus { position += 1 }
        let digits = position
        while let byte = peek, byte.isASCIIDigit || byte == ASCII.period { position += 1 }
        let isAtEnd = position == end || bytes[position] == ASCII.plus || bytes[position] == ASCII.minus
        guard isAtEnd, PlainDecimal(bytes.extracting(digits..<position)) != nil,
            let price = DecimalNumber.parse(bytes.extracting(start..<position))
        else {
            position = start
            throw error("expected a price in plain decimals after '@', such as 285.5")
        }
        return price == 0 ? 0 : price
    }

    /// Returns whether a sign separates legs. The sign of an option's negative strike does not: `./CLZ26P-5`.
    private func isSign(at place: Int, legStart: Int) -> Bool {
        guard bytes[place] == ASCII.plus || bytes[place] == ASCII.minus else { return false }
        guard place > legStart, bytes[legStart] == ASCII.period, place + 1 < end, bytes[place + 1].isASCIIDigit else {
            return true
        }
        return bytes[place - 1] != UInt8(ascii: "C") && bytes[place - 1] != UInt8(ascii: "P")
    }

    private var peek: UInt8? { position < end ? bytes[position] : nil }

    private func error(_ reason: String, at place: Int? = nil) -> GrammarError {
        GrammarError(grammar: "spread symbol", reason: reason, text: text, byteOffset: place ?? position)
    }
}

/// A decimal number of at most 15 digits that can be added exactly.
struct PlainDecimal {
    private var mantissa: Int
    private var decimals: Int

    static let one = PlainDecimal(mantissa: 1, decimals: 0)

    private init(mantissa: Int, decimals: Int) {
        self.mantissa = mantissa
        self.decimals = decimals
    }

    /// Parses `digits ["." [digits]] | "." digits`.
    init?(_ text: Span<UInt8>) {
        var mantissa = 0
        var decimals: Int?
        var digits = 0
        var hasDigits = false
        for index in 0..<text.count {
            if text[index] == ASCII.period, decimals == nil {
                decimals = 0
            } else if text[index].isASCIIDigit {
                mantissa = mantissa * 10 + text[index].digitValue
                decimals = decimals.map { $0 + 1 }
                hasDigits = true
                // A zero before the point is not counted, because the canonical form adds it anyway.
                if mantissa > 0 || decimals != nil { digits += 1 }
                if digits > 15 { return nil }
            } else {
                return nil
            }
        }
        guard hasDigits else { return nil }
        self.init(mantissa: mantissa, decimals: decimals ?? 0)
    }

    var isZero: Bool { mantissa == 0 }

    /// The nearest double.
    var value: Double { Double(mantissa) / Self.power(decimals) }

    mutating func negate() { mantissa = -mantissa }

    /// Adds another decimal. If the sum has too many digits, changes nothing and returns `false`.
    mutating func add(_ other: PlainDecimal) -> Bool {
        let decimals = max(decimals, other.decimals)
        let (a, tooLong) = mantissa.multipliedReportingOverflow(by: Int(Self.power(decimals - self.decimals)))
        let (b, alsoTooLong) = other.mantissa.multipliedReportingOverflow(
            by: Int(Self.power(decimals - other.decimals)))
        let (sum, overflow) = a.addingReportingOverflow(b)
        guard !tooLong, !alsoTooLong, !overflow, sum.magnitude < 1_000_000_000_000_000 else { return false }
        self = PlainDecimal(mantissa: sum, decimals: decimals)
        return true
    }

    private static func power(_ exponent: Int) -> Double { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
