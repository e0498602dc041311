extension TransformCompiler {
    /// Parses the arguments of a procedure, whose name was read.
    func procedure(_ name: ProcedureName) throws(ProfileTransformError) -> Statement {
        let counted = program.counted(line)
        try expect("(", "before the arguments")
        let statement: Statement
        switch name {
        case .delete: statement = .delete(counted)
        case .osi: statement = .osi(counted)
        case .retainFields: return try retainFields(counted)
        case .primary: statement = .primary(try argument(.string), counted)
        case .rename:
            let old = try argument(.string)
            try comma()
            statement = .rename(old, try argument(.string), counted)
        case .fixopol:
            let address = try constantText(try expression(), "the file's address")
            let set = try listedSymbols(address)
            try comma()
            statement = .fixOPOL(set: set, try argument(.string), counted)
        case .cmeproduct: statement = .product(try productArguments(), counted)
        }
        try expect(")", "after the arguments")
        try expect(";", "after the procedure")
        return statement
    }

    private func comma() throws(ProfileTransformError) { try expect(",", "before the next argument") }

    private func argument(_ type: ValueType) throws(ProfileTransformError) -> NodeID {
        try operand(try expression(), as: type)
    }

    private func retainFields(_ counted: CountedLine) throws(ProfileTransformError) -> Statement {
        var names: Set<String> = []
        if try !skip(")") {
            repeat { names.insert(try fieldName()) } while try skip(",")
            try expect(")", "after the names")
        }
        try expect(";", "after the procedure")
        program.retainedNames.append(names)
        return .retain(Int32(program.retainedNames.count - 1), counted)
    }

    private func productArguments() throws(ProfileTransformError) -> ProductArguments {
        let description = try argument(.string)
        var numbers: [NodeID] = []
        for _ in 0..<4 {
            try comma()
            numbers.append(try argument(.number))
        }
        return ProductArguments(
            description: description, multiplier: numbers[0], futureFactor: numbers[1], optionFactor: numbers[2],
            strike: numbers[3])
    }

    /// Adds the symbols in the file of a `fixopol` statement to the program, as a set.
    private func listedSymbols(_ address: String) throws(ProfileTransformError) -> Int32 {
        do {
            program.sets.append(try files.listedSymbols(address))
        } catch {
            throw ProfileTransformError(error.reason, name: self.name)
        }
        return Int32(program.sets.count - 1)
    }
}
