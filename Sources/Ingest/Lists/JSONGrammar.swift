import Scanning

/// A position between two tokens of a JSON text. It determines which tokens may follow. Tokens are brackets, commas,
/// colons, strings and other values.
struct JSONGrammar {
    private enum Expected {
        case value, valueOrEnd, name, nameOrEnd, colon, commaOrEnd
    }

    /// The objects and arrays that are open, as `{` and `[`.
    private(set) var open: [UInt8] = []
    private var expected = Expected.value

    private static let object = UInt8(ascii: "{")
    private static let array = UInt8(ascii: "[")

    /// Accepts the token that begins with a byte, if such a token may follow.
    ///
    /// - Returns: Whether such a token may follow.
    mutating func advance(_ byte: UInt8) -> Bool {
        switch (byte, expected) {
        case (ASCII.comma, .commaOrEnd): expected = open.last == Self.object ? .name : .value
        case (ASCII.colon, .colon): expected = .value
        case (ASCII.quote, .name), (ASCII.quote, .nameOrEnd): expected = .colon
        case (UInt8(ascii: "}"), .nameOrEnd), (UInt8(ascii: "]"), .valueOrEnd): close()
        case (UInt8(ascii: "}"), .commaOrEnd), (UInt8(ascii: "]"), .commaOrEnd):
            guard open.last == byte - 2 else { return false }
            close()
        case (Self.object, .value), (Self.object, .valueOrEnd):
            open.append(byte)
            expected = .nameOrEnd
        case (Self.array, .value), (Self.array, .valueOrEnd):
            open.append(byte)
            expected = .valueOrEnd
        case (_, .value), (_, .valueOrEnd):
            guard byte == ASCII.quote || byte == ASCII.minus || byte.isASCIIDigit || byte.isASCIILetter else {
                return false
            }
            endValue()
        default: return false
        }
        return true
    }

    /// Accepts a complete value.
    mutating func endValue() { expected = open.isEmpty ? .value : .commaOrEnd }

    private mutating func close() {
        open.removeLast()
        endValue()
    }

    /// The tokens that may follow, as words for an error.
    var expectation: String {
        switch expected {
        case .value: "a value"
        case .valueOrEnd: "a value or ]"
        case .name: "a name in quotes"
        case .nameOrEnd: "a name in quotes or }"
        case .colon: "a colon"
        case .commaOrEnd: open.last == Self.object ? "a comma or }" : "a comma or ]"
        }
    }
}
