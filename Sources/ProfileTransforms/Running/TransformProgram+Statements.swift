import ProfileFormat

/// The effect of a statement on the flow of control.
enum Outcome {
    case next
    /// `break`: continue after the innermost `switch`.
    case leaveSelection
    /// `return`: end the program.
    case end
    case deleted
}

extension TransformProgram {
    func run(_ block: Block, _ profile: inout InstrumentProfile, _ state: inout RunState) throws(Fault) -> Outcome {
        for place in block.places {
            let outcome = try run(statements[place], &profile, &state)
            if outcome != .next { return outcome }
        }
        return .next
    }

    private func run(_ statement: Statement, _ profile: inout InstrumentProfile, _ state: inout RunState) throws(Fault)
        -> Outcome
    {
        switch statement {
        case .assign(let place, let value, let line):
            state.line = line.line
            if try assign(value, to: fields[Int(place)], &profile, &state) { state.counts[line.index] += 1 }
        case .block(let block): return try run(block, &profile, &state)
        case .branch(let condition, let line, let then, let otherwise):
            state.line = line
            return try run(boolean(condition, &profile, &state) ? then : otherwise, &profile, &state)
        case .select(let value, let line, let selection):
            state.line = line
            let body = try body(of: selections[Int(selection)], for: value, &profile, &state)
            let outcome = try run(body, &profile, &state)
            return outcome == .leaveSelection ? .next : outcome
        case .leaveSelection: return .leaveSelection
        case .end: return .end
        case .delete(let line):
            state.counts[line.index] += 1
            return .deleted
        case .retain, .primary, .rename, .osi, .fixOPOL, .product:
            try runProcedure(statement, &profile, &state)
        }
        return .next
    }

    /// Assigns a value to a field, if the value differs from the old one. Returns whether it does.
    func assign(
        _ value: NodeID, to field: FieldPlace, _ profile: inout InstrumentProfile, _ state: inout RunState
    ) throws(Fault) -> Bool {
        switch field.type {
        case .boolean:
            let old = try field.boolean(in: &profile, &state)
            let new = try boolean(value, &profile, &state)
            if new == old { return false }
            state.before.keep(field, of: &profile)
            try field.set(.boolean(new), in: &profile)
        case .date:
            let old = try field.day(in: &profile, &state)
            let new = try day(value, &profile, &state)
            if new == old { return false }
            state.before.keep(field, of: &profile)
            try field.set(.date(new), in: &profile)
        case .number:
            let old = try field.number(in: &profile, &state)
            let new = try number(value, &profile, &state)
            // In the trial, also accept NaN for a date field, because the value may be a number for other profiles.
            if new.isSame(as: old) || state.isTrial && new.isNaN { return false }
            state.before.keep(field, of: &profile)
            try field.set(.number(new), in: &profile)
        case .string:
            let old = field.text(in: &profile, &state)
            let new = try text(value, &profile, &state)
            if TextOrder.areEqual(new, old) { return false }
            state.before.keep(field, of: &profile)
            try field.set(.string(new), in: &profile)
        }
        return true
    }

    private func body(
        of selection: Selection, for value: NodeID, _ profile: inout InstrumentProfile, _ state: inout RunState
    ) throws(Fault) -> Block {
        let found =
            type(value) == .string
            ? selection.texts[TextBytes(text: try text(value, &profile, &state))]
            : selection.numbers[Selection.key(try number(value, &profile, &state))]
        return (found ?? selection.otherwise).map { selection.bodies[$0] } ?? .empty
    }

    private func runProcedure(
        _ statement: Statement, _ profile: inout InstrumentProfile, _ state: inout RunState
    ) throws(Fault) {
        let line: CountedLine
        var changed = false
        state.before.keepAll(of: profile)
        switch statement {
        case .retain(let names, let counted):
            line = counted
            changed = Procedures.retain(retainedNames[Int(names)], &profile)
        case .primary(let symbol, let counted):
            (line, state.line) = (counted, counted.line)
            changed = try Procedures.primary(text(symbol, &profile, &state), &profile)
        case .rename(let old, let new, let counted):
            (line, state.line) = (counted, counted.line)
            changed = try Procedures.rename(text(old, &profile, &state), to: text(new, &profile, &state), &profile)
        case .osi(let counted):
            (line, state.line) = (counted, counted.line)
            changed = try Procedures.osi(&profile)
        case .fixOPOL(let set, let place, let counted):
            (line, state.line) = (counted, counted.line)
            changed = try Procedures.fixOPOL(sets[Int(set)], text(place, &profile, &state), &profile)
        case .product(let arguments, let counted):
            (line, state.line) = (counted, counted.line)
            changed = try runProduct(arguments, &profile, &state)
        default: preconditionFailure("\(statement) is not a procedure")
        }
        if changed { state.counts[line.index] += 1 }
    }
}
