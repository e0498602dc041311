import Scanning

/// Cuts a transform's text into tokens, one at a time (`profile-transforms.md`, section 1).
///
/// What comes after the token read last isn't looked at, since errors are told at that token.
struct TransformLexer {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// Where the token or comment read last begins.
    private(set) var start = 0
    /// Its line, from 1.
    private(set) var startLine = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        start = position
    }

    /// Takes the byte right after the token read last, if it is `byte`: the second half of an operator.
    mutating func skipImmediately(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// The next token.
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

    /// Takes one character; a line end, which may be two, is counted.
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

    /// A letter, `_`, or the first byte of a character from U+0100 on.
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

    /// A text; a line end closes it, too, and stays.
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
            // A line end is a character like others here, and its line counts all the same.
            if byte == ASCII.lineFeed || byte == ASCII.carriageReturn && at(position) != ASCII.lineFeed { line += 1 }
        }
    }

    /// One to three digits, three if the first is 0…3.
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

/// A token of a transform's text (`profile-transforms.md`, section 1).
enum Token: Equatable {
    case end
    /// A word, reserved or a name.
    case word(String)
    /// The value of a text in quotes.
    case text(String)
    case number(Double)
    /// A character of the ASCII range that stands for itself.
    case symbol(UInt8)
    /// Any other character: no token of the language.
    case other

    /// For messages: what was found.
    var description: String {
        switch self {
        case .end: "the end of the text"
        case .word(let word): "'\(GrammarError.excerpt(word))'"
        case .text(let text): "the text '\(GrammarError.excerpt(Secrets.masked(text)))'"
        case .number(let number): "the number \(number.fieldText)"
        case .symbol(let byte): "'\(Character(Unicode.Scalar(byte)))'"
        case .other: "a character that begins no word"
        }
    }
}
