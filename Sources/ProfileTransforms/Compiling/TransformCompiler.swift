import MarketRules
import ProfileFormat
import Scanning

/// A recursive-descent compiler with one function per rule of `profile-transforms.md`, section 2.
///
/// An error is reported at the token that was read last, so rules read ahead only if necessary. Each new operation is
/// evaluated once on a nearly empty profile (section 6), which detects constants that cannot be converted.
///
/// It is a class, so that nested rules share one instance and use little stack.
final class TransformCompiler {
    /// The maximum nesting depth of bodies, parentheses and arguments.
    static let mostNesting = 500
    /// The maximum number of operations in a chain: `a + b + c …`.
    static let mostOperations: Int32 = 2_000

    let source: String
    let name: String?
    let files: TransformFiles
    var program = TransformProgram()
    private var lexer: TransformLexer
    /// The token that was read last.
    private(set) var token = Token.end
    private var isPushedBack = false
    private var depth = 0
    /// The declared names of each block, innermost block last.
    var scopes: [[String: ValueType]] = [[:]]
    /// The number of `switch` statements around the current one.
    var selections = 0

    init(_ source: String, name: String?, files: TransformFiles) {
        self.source = source
        self.name = name
        self.files = files
        lexer = TransformLexer(source)
    }

    /// Compiles the whole text.
    func compile() throws(ProfileTransformError) -> TransformProgram {
        var statements: [Statement] = []
        while try next() != .end {
            pushBack()
            statements.append(contentsOf: try statement())
        }
        program.body = program.add(statements)
        return program
    }

    // MARK: Tokens

    /// Returns the next token.
    @discardableResult
    func next() throws(ProfileTransformError) -> Token {
        if isPushedBack {
            isPushedBack = false
        } else {
            token = lexer.next()
        }
        return token
    }

    /// Pushes the last token back. The next call of `next` returns it again.
    func pushBack() { isPushedBack = true }

    /// The line of the token that was read last.
    var line: Int { lexer.startLine }

    /// Reads the next token if it is the given symbol. Returns whether it is.
    func skip(_ symbol: Character) throws(ProfileTransformError) -> Bool {
        if try next() == .symbol(symbol.asciiValue!) { return true }
        pushBack()
        return false
    }

    func expect(_ symbol: Character, _ purpose: String) throws(ProfileTransformError) {
        guard try next() == .symbol(symbol.asciiValue!) else { throw unexpected("'\(symbol)' \(purpose)") }
    }

    /// Requires that the second character of an operator follows the first without a space.
    func expectImmediately(_ symbol: Character, after first: Character) throws(ProfileTransformError) {
        guard lexer.skipImmediately(symbol.asciiValue!) else {
            throw error(
                "expected '\(symbol)' right after '\(first)', as in '\(first)\(symbol)'", offset: lexer.start + 1)
        }
    }

    func skipImmediately(_ symbol: Character) -> Bool { lexer.skipImmediately(symbol.asciiValue!) }

    /// Reads a name, which must be one that a field can have.
    func fieldName() throws(ProfileTransformError) -> String {
        guard case .word(let word) = try next(), ReservedWords.isName(word) else { throw unexpected("a field's name") }
        return word
    }

    // MARK: Errors

    /// Creates an error at the token that was read last.
    func error(_ reason: String) -> ProfileTransformError { error(reason, offset: lexer.start) }

    private func error(_ reason: String, offset: Int) -> ProfileTransformError {
        ProfileTransformError(reason, name: name, text: source, offset: offset)
    }

    func unexpected(_ expected: String) -> ProfileTransformError {
        error("found \(token.description), expected \(expected)")
    }

    /// Runs `body` in a nested scope.
    func nested<Result>(
        _ body: (TransformCompiler) throws(ProfileTransformError) -> Result
    ) throws(ProfileTransformError) -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.mostNesting else {
            throw error("more than \(Self.mostNesting) levels of nesting")
        }
        return try body(self)
    }

    // MARK: Names

    /// Returns the standard or declared field with a name. Throws an error at the last token if there is no such field.
    func field(_ name: String) throws(ProfileTransformError) -> FieldPlace {
        let standard = ProfileField(name: name)
        if let type = scopes.reversed().lazy.compactMap({ $0[name] }).first {
            return FieldPlace(field: standard, name: name, type: type)
        }
        guard let standard else {
            let question = NearestNames.question(
                NearestNames.find(name, among: ProfileField.allNames + scopes.flatMap(\.keys)))
            throw error("\(GrammarError.excerpt(name)) is neither a standard field nor declared\(question)")
        }
        return FieldPlace(field: standard, name: name, type: standard.transformType)
    }

    // MARK: The trial

    /// The trading hours of the trial profile.
    private static let trialHours = try! Trading.Schedule("(tz=GMT;0=00002359;td=1234567)", defaults: .empty)

    /// The trial profile: empty except for trading hours, as `profile-transforms.md`, section 6, requires.
    private static let trialProfile = {
        var profile = InstrumentProfile()
        profile.tradingHours = "OPRA()"
        return profile
    }()

    /// Returns the value of a node for the trial profile, and whether the value is constant.
    func trial(_ node: NodeID) throws(ProfileTransformError) -> (value: Value, isConstant: Bool) {
        try trial { (program, profile, state) throws(Fault) in
            (try program.value(node, &profile, &state), !state.touched)
        }
    }

    /// Runs a part of the program on the trial profile. A fault becomes an error at the token that was read last.
    func trial<Result>(
        _ part: (TransformProgram, inout InstrumentProfile, inout RunState) throws(Fault) -> Result
    ) throws(ProfileTransformError) -> Result {
        var state = RunState(trialHours: Self.trialHours)
        var profile = Self.trialProfile
        do {
            return try part(program, &profile, &state)
        } catch {
            throw self.error(error.reason)
        }
    }

    /// Returns an operand, converted to a type and checked. If it is constant, returns its value as a constant node.
    func operand(_ node: NodeID, as type: ValueType) throws(ProfileTransformError) -> NodeID {
        let node = try converted(node, to: type)
        let (value, isConstant) = try trial(node)
        return isConstant ? program.constant(value) : node
    }

    /// Adds an operation on checked operands. The operation itself is checked later, when it is used as an operand.
    func operation(_ node: Node, _ type: ValueType) throws(ProfileTransformError) -> NodeID {
        let id = program.add(node, type)
        guard program.depths[Int(id)] <= Self.mostOperations else {
            throw error("more than \(Self.mostOperations) operations in a row")
        }
        return id
    }

    /// Converts a node to a type.
    func converted(_ node: NodeID, to type: ValueType) throws(ProfileTransformError) -> NodeID {
        let own = program.type(node)
        if own == type { return node }
        guard own == .string || type == .string else {
            throw error("found a \(own.rawValue), expected a \(type.rawValue)")
        }
        return program.add(.convert(node), type)
    }
}

extension ProfileField {
    /// The type that the field has in transforms that do not declare it with another type.
    var transformType: ValueType {
        switch kind {
        case .date: .date
        case .integer, .number: .number
        case .text: .string
        }
    }
}
