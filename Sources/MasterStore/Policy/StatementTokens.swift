internal import ProfileFormat
internal import Scanning

/// The lines and words that policies and quality rules share.
///
/// ```
/// line  ::= space* statement? ( "#" any* )? CR?
/// names ::= name ( "," name )*
/// name  ::= plain+ | '"' ( any but '"' | '""' )+ '"'
/// ```
/// Spaces are allowed between any two tokens. A quoted name is never a keyword.
enum StatementTokens {
    /// A problem of a line: its offset in the line, and its reason.
    struct Fault: Error {
        var position: Int
        var reason: String
    }

    enum Token: Equatable {
        case word(String)
        case quoted(String)
        case comma, colon, end

        var name: String? {
            switch self {
            case .word(let text): words.contains(text) ? nil : text
            case .quoted(let text): text
            case .comma, .colon, .end: nil
            }
        }

        var shown: String {
            switch self {
            case .word(let text), .quoted(let text): "\"\(GrammarError.excerpt(text))\""
            case .comma: "\",\""
            case .colon: "\":\""
            case .end: "the end of the line"
            }
        }
    }

    /// The keywords. They are names only in quotes.
    static let words: Set<String> = ["sources", "take", "match", "key", "type", "field", "only"]

    /// Whether a name may contain the byte without quotes.
    static func isPlain(_ byte: UInt8) -> Bool {
        byte > ASCII.space && byte != 0x7F && byte != ASCII.comma && byte != ASCII.colon && byte != ASCII.hash
            && byte != ASCII.quote
    }

    typealias Name = (name: String, position: Int)

    /// Reads `names` and the token after them. Sets `position` to the start of that token.
    static func names(
        _ cursor: inout ByteCursor, _ what: String, _ position: inout Int
    ) throws(Fault) -> ([Name], Token) {
        var names = [try name(&cursor, what)]
        while true {
            let next = try token(&cursor, &position)
            guard next == .comma else { return (names, next) }
            names.append(try name(&cursor, what))
        }
    }

    static func name(_ cursor: inout ByteCursor, _ what: String) throws(Fault) -> Name {
        var position = 0
        let token = try token(&cursor, &position)
        guard let name = token.name, !name.isEmpty else {
            var hint = ""
            if case .word(let word) = token { hint = "; put the name \"\(word)\" in double quotes" }
            throw Fault(position: position, reason: "found \(token.shown); expected \(what)\(hint)")
        }
        return (name, position)
    }

    static func expectColon(_ cursor: inout ByteCursor) throws(Fault) {
        var position = 0
        let token = try token(&cursor, &position)
        guard token == .colon else {
            throw Fault(position: position, reason: "found \(token.shown); expected \":\"")
        }
    }

    static func expectEnd(_ cursor: inout ByteCursor) throws(Fault) {
        var position = 0
        let token = try token(&cursor, &position)
        guard token == .end else {
            throw Fault(position: position, reason: "found \(token.shown); expected the end of the line")
        }
    }

    /// Reads the next token, and sets `position` to its start. Leading spaces are skipped.
    static func token(_ cursor: inout ByteCursor, _ position: inout Int) throws(Fault) -> Token {
        _ = cursor.take { $0 == ASCII.space || $0 == UInt8(ascii: "\t") || $0 == ASCII.carriageReturn }
        position = cursor.position
        switch cursor.peek {
        case nil, ASCII.hash: return .end
        case ASCII.comma:
            _ = cursor.next()
            return .comma
        case ASCII.colon:
            _ = cursor.next()
            return .colon
        case ASCII.quote: return .quoted(try quoted(&cursor))
        default: break
        }
        let range = cursor.take(while: isPlain)
        guard !range.isEmpty else { throw Fault(position: position, reason: "found a control character") }
        return .word(String(decoding: cursor.bytes.extracting(range)))
    }

    /// Reads a quoted name. The cursor must be at the opening quote; afterwards it is after the closing quote.
    static func quoted(_ cursor: inout ByteCursor) throws(Fault) -> String {
        let start = cursor.position
        var text: [UInt8] = []
        _ = cursor.next()
        while let byte = cursor.next() {
            if byte == ASCII.quote, !cursor.skip(ASCII.quote) { return String(decoding: text.span) }
            text.append(byte)
        }
        throw Fault(position: start, reason: "the quote is not closed on its line")
    }

    // MARK: Lines

    /// Reads each line, without its LF, and returns the first problem of each line.
    ///
    /// - Parameter read: Called with a line of valid UTF-8, and its number from 1.
    static func problems(
        _ text: Span<UInt8>, _ read: (Span<UInt8>, Int) throws(Fault) -> Void
    ) -> [MasterPolicyError.Problem] {
        var problems: [MasterPolicyError.Problem] = []
        // Skip the byte order mark that some editors write.
        var start = text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
        var number = 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] != ASCII.lineFeed { end += 1 }
            number += 1
            let line = text.extracting(start..<end)
            do throws(Fault) {
                guard (try? UTF8Span(validating: line)) != nil else {
                    throw Fault(position: 0, reason: "the line isn't UTF-8")
                }
                try read(line, number)
            } catch {
                problems.append(.init(line: number, column: error.position + 1, reason: error.reason))
            }
            start = end + 1
        }
        return problems
    }
}
