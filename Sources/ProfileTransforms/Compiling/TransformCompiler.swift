import MarketRules
import ProfileFormat
import Scanning

/// Reads a transform's text and compiles it as it reads: one function for each rule of `profile-transforms.md`, section 2.
///
/// Errors are told at the token that was read last, so a rule reads one token more only where it has to know it. Each operation is tried
/// once on a nearly empty profile when it is made (section 6), which finds constants that don't convert.
///
/// A class, so that the rules inside each other share one and take little of the stack.
final class TransformCompiler {
    /// Bodies, parentheses and arguments inside each other.
    static let mostNesting = 500
    /// Operations whose results go into each other: `a + b + c …`.
    static let mostOperations: Int32 = 2_000

    let source: String
    let name: String?
    let files: TransformFiles
    var program = TransformProgram()
    private var lexer: TransformLexer
    /// The token read last.
    private(set) var token = Token.end
    private var isPushedBack = false
    private var depth = 0
    /// Declared names by block, the innermost last.
    var scopes: [[String: ValueType]] = [[:]]
    /// How many switches are around.
    var selections = 0

    init(_ source: String, name: String?, files: TransformFiles) {
        self.source = source
        self.name = name
        self.files = files
        lexer = TransformLexer(source)
    }

    /// The whole text.
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

    /// The next token.
    @discardableResult
    func next() throws(ProfileTransformError) -> Token {
        if isPushedBack {
            isPushedBack = false
        } else {
            token = lexer.next()
        }
        return token
    }

    /// The token read last comes again.
    func pushBack() { isPushedBack = true }

    /// The line of the token read last.
    var line: Int { lexer.startLine }

    /// Takes the next token if it is this one.
    func skip(_ symbol: Character) throws(ProfileTransformError) -> Bool {
        if try next() == .symbol(symbol.asciiValue!) { return true }
        pushBack()
        return false
    }

    func expect(_ symbol: Character, _ purpose: String) throws(ProfileTransformError) {
        guard try next() == .symbol(symbol.asciiValue!) else { throw unexpected("'\(symbol)' \(purpose)") }
    }

    /// The second half of an operator: right after the first, with nothing between.
    func expectImmediately(_ symbol: Character, after first: Character) throws(ProfileTransformError) {
        guard lexer.skipImmediately(symbol.asciiValue!) else {
            throw error(
                "expected '\(symbol)' right after '\(first)', as in '\(first)\(symbol)'", offset: lexer.start + 1)
        }
    }

    func skipImmediately(_ symbol: Character) -> Bool { lexer.skipImmediately(symbol.asciiValue!) }

    /// A name that a field can have.
    func fieldName() throws(ProfileTransformError) -> String {
        guard case .word(let word) = try next(), ReservedWords.isName(word) else { throw unexpected("a field's name") }
        return word
    }

    // MARK: Errors

    /// At the token read last.
    func error(_ reason: String) -> ProfileTransformError { error(reason, offset: lexer.start) }

    private func error(_ reason: String, offset: Int) -> ProfileTransformError {
        ProfileTransformError(reason, name: name, text: source, offset: offset)
    }

    func unexpected(_ expected: String) -> ProfileTransformError {
        error("found \(token.description), expected \(expected)")
    }

    /// Does something inside of something.
    func nested<Result>(
        _ body: (TransformCompiler) throws(ProfileTransformError) -> Result
    ) throws(ProfileTransformError) -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.mostNesting else {
            throw error("more than \(Self.mostNesting) parts lie inside each other")
        }
        return try body(self)
    }

    // MARK: Names

    /// The field of a name, standard or declared, at the token read last.
    func field(_ name: String) throws(ProfileTransformError) -> FieldPlace {
        let standard = ProfileField(name: name)
        if let type = scopes.reversed().lazy.compactMap({ $0[name] }).first {
            return FieldPlace(field: standard, name: name, type: type)
        }
        guard let standard else {
            let question = NearestNames.question(
                NearestNames.find(name, among: ProfileField.allNames + scopes.flatMap(\.keys)))
            throw error("there is no standard field \(GrammarError.excerpt(name)), and none is declared\(question)")
        }
        return FieldPlace(field: standard, name: name, type: standard.transformType)
    }

    // MARK: The trial

    /// Hours that every profile has in the trial.
    private static let trialHours = try! Trading.Schedule("(tz=GMT;0=00002359;td=1234567)", defaults: .empty)

    /// The profile of the trial: empty but for hours, as `profile-transforms.md`, section 6, requires.
    private static let trialProfile = {
        var profile = InstrumentProfile()
        profile.tradingHours = "OPRA()"
        return profile
    }()

    /// Returns the value of a node on the trial's profile, and whether it is a constant.
    func trial(_ node: NodeID) throws(ProfileTransformError) -> (value: Value, isConstant: Bool) {
        try trial { (program, profile, state) throws(Fault) in
            (try program.value(node, &profile, &state), !state.touched)
        }
    }

    /// Runs a part of the program on the trial's profile; a fault is an error at the token read last.
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

    /// An operand as a value of a type, tried; a constant in its place where it is one.
    func operand(_ node: NodeID, as type: ValueType) throws(ProfileTransformError) -> NodeID {
        let node = try converted(node, to: type)
        let (value, isConstant) = try trial(node)
        return isConstant ? program.constant(value) : node
    }

    /// An operation on operands that were tried. It is no operand yet itself, so that it may fail: who takes it tries it.
    func operation(_ node: Node, _ type: ValueType) throws(ProfileTransformError) -> NodeID {
        let id = program.add(node, type)
        guard program.depths[Int(id)] <= Self.mostOperations else {
            throw error("more than \(Self.mostOperations) operations follow one from the other")
        }
        return id
    }

    /// As a value of a type.
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
    /// The type in which transforms read the field, unless they declare another.
    var transformType: ValueType {
        switch kind {
        case .date: .date
        case .integer, .number: .number
        case .text: .string
        }
    }
}
