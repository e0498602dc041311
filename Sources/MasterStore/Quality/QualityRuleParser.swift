internal import ProfileFormat
internal import Scanning

extension QualityRules {
    /// Parses rules.
    ///
    /// - Throws: `MasterPolicyError`, with the first problem of each line.
    package init(parsing text: String) throws(MasterPolicyError) {
        self = try QualityRuleParser.rules(text.utf8Span.span)
    }
}

/// A parser of quality rules, with this grammar:
///
/// ```
/// rules     ::= BOM? ( line LF )*
/// statement ::= ( "hold" | "warn" ) ( "source" names )? ( "type" names )? "field" names ":" check
/// check     ::= "required"
///             | "one" "of" names
///             | "change" ( "none" | number "%"? )
///             | "unique" ( "with" names )?
///             | "count" name range
/// number    ::= digit+ ( "." digit+ )?
/// range     ::= digit+ ".." digit* | ".." digit+
/// ```
/// Lines and names have the syntax of policies (`StatementTokens`).
struct QualityRuleParser {
    private typealias Fault = StatementTokens.Fault
    private typealias Token = StatementTokens.Token
    private typealias Name = StatementTokens.Name

    private var rules = QualityRules()
    private var line = 0
    /// The line numbers of the rules read so far, by the rules in normal form.
    private var lines: [String: Int] = [:]

    static func rules(_ text: Span<UInt8>) throws(MasterPolicyError) -> QualityRules {
        var parser = QualityRuleParser()
        let problems = StatementTokens.problems(text) { (line, number) throws(Fault) in
            parser.line = number
            try parser.read(line)
        }
        guard problems.isEmpty else { throw MasterPolicyError(problems: problems, subject: "rules") }
        return parser.rules
    }

    // MARK: Statements

    /// Reads a `line`, without its LF.
    private mutating func read(_ line: Span<UInt8>) throws(Fault) {
        var cursor = ByteCursor(line)
        var position = 0
        let action = try StatementTokens.token(&cursor, &position)
        if action == .end { return }
        guard action == .word("hold") || action == .word("warn") else {
            throw Fault(position: position, reason: "found \(action.shown); expected hold or warn")
        }
        let start = position
        let sources = try Self.scope("source", "a source", &cursor)
        let types = try Self.scope("type", "a type", &cursor)
        let fields = try Self.scope("field", "a field", &cursor)
        guard !fields.isEmpty else {
            let next = try StatementTokens.token(&cursor, &position)
            let scopes =
                types.isEmpty ? sources.isEmpty ? "source, type or field" : "\",\", type or field" : "\",\" or field"
            throw Fault(position: position, reason: "found \(next.shown); expected \(scopes)")
        }
        let next = try StatementTokens.token(&cursor, &position)
        guard next == .colon else {
            throw Fault(position: position, reason: "found \(next.shown); expected \",\" or \":\"")
        }
        let check = try Self.check(&cursor, fields)
        for field in fields {
            let rule = QualityRule(
                holds: action == .word("hold"), sources: sources.map(\.name), types: types.map(\.name),
                field: field.name, check: check)
            if let before = lines.updateValue(self.line, forKey: rule.description) {
                throw Fault(position: start, reason: "this rule is already in line \(before); remove one of them")
            }
            rules.rules.append(rule)
        }
    }

    /// Reads a keyword and the names after it. If the next token is another one, reads nothing and returns no names.
    private static func scope(
        _ word: String, _ what: String, _ cursor: inout ByteCursor
    ) throws(Fault) -> [Name] {
        var position = 0
        var ahead = cursor
        guard try StatementTokens.token(&ahead, &position) == .word(word) else { return [] }
        cursor = ahead
        var names: [Name] = []
        repeat {
            names.append(try StatementTokens.name(&cursor, what))
            ahead = cursor
            if try StatementTokens.token(&ahead, &position) != .comma { return names }
            cursor = ahead
        } while true
    }

    // MARK: Checks

    private static func check(_ cursor: inout ByteCursor, _ fields: [Name]) throws(Fault) -> QualityRule.Check {
        var position = 0
        let kind = try StatementTokens.token(&cursor, &position)
        let symbol = fields.first { $0.name == ProfileField.symbol.name }
        if let symbol, kind != .word("one"), kind != .word("count") {
            throw Fault(
                position: symbol.position,
                reason: "found SYMBOL; expected another field, because each instrument has its own symbol")
        }
        switch kind {
        case .word("required"):
            try StatementTokens.expectEnd(&cursor)
            return .required
        case .word("one"): return .allowed(try allowed(&cursor))
        case .word("change"): return try change(&cursor, fields)
        case .word("unique"): return .unique(with: try uniqueWith(&cursor))
        case .word("count"): return try count(&cursor)
        default:
            throw Fault(
                position: position,
                reason: "found \(kind.shown); expected required, one of, change, unique or count")
        }
    }

    private static func allowed(_ cursor: inout ByteCursor) throws(Fault) -> [String] {
        var position = 0
        let word = try StatementTokens.token(&cursor, &position)
        guard word == .word("of") else {
            throw Fault(position: position, reason: "found \(word.shown); expected of")
        }
        let (texts, next) = try StatementTokens.names(&cursor, "a value", &position)
        guard next == .end else {
            throw Fault(position: position, reason: "found \(next.shown); expected \",\" or the end of the line")
        }
        return texts.map(\.name)
    }

    private static func change(_ cursor: inout ByteCursor, _ fields: [Name]) throws(Fault) -> QualityRule.Check {
        var position = 0
        let token = try StatementTokens.token(&cursor, &position)
        guard case .word(var text) = token,
            text == "none" || isNumber(text.hasSuffix("%") ? text.dropLast() : text[...])
        else {
            throw Fault(position: position, reason: "found \(token.shown); expected none, or a bound such as 5 or 10%")
        }
        try StatementTokens.expectEnd(&cursor)
        if text == "none" { return .change(bound: nil, isPercent: false) }
        for field in fields {
            switch ProfileField(name: field.name)?.kind {
            case .text, .date:
                throw Fault(
                    position: position,
                    reason: "found \"\(text)\"; expected none, because \(field.name) is not a number")
            case .integer, .number, nil: break
            }
        }
        let isPercent = text.hasSuffix("%")
        if isPercent { text.removeLast() }
        return .change(bound: text, isPercent: isPercent)
    }

    private static func uniqueWith(_ cursor: inout ByteCursor) throws(Fault) -> [String] {
        var position = 0
        let word = try StatementTokens.token(&cursor, &position)
        if word == .end { return [] }
        guard word == .word("with") else {
            throw Fault(position: position, reason: "found \(word.shown); expected with or the end of the line")
        }
        let (names, next) = try StatementTokens.names(&cursor, "a field", &position)
        guard next == .end else {
            throw Fault(position: position, reason: "found \(next.shown); expected \",\" or the end of the line")
        }
        return names.map(\.name)
    }

    private static func count(_ cursor: inout ByteCursor) throws(Fault) -> QualityRule.Check {
        let value = try StatementTokens.name(&cursor, "the value to count")
        var position = 0
        let token = try StatementTokens.token(&cursor, &position)
        guard case .word(let text) = token, let range = range(text) else {
            throw Fault(
                position: position,
                reason: "found \(token.shown); expected a range such as 5000..9000, 5000.. or ..9000")
        }
        try StatementTokens.expectEnd(&cursor)
        return .count(value.name, least: range.least, most: range.most)
    }

    /// Reads a `range`; `nil` if the text has another form, or if the range is empty.
    private static func range(_ text: String) -> (least: Int?, most: Int?)? {
        guard let dots = text.firstRange(of: "..") else { return nil }
        let parts = [text[..<dots.lowerBound], text[dots.upperBound...]]
        let bounds = parts.map { $0.utf8.allSatisfy(\.isASCIIDigit) ? Int($0) : nil }
        guard zip(parts, bounds).allSatisfy({ $0.isEmpty == ($1 == nil) }) else { return nil }
        if bounds[0] == nil, bounds[1] == nil { return nil }
        if let least = bounds[0], let most = bounds[1], least > most { return nil }
        return (bounds[0], bounds[1])
    }

    private static func isNumber(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }
    }
}
