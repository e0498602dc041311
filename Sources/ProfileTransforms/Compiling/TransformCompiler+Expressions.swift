/// The rules of expressions. Each function reads one token after its expression and pushes that token back.
///
/// The exceptions are `unary` and `term`, which read no further token.
extension TransformCompiler {
    /// Parses `expr ::= or ["?" expr ":" expr]`.
    func expression() throws(ProfileTransformError) -> NodeID {
        let condition = try disjunction()
        guard try skip("?") else { return condition }
        return try nested { (compiler) throws(ProfileTransformError) in try compiler.choice(condition) }
    }

    /// Parses the rest of a conditional expression, after `?`.
    private func choice(_ condition: NodeID) throws(ProfileTransformError) -> NodeID {
        let first = try expression()
        try expect(":", "between the two values")
        let second = try expression()
        let condition = try self.condition(condition)
        // Both values are evaluated on the trial profile, although only one of them is evaluated when the transform
        // runs.
        let (a, b) = try common(first, second)
        return try operation(.choose(condition, then: a, else: b), program.type(a))
    }

    /// Parses `or ::= and ("||" and)*`.
    private func disjunction() throws(ProfileTransformError) -> NodeID {
        var left = try conjunction()
        while try skip("|") {
            try expectImmediately("|", after: "|")
            let right = try conjunction()
            left = try operation(.or(try condition(left), try condition(right)), .boolean)
        }
        return left
    }

    /// Parses `and ::= eq ("&&" eq)*`.
    private func conjunction() throws(ProfileTransformError) -> NodeID {
        var left = try equality()
        while try skip("&") {
            try expectImmediately("&", after: "&")
            let right = try equality()
            left = try operation(.and(try condition(left), try condition(right)), .boolean)
        }
        return left
    }

    /// Parses `eq ::= rel (("==" | "!=") rel)*`.
    private func equality() throws(ProfileTransformError) -> NodeID {
        var left = try relation()
        while true {
            let comparison: Comparison
            if try skip("=") {
                try expectImmediately("=", after: "=")
                comparison = .equal
            } else if try skip("!") {
                try expectImmediately("=", after: "!")
                comparison = .notEqual
            } else {
                return left
            }
            left = try compared(comparison, left, try relation())
        }
    }

    /// Parses `rel ::= sum [("<" | "<=" | ">" | ">=" | "hasItem" | "nothasItem" | "like" | "notlike") sum | ("in" |
    /// "notin") …]`.
    private func relation() throws(ProfileTransformError) -> NodeID {
        let left = try sum()
        switch try next() {
        case .symbol(UInt8(ascii: "<")):
            let comparison: Comparison = skipImmediately("=") ? .lessOrEqual : .less
            return try compared(comparison, left, try sum())
        case .symbol(UInt8(ascii: ">")):
            let comparison: Comparison = skipImmediately("=") ? .greaterOrEqual : .greater
            return try compared(comparison, left, try sum())
        case .word("hasItem"): return try holding(left, try sum())
        case .word("nothasItem"): return try negated(try holding(left, try sum()))
        case .word("like"): return try matching(left, try sum())
        case .word("notlike"): return try negated(try matching(left, try sum()))
        case .word("in"): return try membership(of: left)
        case .word("notin"): return try negated(try membership(of: left))
        default:
            pushBack()
            return left
        }
    }

    /// Parses `sum ::= mul (("+" | "-") mul)*`.
    private func sum() throws(ProfileTransformError) -> NodeID {
        var left = try product()
        while true {
            let operation: Character
            if try skip("+") { operation = "+" } else if try skip("-") { operation = "-" } else { return left }
            left = try arithmetic(operation, left, try product())
        }
    }

    /// Parses `mul ::= unary (("*" | "/" | "%") unary)*`.
    private func product() throws(ProfileTransformError) -> NodeID {
        var left = try unary()
        while true {
            let operation: Character
            if try skip("*") {
                operation = "*"
            } else if try skip("/") {
                operation = "/"
            } else if try skip("%") {
                operation = "%"
            } else {
                return left
            }
            left = try arithmetic(operation, left, try unary())
        }
    }

    /// Parses `unary ::= ["+" | "-" | "!"] term`.
    private func unary() throws(ProfileTransformError) -> NodeID {
        switch try next() {
        case .symbol(let byte) where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"):
            try next()
            let operand = try term()
            let zero = program.constant(.number(0))
            return try arithmetic(Character(Unicode.Scalar(byte)), zero, operand)
        case .symbol(UInt8(ascii: "!")):
            try next()
            return try negated(try term())
        default: return try term()
        }
    }

    // MARK: Operations

    /// Returns a node as a Boolean operand, after checking it.
    func condition(_ node: NodeID) throws(ProfileTransformError) -> NodeID {
        try operand(node, as: .boolean)
    }

    private func negated(_ node: NodeID) throws(ProfileTransformError) -> NodeID {
        try operation(.not(try condition(node)), .boolean)
    }

    private func compared(
        _ comparison: Comparison, _ a: NodeID, _ b: NodeID
    ) throws(ProfileTransformError) -> NodeID {
        let (a, b) = try common(a, b)
        return try operation(.compare(comparison, a, b), .boolean)
    }

    private func holding(_ list: NodeID, _ item: NodeID) throws(ProfileTransformError) -> NodeID {
        try operation(.hasItem(try operand(list, as: .string), try operand(item, as: .string)), .boolean)
    }

    private func matching(_ text: NodeID, _ pattern: NodeID) throws(ProfileTransformError) -> NodeID {
        let place = try self.pattern(pattern)
        return try operation(.matches(try operand(text, as: .string), place), .boolean)
    }

    /// Adds the pattern in a constant to the program.
    func pattern(_ node: NodeID) throws(ProfileTransformError) -> Int32 {
        let text = try constantText(node, "a pattern")
        do {
            program.patterns.append(try Pattern(text))
        } catch {
            throw self.error(error.reason)
        }
        return Int32(program.patterns.count - 1)
    }

    /// Adds an arithmetic operation (`profile-transforms.md`, section 4, first row of the table).
    func arithmetic(_ operation: Character, _ a: NodeID, _ b: NodeID) throws(ProfileTransformError) -> NodeID {
        switch (program.type(a), operation, program.type(b)) {
        case (.string, "+", .string):
            return try self.operation(.join(try operand(a, as: .string), try operand(b, as: .string)), .string)
        case (.date, "-", .date):
            return try self.operation(.daysBetween(try operand(a, as: .date), try operand(b, as: .date)), .number)
        case (.date, "+", .number), (.date, "+", .string): return try move(a, by: b, sign: 1)
        case (.date, "-", .number), (.date, "-", .string): return try move(a, by: b, sign: -1)
        case (.number, "+", .date), (.string, "+", .date): return try move(b, by: a, sign: 1)
        case (.number, _, .number), (.number, _, .string), (.string, _, .number):
            let (a, b) = (try operand(a, as: .number), try operand(b, as: .number))
            let node: Node =
                switch operation {
                case "+": .add(a, b)
                case "-": .subtract(a, b)
                case "*": .multiply(a, b)
                case "/": .divide(a, b)
                default: .remainder(a, b)
                }
            return try self.operation(node, .number)
        case (let left, _, let right):
            throw error("'\(operation)' can't be applied to a \(left.rawValue) and a \(right.rawValue)")
        }
    }

    private func move(_ day: NodeID, by number: NodeID, sign: Double) throws(ProfileTransformError) -> NodeID {
        try operation(.move(try operand(day, as: .date), try operand(number, as: .number), sign: sign), .date)
    }

    /// Converts two operands to their common type.
    func common(_ a: NodeID, _ b: NodeID) throws(ProfileTransformError) -> (NodeID, NodeID) {
        let type = try commonType(a, b)
        return (try operand(a, as: type), try operand(b, as: type))
    }

    /// Returns the common type of two operands.
    func commonType(_ a: NodeID, _ b: NodeID) throws(ProfileTransformError) -> ValueType {
        let (first, second) = (program.type(a), program.type(b))
        guard first == second || first == .string || second == .string else {
            throw error("a \(first.rawValue) and a \(second.rawValue) have no common type")
        }
        return first == .string ? second : first
    }
}
