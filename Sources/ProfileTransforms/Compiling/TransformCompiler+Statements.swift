import ProfileFormat
import Scanning

extension TransformCompiler {
    /// Parses `stmt ::= type name ("," name)* ";" | body`.
    ///
    /// - Returns: The statement; an empty array for a declaration.
    func statement() throws(ProfileTransformError) -> [Statement] {
        guard case .word(let word) = try next(), let type = ValueType(rawValue: word) else {
            pushBack()
            return try body().map { [$0] } ?? []
        }
        repeat {
            let name = try fieldName()
            scopes[scopes.count - 1][name] = type
        } while try skip(",")
        try expect(";", "after a declaration")
        return []
    }

    /// Parses `body`.
    ///
    /// - Returns: The statement; `nil` for the empty statement.
    func body() throws(ProfileTransformError) -> Statement? {
        try next()
        return try nested { (compiler) throws(ProfileTransformError) in try compiler.bodyOfToken() }
    }

    /// Parses `body`, and returns it as a block.
    private func innerBlock() throws(ProfileTransformError) -> Block {
        let statement = try body()
        return program.add(statement.map { [$0] } ?? [])
    }

    private func bodyOfToken() throws(ProfileTransformError) -> Statement? {
        switch token {
        case .symbol(UInt8(ascii: ";")): return nil
        case .symbol(UInt8(ascii: "{")): return try block()
        case .word("if"): return try branch()
        case .word("switch"): return try selection()
        case .word("break"):
            guard selections > 0 else { throw error("'break' outside of a switch; use 'return' to end the program") }
            try expect(";", "after 'break'")
            return .leaveSelection
        case .word("return"):
            try expect(";", "after 'return'")
            return .end
        case .word(let word):
            if let procedure = ProcedureName(rawValue: word) { return try self.procedure(procedure) }
            guard ReservedWords.isName(word) else { throw unexpected("a statement") }
            return try assignment(to: word)
        default: throw unexpected("a statement")
        }
    }

    /// Parses a block after `{`.
    private func block() throws(ProfileTransformError) -> Statement {
        scopes.append([:])
        var statements: [Statement] = []
        while try !skip("}") {
            if token == .end { throw unexpected("'}' at the end of the block") }
            statements.append(contentsOf: try statement())
        }
        scopes.removeLast()
        return .block(program.add(statements))
    }

    /// Parses an assignment to a name that was read, and checks it on the trial profile.
    private func assignment(to name: String) throws(ProfileTransformError) -> Statement {
        let field = try field(name)
        let place = program.place(of: field)
        let operation: Character?
        switch try next() {
        case .symbol(UInt8(ascii: "=")): operation = nil
        case .symbol(let byte) where "+-*/%".utf8.contains(byte):
            operation = Character(Unicode.Scalar(byte))
        default: throw unexpected("'=' or '+=' after the field's name")
        }
        let counted = program.counted(line)
        if let operation { try expectImmediately("=", after: operation) }
        var value = try expression()
        if let operation { value = try arithmetic(operation, program.add(.field(place), field.type), value) }
        value = try operand(value, as: field.type)
        try trial { (program, profile, state) throws(Fault) in
            _ = try program.assign(value, to: field, &profile, &state)
        }
        try expect(";", "after the assignment")
        return .assign(place, value, counted)
    }

    /// Parses an `if` after its keyword.
    private func branch() throws(ProfileTransformError) -> Statement {
        let line = line
        try expect("(", "before the condition")
        let condition = try condition(try expression())
        try expect(")", "after the condition")
        let then = try innerBlock()
        guard case .word("else") = try next() else {
            pushBack()
            return .branch(condition, line, then: then, else: .empty)
        }
        return .branch(condition, line, then: then, else: try innerBlock())
    }

    /// Parses a `switch` after its keyword.
    private func selection() throws(ProfileTransformError) -> Statement {
        let line = line
        try expect("(", "before the value")
        let value = try expression()
        let type = program.type(value)
        guard type == .string || type == .number else {
            throw error("the value of 'switch' is a \(type.rawValue), expected a string or a number")
        }
        try expect(")", "after the value")
        try expect("{", "before the cases")
        selections += 1
        var cases = CaseTable()
        while try !skip("}") {
            switch try next() {
            case .word("case"):
                repeat { try label(of: type, into: &cases) } while try skip(",")
            case .word("default"):
                guard cases.otherwise == nil else { throw error("found a second 'default', expected at most one") }
                cases.otherwise = cases.bodies.count
            default: throw unexpected("'case', 'default' or '}'")
            }
            try expect(":", "after the label")
            cases.bodies.append(try innerBlock())
        }
        selections -= 1
        program.selections.append(cases.selection)
        return .select(value, line, Int32(program.selections.count - 1))
    }

    private func label(of type: ValueType, into cases: inout CaseTable) throws(ProfileTransformError) {
        let node = try converted(try expression(), to: type)
        let label = try constant(node, "a label")
        let isNew: Bool =
            switch label {
            case .string(let text): cases.texts.updateValue(cases.bodies.count, forKey: TextBytes(text: text)) == nil
            case .number(let number):
                cases.numbers.updateValue(cases.bodies.count, forKey: Selection.key(number)) == nil
            default: preconditionFailure("labels are strings or numbers")
            }
        if !isNew { throw error("found a second label with the same value") }
    }

    /// Returns the value of a node that does not depend on a profile.
    func constant(_ node: NodeID, _ what: String) throws(ProfileTransformError) -> Value {
        let (value, isConstant) = try trial(node)
        guard isConstant else {
            throw error("\(what) must be a constant, without fields, category, sysdate and day functions")
        }
        return value
    }

    /// Returns the text of a node that is a constant.
    func constantText(_ node: NodeID, _ what: String) throws(ProfileTransformError) -> String {
        let string = try converted(node, to: .string)
        guard case .string(let text) = try constant(string, what) else {
            preconditionFailure("converted to a string")
        }
        return text
    }
}

/// The labels of a `switch` while they are parsed.
private struct CaseTable {
    var texts: [TextBytes: Int] = [:]
    var numbers: [UInt64: Int] = [:]
    var otherwise: Int?
    var bodies: [Block] = []

    var selection: Selection { Selection(texts: texts, numbers: numbers, otherwise: otherwise, bodies: bodies) }
}
