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
/// Spaces are allowed between any two tokens. A quoted name is never a keyword.
struct PolicyParser {
    private typealias Fault = StatementTokens.Fault
    private typealias Token = StatementTokens.Token
    private typealias Name = StatementTokens.Name

    private var policy = MasterPolicy()
    private var line = 0
    /// The lines of the statements read so far that may occur only once, by keyword.
    private var linesOfOnce: [String: Int] = [:]

    static func policy(_ text: Span<UInt8>) throws(MasterPolicyError) -> MasterPolicy {
        var parser = PolicyParser()
        let problems = StatementTokens.problems(text) { (line, number) throws(Fault) in
            parser.line = number
            try parser.read(line)
        }
        guard problems.isEmpty else { throw MasterPolicyError(problems: problems) }
        return parser.policy
    }

    // MARK: Statements

    /// Reads a `line`, without its LF.
    private mutating func read(_ line: Span<UInt8>) throws(Fault) {
        var cursor = ByteCursor(line)
        var position = 0
        let first = try StatementTokens.token(&cursor, &position)
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

    /// Reads the rest of a statement that begins with `take`.
    private mutating func readTake(_ cursor: inout ByteCursor, _ start: Int) throws(Fault) {
        var position = 0
        let word = try StatementTokens.token(&cursor, &position)
        guard word == .word("fields") || word == .word("records") else {
            throw Fault(position: position, reason: "found \(word.shown); expected fields or records")
        }
        try StatementTokens.expectEnd(&cursor)
        try once("take", start)
        policy.takesRecords = word == .word("records")
        if policy.takesRecords, let scope = policy.rules.keys.first(where: { $0.field != nil }) {
            throw Fault(position: position, reason: Self.contradiction(scope.field!))
        }
    }

    /// Reads the rest of a statement that begins with `match`.
    private mutating func readMatch(_ cursor: inout ByteCursor, _ start: Int) throws(Fault) {
        var position = 0
        let symbol = try StatementTokens.token(&cursor, &position)
        guard symbol == .word("symbol") else {
            throw Fault(position: position, reason: "found \(symbol.shown); expected symbol, or symbol, listing")
        }
        let next = try StatementTokens.token(&cursor, &position)
        guard next == .comma || next == .end else {
            throw Fault(
                position: position, reason: "found \(next.shown); expected \", listing\" or the end of the line")
        }
        if next == .comma {
            let listing = try StatementTokens.token(&cursor, &position)
            guard listing == .word("listing") else {
                throw Fault(position: position, reason: "found \(listing.shown); expected listing")
            }
            try StatementTokens.expectEnd(&cursor)
        }
        try once("match", start)
        policy.matchesListings = next == .comma
    }

    /// Reads the rest of a statement that begins with `key`.
    private mutating func readKey(_ cursor: inout ByteCursor) throws(Fault) {
        let source = try StatementTokens.name(&cursor, "a source")
        try StatementTokens.expectColon(&cursor)
        let field = try StatementTokens.name(&cursor, "the field that remains when a symbol changes")
        try StatementTokens.expectEnd(&cursor)
        if field.name == ProfileField.symbol.name {
            throw Fault(
                position: field.position,
                reason: "found SYMBOL; expected a field that remains when a symbol changes")
        }
        try once("key \(MasterPolicy.written(source.name))", source.position)
        policy.keyFields[source.name] = field.name
    }

    /// Reads the rest of a statement that begins with `approve`.
    private mutating func readApprove(_ cursor: inout ByteCursor, _ start: Int) throws(Fault) {
        var position = 0
        let word = try StatementTokens.token(&cursor, &position)
        guard word == .word("overrides") else {
            throw Fault(position: position, reason: "found \(word.shown); expected overrides")
        }
        try StatementTokens.expectEnd(&cursor)
        try once("approve overrides", start)
        policy.approvesOverrides = true
    }

    /// Reads the rest of a statement that begins with `type` or `field`.
    private mutating func readRule(_ first: Token, _ cursor: inout ByteCursor) throws(Fault) {
        var types: [Name] = []
        var fields: [Name] = []
        var position = 0
        var next = Token.end
        if first == .word("type") {
            (types, next) = try StatementTokens.names(&cursor, "a type", &position)
        }
        if first == .word("field") || next == .word("field") {
            (fields, next) = try StatementTokens.names(&cursor, "a field", &position)
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

    /// Notes the line of a statement that may occur only once. Fails if the statement has occurred before.
    private mutating func once(_ what: String, _ position: Int) throws(Fault) {
        if let before = linesOfOnce.updateValue(line, forKey: what) {
            throw Fault(position: position, reason: "\(what) is already in line \(before); remove one of them")
        }
    }

    // MARK: Parts

    /// Reads an `order`, up to the end of the line.
    private static func order(_ cursor: inout ByteCursor) throws(Fault) -> MasterPolicy.Order {
        var position = 0
        let (names, next) = try StatementTokens.names(&cursor, "a source", &position)
        for (index, name) in names.enumerated() where names[..<index].contains(where: { $0.name == name.name }) {
            throw Fault(position: name.position, reason: "\(name.name) occurs twice in this order")
        }
        if next == .word("only") {
            try StatementTokens.expectEnd(&cursor)
        } else if next != .end {
            throw Fault(position: position, reason: "found \(next.shown); expected \",\", only or the end of the line")
        }
        return MasterPolicy.Order(sources: names.map(\.name), isOnly: next == .word("only"))
    }
}
