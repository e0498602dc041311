import ProfileFormat

/// Evaluates expressions, with one function per type of value.
///
/// - Precondition: The type of the node is the type that the function returns.
///
/// The functions do not change the profile. It is `inout`, because otherwise each call would copy all its fields.
extension TransformProgram {
    func value(_ id: NodeID, _ profile: inout InstrumentProfile, _ state: inout RunState) throws(Fault) -> Value {
        switch type(id) {
        case .boolean: .boolean(try boolean(id, &profile, &state))
        case .date: .date(try day(id, &profile, &state))
        case .number: .number(try number(id, &profile, &state))
        case .string: .string(try text(id, &profile, &state))
        }
    }

    func boolean(_ id: NodeID, _ profile: inout InstrumentProfile, _ state: inout RunState) throws(Fault) -> Bool {
        switch nodes[Int(id)] {
        case .boolean(let value): return value
        case .field(let place): return try fields[Int(place)].boolean(in: &profile, &state)
        case .category(let category):
            state.touched = true
            return Category(ofSymbol: profile.symbol) == category
        case .convert(let operand): return try Conversion.boolean(try text(operand, &profile, &state))
        case .compare(let comparison, let a, let b): return try compare(comparison, a, b, &profile, &state)
        case .not(let operand): return try !boolean(operand, &profile, &state)
        case .and(let a, let b): return try boolean(a, &profile, &state) ? try boolean(b, &profile, &state) : false
        case .or(let a, let b): return try boolean(a, &profile, &state) ? true : try boolean(b, &profile, &state)
        case .choose(let condition, let a, let b):
            return try boolean(boolean(condition, &profile, &state) ? a : b, &profile, &state)
        case .isOneOf(let operand, let list): return try isOneOf(operand, Int(list), &profile, &state)
        case .isListed(let operand, let set):
            return sets[Int(set)].contains(TextBytes(text: try text(operand, &profile, &state)))
        case .matches(let operand, let pattern):
            return try patterns[Int(pattern)].matches(text(operand, &profile, &state))
        case .hasItem(let list, let item):
            return try ItemList.has(text(list, &profile, &state), text(item, &profile, &state))
        case .isTrading(let day): return try isTrading(day, &profile, &state)
        default: Self.isOfOtherType(id)
        }
    }

    func number(_ id: NodeID, _ profile: inout InstrumentProfile, _ state: inout RunState) throws(Fault) -> Double {
        switch nodes[Int(id)] {
        case .number(let value): return value
        case .field(let place): return try fields[Int(place)].number(in: &profile, &state)
        case .convert(let operand): return try Conversion.number(try text(operand, &profile, &state))
        case .add(let a, let b):
            return try (number(a, &profile, &state) + number(b, &profile, &state)).withoutSignOfZero
        case .subtract(let a, let b):
            return try (number(a, &profile, &state) - number(b, &profile, &state)).withoutSignOfZero
        case .multiply(let a, let b):
            return try (number(a, &profile, &state) * number(b, &profile, &state)).withoutSignOfZero
        case .divide(let a, let b):
            return try (number(a, &profile, &state) / number(b, &profile, &state)).withoutSignOfZero
        case .remainder(let a, let b):
            return try number(a, &profile, &state).truncatingRemainder(dividingBy: number(b, &profile, &state))
                .withoutSignOfZero
        case .daysBetween(let a, let b): return try Double(day(a, &profile, &state) - day(b, &profile, &state))
        case .choose(let condition, let a, let b):
            return try number(boolean(condition, &profile, &state) ? a : b, &profile, &state)
        case .weekday(let operand):
            let day = try day(operand, &profile, &state)
            _ = try state.schedule(profile.tradingHours)
            return Double(CalendarDate.weekday(ofDayNumber: day))
        case .dayOfMonth(let operand):
            let day = try day(operand, &profile, &state)
            _ = try state.schedule(profile.tradingHours)
            return Double(CalendarDate(dayNumber: day).day)
        default: Self.isOfOtherType(id)
        }
    }

    func day(_ id: NodeID, _ profile: inout InstrumentProfile, _ state: inout RunState) throws(Fault) -> Int {
        switch nodes[Int(id)] {
        case .date(let value): return value
        case .field(let place): return try fields[Int(place)].day(in: &profile, &state)
        case .today:
            state.touched = true
            return state.today
        case .convert(let operand): return try Conversion.day(try text(operand, &profile, &state))
        case .move(let operand, let distance, let sign):
            let start = try Double(day(operand, &profile, &state))
            let moved = try start + sign * number(distance, &profile, &state)
            // In the trial, unset fields can make a quotient NaN, although it is a number for other profiles.
            if state.isTrial, moved.isNaN { return 0 }
            guard let day = moved.wholeDay else { return try Days.checked(.max) }
            return day
        case .choose(let condition, let a, let b):
            return try day(boolean(condition, &profile, &state) ? a : b, &profile, &state)
        case .setWeekday(let operand, let number): return try setWeekday(operand, number, &profile, &state)
        case .setDayOfMonth(let operand, let number): return try setDayOfMonth(operand, number, &profile, &state)
        case .findTrading(let operand, let number): return try findTrading(operand, number, &profile, &state)
        default: Self.isOfOtherType(id)
        }
    }

    func text(_ id: NodeID, _ profile: inout InstrumentProfile, _ state: inout RunState) throws(Fault) -> String {
        switch nodes[Int(id)] {
        case .text(let place): return texts[Int(place)]
        case .field(let place): return fields[Int(place)].text(in: &profile, &state)
        case .convert(let operand):
            switch type(operand) {
            case .boolean: return try boolean(operand, &profile, &state) ? "true" : ""
            case .date: return Days.text(try day(operand, &profile, &state))
            case .number: return try number(operand, &profile, &state).fieldText
            case .string: return try text(operand, &profile, &state)
            }
        case .join(let a, let b): return try text(a, &profile, &state) + text(b, &profile, &state)
        case .choose(let condition, let a, let b):
            return try text(boolean(condition, &profile, &state) ? a : b, &profile, &state)
        case .addItem(let list, let item):
            return try ItemList.adding(text(item, &profile, &state), to: text(list, &profile, &state))
        case .removeItem(let list, let item):
            return try ItemList.removing(text(item, &profile, &state), from: text(list, &profile, &state))
        case .replace(let operand, let pattern, let replacement, let all):
            let subject = try text(operand, &profile, &state)
            return try patterns[Int(pattern)].replacing(subject, with: text(replacement, &profile, &state), all: all)
        default: Self.isOfOtherType(id)
        }
    }

    private static func isOfOtherType(_ id: NodeID) -> Never { preconditionFailure("node \(id) has a different type") }
}
