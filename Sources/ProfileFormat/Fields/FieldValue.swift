/// The value of a field, parsed from its text.
///
/// Zero, minus zero, the empty text and 1970-01-01 all mean "not set".
package enum FieldValue: Sendable {
    case text
    /// A whole number; 0 if the field is not set.
    case integer(Int)
    /// A number; 0 if the field is not set, and NaN for the text `NaN`, which only lenient reading accepts. Never
    /// infinite.
    case number(Double)
    /// A date; `nil` if the field is not set.
    case date(CalendarDate?)

    /// Parses `text`, in any form that the format allows or in normal form; `nil` if it is not a number or date of the
    /// given kind.
    package init?(_ text: Span<UInt8>, kind: ProfileField.Kind) {
        switch kind {
        case .text: self = .text
        case .integer:
            guard !text.isEmpty else { self = .integer(0); return }
            // A fraction is truncated. A value that exceeds 64 bits is invalid.
            guard let number = DecimalNumber.parse(text), let value = Int(exactly: number.rounded(.towardZero)) else {
                return nil
            }
            self = .integer(value)
        case .number:
            guard !text.isEmpty else { self = .number(0); return }
            if Self.isNotANumber(text) { self = .number(.nan); return }
            guard let number = DecimalNumber.parse(text) else { return nil }
            self = .number(number == 0 ? 0 : number)
        case .date:
            guard !text.isEmpty else { self = .date(nil); return }
            guard let date = CalendarDate(dashed: text) else { return nil }
            self = .date(date.dayNumber == 0 ? nil : date)
        }
    }

    /// Whether the format allows the value. Only `NaN` is not allowed.
    var isAllowed: Bool {
        if case .number(let number) = self { !number.isNaN } else { true }
    }

    static func isNotANumber(_ text: Span<UInt8>) -> Bool {
        text.count == 3 && text[0] == UInt8(ascii: "N") && text[1] == UInt8(ascii: "a") && text[2] == UInt8(ascii: "N")
    }
}

extension FieldValue: Hashable {
    /// Returns whether two values are equal. NaN equals NaN.
    package static func == (a: FieldValue, b: FieldValue) -> Bool {
        switch (a, b) {
        case (.text, .text): true
        case (.integer(let a), .integer(let b)): a == b
        case (.number(let a), .number(let b)): FieldNumber(a) == FieldNumber(b)
        case (.date(let a), .date(let b)): a == b
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .text: hasher.combine(0)
        case .integer(let value): hasher.combine(value)
        case .number(let value): hasher.combine(FieldNumber(value))
        case .date(let value): hasher.combine(value)
        }
    }
}

/// A number in a profile. NaN equals NaN, so that identical profiles are equal.
struct FieldNumber: Hashable, Sendable {
    var value: Double

    init(_ value: Double) { self.value = value }

    static func == (a: FieldNumber, b: FieldNumber) -> Bool { a.value == b.value || a.value.isNaN && b.value.isNaN }

    func hash(into hasher: inout Hasher) { hasher.combine(value.isNaN ? .nan : value) }
}
