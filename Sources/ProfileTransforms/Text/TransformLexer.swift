import Scanning

/// Splits the text of a transform into tokens, one at a time (`profile-transforms.md`, section 1).
///
/// The lexer never reads beyond the current token, because errors are reported at its position.
struct TransformLexer {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// The start of the last token or comment.
    private(set) var start = 0
    /// The line of `start`, from 1.
    private(set) var startLine = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        start = position
    }

    /// Consumes `byte`, as the second character of an operator, if it directly follows the last token. Returns whether
    /// it does.
    mutating func skipImmediately(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Returns the next token.
    mutating func next() -> Token {
        while position < bytes.count {
            if bytes[position] <= ASCII.space {
                skipBlank()
            } else if bytes[position] == ASCII.slash,
                at(position + 1) == ASCII.slash || at(position + 1) == ASCII.asterisk
            {
                skipComment()
            } else {
                return token()
            }
        }
        return .end
    }

    private func at(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    // MARK: Blanks and comments

    /// Consumes one character. Counts line ends, which may consist of two bytes.
    private mutating func skipBlank() {
        let byte = bytes[position]
        position += 1
        if byte == ASCII.carriageReturn, at(position) == ASCII.lineFeed { position += 1 }
        if byte == ASCII.carriageReturn || byte == ASCII.lineFeed { line += 1 }
    }

    private mutating func begin() {
        start = position
        startLine = line
    }

    private mutating func skipComment() {
        begin()
        let isBlock = bytes[position + 1] == ASCII.asterisk
        position += 2
        while position < bytes.count {
            let byte = bytes[position]
            if isBlock, byte == ASCII.asterisk, at(position + 1) == ASCII.slash {
                position += 2
                return
            }
            if !isBlock, byte == ASCII.lineFeed || byte == ASCII.carriageReturn { return }
            skipBlank()
        }
    }

    // MARK: Tokens

    private mutating func token() -> Token {
        begin()
        let byte = bytes[position]
        switch byte {
        case ASCII.zero...ASCII.zero + 9, ASCII.period: return number()
        case ASCII.quote, UInt8(ascii: "'"): return text(until: byte)
        case _ where Self.beginsWord(byte): return word()
        case 0..<0x80:
            position += 1
            return .symbol(byte)
        default:
            skipScalar()
            return .other
        }
    }

    /// Returns whether a byte starts a word: a letter, `_`, or the first byte of a character from U+0100 on.
    private static func beginsWord(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte == ASCII.underscore || byte >= 0xC4
    }

    private mutating func skipScalar() {
        position += 1
        while let byte = at(position), byte & 0xC0 == 0x80 { position += 1 }
    }

    private mutating func word() -> Token {
        while let byte = at(position), Self.beginsWord(byte) || byte.isASCIIDigit || byte == ASCII.period {
            skipScalar()
        }
        return .word(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func number() -> Token {
        var value = 0.0
        var scale = 1.0
        var seenPoint = false
        while let byte = at(position) {
            if byte == ASCII.period, !seenPoint {
                seenPoint = true
            } else if byte.isASCIIDigit {
                value = value * 10 + Double(byte.digitValue)
                if seenPoint { scale *= 10 }
            } else {
                break
            }
            position += 1
        }
        return .number(value / scale)
    }

    /// Reads a quoted text up to `quote`. A line end also ends the text, but is not consumed.
    private mutating func text(until quote: UInt8) -> Token {
        position += 1
        var value: [UInt8] = []
        while let byte = at(position), byte != ASCII.lineFeed, byte != ASCII.carriageReturn {
            position += 1
            if byte == quote { break }
            if byte == UInt8(ascii: "\\") {
                escape(into: &value)
            } else {
                value.append(byte)
            }
        }
        return .text(String(decoding: value, as: UTF8.self))
    }

    private mutating func escape(into value: inout [UInt8]) {
        guard let byte = at(position) else { return }
        if byte & 0xF8 == ASCII.zero { return octal(into: &value) }
        position += 1
        switch byte {
        case UInt8(ascii: "a"): value.append(7)
        case UInt8(ascii: "b"): value.append(8)
        case UInt8(ascii: "f"): value.append(12)
        case UInt8(ascii: "n"): value.append(10)
        case UInt8(ascii: "r"): value.append(13)
        case UInt8(ascii: "t"): value.append(9)
        case UInt8(ascii: "v"): value.append(11)
        default:
            value.append(byte)
            // Here, a line end is an ordinary character, but it is still counted.
            if byte == ASCII.lineFeed || byte == ASCII.carriageReturn && at(position) != ASCII.lineFeed { line += 1 }
        }
    }

    /// Reads an octal number of up to three digits, or of up to two digits if the first digit is greater than 3.
    private mutating func octal(into value: inout [UInt8]) {
        let most = bytes[position] <= ASCII.zero + 3 ? 3 : 2
        var code = 0
        var count = 0
        while count < most, let byte = at(position), byte & 0xF8 == ASCII.zero {
            code = code * 8 + byte.digitValue
            position += 1
            count += 1
        }
        value += Array(Unicode.Scalar(UInt8(code)).utf8)
    }
}

/// A token in the text of a transform (`profile-transforms.md`, section 1).
enum Token: Equatable {
    case end
    /// A reserved word or a name.
    case word(String)
    /// The value of a quoted text.
    case text(String)
    case number(Double)
    /// An ASCII character that is a token by itself.
    case symbol(UInt8)
    /// Any other character. The language does not use it.
    case other

    /// A description of the token for error messages.
    var description: String {
        switch self {
        case .end: "the end of the text"
        case .word(let word): "'\(GrammarError.excerpt(word))'"
        case .text(let text): "the text '\(GrammarError.excerpt(Secrets.masked(text)))'"
        case .number(let number): "the number \(number.fieldText)"
        case .symbol(let byte): "'\(Character(Unicode.Scalar(byte)))'"
        case .other: "an unexpected character"
        }
    }
}
