import ProfileFormat
import Scanning

/// Reads and writes a field of a profile, and converts its values from and to the types of transforms
/// (`profile-transforms.md`, section 3).
extension FieldPlace {
    func text(in profile: inout InstrumentProfile, _ state: inout RunState) -> String {
        state.touched = true
        guard let field else { return profile.customValue(name) }
        switch kind {
        case .text?: return profile.textInPlace(field)
        case .number?: return profile.numberInPlace(field).fieldText
        case .integer?, .date?, nil: return profile[field]
        }
    }

    func number(in profile: inout InstrumentProfile, _ state: inout RunState) throws(Fault) -> Double {
        switch kind {
        case .number?:
            state.touched = true
            return profile.numberInPlace(field!)
        case .integer?:
            state.touched = true
            return Double(profile.integerInPlace(field!))
        case .date?:
            state.touched = true
            return Double(profile.dateInPlace(field!)?.dayNumber ?? 0)
        case .text?, nil: return try Conversion.number(text(in: &profile, &state))
        }
    }

    func day(in profile: inout InstrumentProfile, _ state: inout RunState) throws(Fault) -> Int {
        switch kind {
        case .date?:
            state.touched = true
            return profile.dateInPlace(field!)?.dayNumber ?? 0
        case .number?, .integer?:
            let number = try number(in: &profile, &state)
            guard let day = number.wholeDay else { return try Days.checked(.max) }
            return day
        case .text?, nil: return try Conversion.day(text(in: &profile, &state))
        }
    }

    func boolean(in profile: inout InstrumentProfile, _ state: inout RunState) throws(Fault) -> Bool {
        try Conversion.boolean(text(in: &profile, &state))
    }

    // MARK: Writing

    func set(_ value: Value, in profile: inout InstrumentProfile) throws(Fault) {
        switch kind {
        case .text?: profile.set(field!, text: value.text)
        case nil: profile.setCustomField(name, value.text)
        case .integer?: profile.set(field!, integer: try value.number.whole32)
        case .number?: profile.set(field!, number: try value.number)
        case .date?:
            let day = try value.day
            profile.set(field!, date: day == 0 ? nil : CalendarDate(dayNumber: day))
        }
    }
}

extension Value {
    /// The value as the text of a text field.
    var text: String {
        switch self {
        case .boolean(let value): value ? "true" : ""
        case .date(let day): Days.text(day)
        case .number(let number): number.fieldText
        case .string(let text): text
        }
    }

    /// The value as the number of a number field. For a date, it is the day number.
    var number: Double {
        get throws(Fault) {
            switch self {
            case .boolean, .string: try Conversion.number(text)
            case .date(let day): Double(day)
            case .number(let number): number
            }
        }
    }

    /// The value as the day number of a date field. A number is used as a day number.
    var day: Int {
        get throws(Fault) {
            switch self {
            case .boolean, .string: return try Conversion.day(text)
            case .date(let day): return day
            case .number(let number):
                guard let day = number.wholeDay else { return try Days.checked(.max) }
                return day
            }
        }
    }
}

extension InstrumentProfile {
    /// Returns the text of a custom field; empty if the field is not set.
    func customValue(_ name: String) -> String {
        for field in customFields where field.name == name { return field.value }
        return ""
    }

    /// Returns the texts of custom fields; a text is empty if its field is not set.
    func customValues(_ names: [String]) -> [String] {
        let values = Dictionary(customFields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return names.map { values[$0] ?? "" }
    }
}
