/// The parsed value of a field's text.
///
/// Zero, minus zero, the empty text and 1970-01-01 all mean "not set".
package enum FieldValue: Sendable {
    case text
    /// 0 if not set.
    case integer(Int)
    /// 0 if not set; NaN for the text `NaN`, which only lenient reading passes on. Never infinite.
    case number(Double)
    /// `nil` if not set.
    case date(CalendarDate?)

    /// Parses `text` in any form that the format allows, or in normal form; `nil` if it is not the required number or
    /// date.
    package init?(_ text: Span<UInt8>, kind: ProfileField.Kind) {
        switch kind {
        case .text: self = .text
        case .integer:
            guard !text.isEmpty else { self = .integer(0); return }
            // The fraction is truncated. Values beyond 64 bits are invalid.
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

    /// Whether the format allows the value: all but `NaN`.
    var isAllowed: Bool {
        if case .number(let number) = self { !number.isNaN } else { true }
    }

    static func isNotANumber(_ text: Span<UInt8>) -> Bool {
        text.count == 3 && text[0] == UInt8(ascii: "N") && text[1] == UInt8(ascii: "a") && text[2] == UInt8(ascii: "N")
    }
}

extension FieldValue: Hashable {
    /// Compares as values of fields: NaN equals itself.
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

/// A number of a profile. NaN equals itself, so that identical profiles compare equal.
struct FieldNumber: Hashable, Sendable {
    var value: Double

    init(_ value: Double) { self.value = value }

    static func == (a: FieldNumber, b: FieldNumber) -> Bool { a.value == b.value || a.value.isNaN && b.value.isNaN }

    func hash(into hasher: inout Hasher) { hasher.combine(value.isNaN ? .nan : value) }
}
