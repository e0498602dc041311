internal import ProfileFormat
internal import Scanning

extension MasterPolicy {
    /// Parses a policy.
    ///
    /// - Throws: `MasterPolicyError`, with the first problem of each line.
    package init(parsing text: Span<UInt8>) throws(MasterPolicyError) { self = try PolicyParser.policy(text) }

    /// Parses a policy from a string.
    ///
    /// - Throws: `MasterPolicyError`, with the first problem of each line.
    package init(parsing text: String) throws(MasterPolicyError) { try self.init(parsing: text.utf8Span.span) }
}

/// A parser of policies, with this grammar:
///
/// ```
/// policy    ::= BOM? ( line LF )*
/// line      ::= space* statement? ( "#" any* )? CR?
/// statement ::= "sources" order
///             | "take" ( "fields" | "records" )
///             | "match" "symbol" ( "," "listing" )?
///             | "key" name ":" name
///             | "approve" "overrides"
///             | ( "type" names ( "field" names )? | "field" names ) ":" order
/// order     ::= names "only"?
/// names     ::= name ( "," name )*
/// name      ::= plain+ | '"' ( any but '"' | '""' )+ '"'
/// ```
/// Spaces are allowed between any two of these. A quoted name is never a keyword.
struct PolicyParser {
    /// A problem of a line: its offset in the line, and its reason.
    private struct Fault: Error {
        var position: Int
        var reason: String
    }

    private enum Token: Equatable {
        case word(String)
        case quoted(String)
        case comma, colon, end

        var name: String? {
            switch self {
            case .word(let text): PolicyParser.words.contains(text) ? nil : text
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

    private var policy = MasterPolicy()
    private var line = 0
    /// The lines of the statements that may occur only once.
    private var linesOfOnce: [String: Int] = [:]

    static func policy(_ text: Span<UInt8>) throws(MasterPolicyError) -> MasterPolicy {
        var parser = PolicyParser()
        var problems: [MasterPolicyError.Problem] = []
        // Skip the byte order mark that some editors write.
        var start = text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] != ASCII.lineFeed { end += 1 }
            parser.line += 1
            do throws(Fault) {
                try parser.read(text.extracting(start..<end))
            } catch {
                problems.append(.init(line: parser.line, column: error.position + 1, reason: error.reason))
            }
            start = end + 1
        }
        guard problems.isEmpty else { throw MasterPolicyError(problems: problems) }
        return parser.policy
    }

    // MARK: Statements

    /// Reads a `line`, without its LF.
    private mutating func read(_ line: Span<UInt8>) throws(Fault) {
        guard (try? UTF8Span(validating: line)) != nil else {
            throw Fault(position: 0, reason: "the line isn't UTF-8")
        }
        var cursor = ByteCursor(line)
        var position = 0
        let first = try Self.token(&cursor, &position)
        switch first {
        case .end: return
        case .word("sources"):
            try once("sources", position)
            policy.sources = try Self.order(&cursor)
        case .word("take"): try readTake(&cursor, position)
        case .word("match"): try readMatch(&cursor, position)
        case .word("key"): try readKey(&cursor)
        case .word("approve"): try readApprove(&cursor, position)
        case .word("type"), .word("field"): try readRule(first, &cursor)
        default:
            throw Fault(
                position: position,
                reason: "found \(first.shown); expected sources, take, match, key, approve, type or field")
        }
    }

    /// Reads the rest of a statement after `take`.
    private mutating func readTake(_ cursor: inout ByteCursor, _ start: Int) throws(Fault) {
        var position = 0
        let word = try Self.token(&cursor, &position)
        guard word == .word("fields") || word == .word("records") else {
            throw Fault(position: position, reason: "found \(word.shown); expected fields or records")
        }
        try Self.expectEnd(&cursor)
        try once("take", start)
        policy.takesRecords = word == .word("records")
        if policy.takesRecords, let scope = policy.rules.keys.first(where: { $0.field != nil }) {
            throw Fault(position: position, reason: Self.contradiction(scope.field!))
        }
    }

    /// Reads the rest of a statement after `match`.
    private mutating func readMatch(_ cursor: inout ByteCursor, _ start: Int) throws(Fault) {
        var position = 0
        let symbol = try Self.token(&cursor, &position)
        guard symbol == .word("symbol") else {
            throw Fault(position: position, reason: "found \(symbol.shown); expected symbol, or symbol, listing")
        }
        let next = try Self.token(&cursor, &position)
        guard next == .comma || next == .end else {
            throw Fault(
                position: position, reason: "found \(next.shown); expected \", listing\" or the end of the line")
        }
        if next == .comma {
            let listing = try Self.token(&cursor, &position)
            guard listing == .word("listing") else {
                throw Fault(position: position, reason: "found \(listing.shown); expected listing")
            }
            try Self.expectEnd(&cursor)
        }
        try once("match", start)
        policy.matchesListings = next == .comma
    }

    /// Reads the rest of a statement after `key`.
    private mutating func readKey(_ cursor: inout ByteCursor) throws(Fault) {
        let source = try Self.name(&cursor, "a source")
        try Self.expectColon(&cursor)
        let field = try Self.name(&cursor, "the field that remains when a symbol changes")
        try Self.expectEnd(&cursor)
        if field.name == ProfileField.symbol.name {
            throw Fault(
                position: field.position,
                reason: "found SYMBOL; expected a field that remains when a symbol changes")
        }
        try once("key \(MasterPolicy.written(source.name))", source.position)
        policy.keyFields[source.name] = field.name
    }

    /// Reads the rest of a statement after `approve`.
    private mutating func readApprove(_ cursor: inout ByteCursor, _ start: Int) throws(Fault) {
        var position = 0
        let word = try Self.token(&cursor, &position)
        guard word == .word("overrides") else {
            throw Fault(position: position, reason: "found \(word.shown); expected overrides")
        }
        try Self.expectEnd(&cursor)
        try once("approve overrides", start)
        policy.approvesOverrides = true
    }

    /// Reads the rest of a statement after `type` or `field`.
    private mutating func readRule(_ first: Token, _ cursor: inout ByteCursor) throws(Fault) {
        var types: [Name] = []
        var fields: [Name] = []
        var position = 0
        var next = Token.end
        if first == .word("type") {
            (types, next) = try Self.names(&cursor, "a type", &position)
        }
        if first == .word("field") || next == .word("field") {
            (fields, next) = try Self.names(&cursor, "a field", &position)
        }
        guard next == .colon else {
            let also = fields.isEmpty ? "\",\", field or \":\"" : "\",\" or \":\""
            throw Fault(position: position, reason: "found \(next.shown); expected \(also)")
        }
        let start = cursor.position
        let order = try Self.order(&cursor)
        for type in types.map(Optional.some) + (types.isEmpty ? [nil] : []) {
            for field in fields.map(Optional.some) + (fields.isEmpty ? [nil] : []) {
                try check(type: type, field: field, order, start)
                let scope = MasterPolicy.Scope(type: type?.name, field: field?.name)
                try once(scope.description, (field ?? type)!.position)
                policy.rules[scope] = order
            }
        }
    }

    private func check(type: Name?, field: Name?, _ order: MasterPolicy.Order, _ start: Int) throws(Fault) {
        guard let field else { return }
        if policy.takesRecords { throw Fault(position: field.position, reason: Self.contradiction(field.name)) }
        if field.name == ProfileField.type.name, type != nil {
            throw Fault(
                position: field.position,
                reason: "the type decides which rules apply, so its rule can't depend on a type; write field TYPE alone"
            )
        }
        if order.isOnly, [ProfileField.type.name, ProfileField.symbol.name].contains(field.name) {
            throw Fault(
                position: start,
                reason:
                    "every instrument has a \(field.name), so other sources must be able to provide it; omit \"only\""
            )
        }
    }

    private static func contradiction(_ field: String) -> String {
        "with take records, all fields come from one source, but there is a rule for \(field); write take fields"
    }

    /// Records a statement that may occur only once.
    private mutating func once(_ what: String, _ position: Int) throws(Fault) {
        if let before = linesOfOnce.updateValue(line, forKey: what) {
            throw Fault(position: position, reason: "\(what) is already in line \(before); remove one of them")
        }
    }

    // MARK: Parts

    private typealias Name = (name: String, position: Int)

    /// Reads an `order`, up to the end of the line.
    private static func order(_ cursor: inout ByteCursor) throws(Fault) -> MasterPolicy.Order {
        var position = 0
        let (names, next) = try names(&cursor, "a source", &position)
        for (index, name) in names.enumerated() where names[..<index].contains(where: { $0.name == name.name }) {
            throw Fault(position: name.position, reason: "\(name.name) occurs twice in this order")
        }
        if next == .word("only") {
            try expectEnd(&cursor)
        } else if next != .end {
            throw Fault(position: position, reason: "found \(next.shown); expected \",\", only or the end of the line")
        }
        return MasterPolicy.Order(sources: names.map(\.name), isOnly: next == .word("only"))
    }

    /// Reads `names` and the token after them. Sets `position` to the start of that token.
    private static func names(
        _ cursor: inout ByteCursor, _ what: String, _ position: inout Int
    ) throws(Fault) -> ([Name], Token) {
        var names = [try name(&cursor, what)]
        while true {
            let next = try token(&cursor, &position)
            guard next == .comma else { return (names, next) }
            names.append(try name(&cursor, what))
        }
    }

    private static func name(_ cursor: inout ByteCursor, _ what: String) throws(Fault) -> Name {
        var position = 0
        let token = try token(&cursor, &position)
        guard let name = token.name, !name.isEmpty else {
            var hint = ""
            if case .word(let word) = token { hint = "; put the name \"\(word)\" in double quotes" }
            throw Fault(position: position, reason: "found \(token.shown); expected \(what)\(hint)")
        }
        return (name, position)
    }

    private static func expectColon(_ cursor: inout ByteCursor) throws(Fault) {
        var position = 0
        let token = try token(&cursor, &position)
        guard token == .colon else {
            throw Fault(position: position, reason: "found \(token.shown); expected \":\"")
        }
    }

    private static func expectEnd(_ cursor: inout ByteCursor) throws(Fault) {
        var position = 0
        let token = try token(&cursor, &position)
        guard token == .end else {
            throw Fault(position: position, reason: "found \(token.shown); expected the end of the line")
        }
    }

    // MARK: Tokens

    /// Reads the next token, and sets `position` to its start. Leading spaces are skipped.
    private static func token(_ cursor: inout ByteCursor, _ position: inout Int) throws(Fault) -> Token {
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

    /// Reads a quoted name. The cursor must be at the opening quote; it ends after the closing one.
    private static func quoted(_ cursor: inout ByteCursor) throws(Fault) -> String {
        let start = cursor.position
        var text: [UInt8] = []
        _ = cursor.next()
        while let byte = cursor.next() {
            if byte == ASCII.quote, !cursor.skip(ASCII.quote) { return String(decoding: text.span) }
            text.append(byte)
        }
        throw Fault(position: start, reason: "the quote is not closed on its line")
    }
}
