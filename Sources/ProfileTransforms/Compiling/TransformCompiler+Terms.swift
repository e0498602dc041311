import MarketRules
import Scanning

extension TransformCompiler {
    /// Parses `term`, whose first token was read, and reads no token after it.
    func term() throws(ProfileTransformError) -> NodeID {
        switch token {
        case .symbol(UInt8(ascii: "(")):
            return try nested { (compiler) throws(ProfileTransformError) in
                let node = try compiler.expression()
                try compiler.expect(")", "after the expression")
                return node
            }
        case .text(let text): return program.constant(.string(text))
        case .number(let number): return program.constant(.number(number))
        case .word(let word): return try term(word)
        default: throw unexpected("an expression")
        }
    }

    private func term(_ word: String) throws(ProfileTransformError) -> NodeID {
        switch word {
        case "true", "false": return program.constant(.boolean(word == "true"))
        case "sysdate": return program.add(.today, .date)
        default: break
        }
        if let category = Category(rawValue: word) { return program.add(.category(category), .boolean) }
        if let type = ValueType(rawValue: word) {
            return try call { (compiler) throws(ProfileTransformError) in
                let operand = try compiler.expression()
                try compiler.endCall()
                return try compiler.operand(operand, as: type)
            }
        }
        if let function = FunctionName(rawValue: word) {
            return try call { (compiler) throws(ProfileTransformError) in try compiler.function(function) }
        }
        guard ReservedWords.isName(word) else { throw unexpected("an expression") }
        let field = try field(word)
        return program.add(.field(program.place(of: field)), field.type)
    }

    /// Parses `args`, and checks the operands when it reads the `)`.
    private func call(
        _ body: (TransformCompiler) throws(ProfileTransformError) -> NodeID
    ) throws(ProfileTransformError) -> NodeID {
        try expect("(", "before the arguments")
        return try nested(body)
    }

    private func endCall() throws(ProfileTransformError) { try expect(")", "after the arguments") }

    private func comma() throws(ProfileTransformError) { try expect(",", "before the next argument") }

    /// Parses the arguments of a function, after `(`.
    private func function(_ name: FunctionName) throws(ProfileTransformError) -> NodeID {
        let first = try expression()
        switch name {
        case .isTrading, .getDayOfWeek, .getDayOfMonth:
            try endCall()
            let day = try operand(first, as: .date)
            return name == .isTrading
                ? try operation(.isTrading(day), .boolean)
                : try operation(name == .getDayOfWeek ? .weekday(day) : .dayOfMonth(day), .number)
        case .setDayOfWeek, .setDayOfMonth, .findTrading:
            try comma()
            let second = try expression()
            try endCall()
            let (day, number) = (try operand(first, as: .date), try operand(second, as: .number))
            let node: Node =
                switch name {
                case .setDayOfWeek: .setWeekday(day, number)
                case .setDayOfMonth: .setDayOfMonth(day, number)
                default: .findTrading(day, number)
                }
            return try operation(node, .date)
        case .addItem, .removeItem:
            try comma()
            let second = try expression()
            try endCall()
            let (list, item) = (try operand(first, as: .string), try operand(second, as: .string))
            return try operation(name == .addItem ? .addItem(list, item) : .removeItem(list, item), .string)
        case .replaceAll, .replaceFirst:
            try comma()
            let pattern = try self.pattern(try expression())
            try comma()
            let replacement = try expression()
            try endCall()
            let (text, with) = (try operand(first, as: .string), try operand(replacement, as: .string))
            return try operation(.replace(text, pattern: pattern, with: with, all: name == .replaceAll), .string)
        }
    }

    // MARK: Membership

    /// Parses `list | "ipf" "(" expr ")"` after `in`.
    func membership(of operand: NodeID) throws(ProfileTransformError) -> NodeID {
        switch try next() {
        case .symbol(UInt8(ascii: "(")):
            return try nested { (compiler) throws(ProfileTransformError) in try compiler.list(of: operand) }
        case .word("ipf"): return try listing(of: operand)
        default: throw unexpected("a list in parentheses, or ipf(\"ADDRESS\")")
        }
    }

    /// Parses a list, after `(`. Each member is checked when the token after it was read, and the operand when the `)`
    /// was read.
    ///
    /// If the list is empty, the operand is not evaluated.
    private func list(of operand: NodeID) throws(ProfileTransformError) -> NodeID {
        if try skip(")") { return program.constant(.boolean(false)) }
        let type = program.type(operand)
        var list = MemberList()
        var compared: [NodeID] = []
        repeat {
            let expression = try expression()
            let member = try self.operand(expression, as: program.type(expression))
            if let value = try constantMember(member, type) {
                list.insert(value)
            } else {
                compared.append(try self.operand(member, as: try commonType(operand, member)))
            }
        } while try skip(",")
        try expect(")", "after the list")
        let operand = try self.operand(operand, as: type)
        for member in compared {
            let converted = try self.operand(operand, as: program.type(member))
            list.comparisons.append(try operation(.compare(.equal, converted, member), .boolean))
        }
        program.lists.append(list)
        return try operation(.isOneOf(operand, Int32(program.lists.count - 1)), .boolean)
    }

    /// Converts a constant to a type; `nil` if the node is not constant, or if its value cannot be converted.
    private func constantMember(_ node: NodeID, _ type: ValueType) throws(ProfileTransformError) -> Value? {
        let (value, isConstant) = try trial(node)
        guard isConstant else { return nil }
        do {
            switch (value, type) {
            case (_, value.type): return value
            case (_, .string): return .string(value.text)
            case (.string(let text), .boolean): return .boolean(try Conversion.boolean(text))
            case (.string(let text), .number): return .number(try Conversion.number(text))
            case (.string(let text), .date): return .date(try Conversion.day(text))
            default: return nil
            }
        } catch {
            return nil
        }
    }

    /// Parses a membership, after `in ipf`.
    private func listing(of operand: NodeID) throws(ProfileTransformError) -> NodeID {
        guard program.type(operand) == .string else {
            throw error("'in ipf(…)' expects a string, found a \(program.type(operand).rawValue)")
        }
        try expect("(", "before the address")
        let address = try constantText(try expression(), "an address")
        try expect(")", "after the address")
        do {
            program.sets.append(try files.symbols(address))
        } catch {
            throw ProfileTransformError(error.reason, name: name)
        }
        return try operation(.isListed(try self.operand(operand, as: .string), Int32(program.sets.count - 1)), .boolean)
    }
}

extension MemberList {
    mutating func insert(_ value: Value) {
        switch value {
        case .boolean(let value): booleans.insert(value)
        case .date(let day): days.insert(day)
        case .number(let number): numbers.insert(Selection.key(number))
        case .string(let text): texts.insert(TextBytes(text: text))
        }
    }
}
