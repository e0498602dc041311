/// The value of a field's text, by the kind of field.
///
/// Zero, minus zero and the empty text are all "not set", and so is 1970-01-01.
public enum FieldValue: Hashable, Sendable {
    case text
    /// 0 where not set.
    case integer(Int)
    /// 0 where not set.
    case number(Double)
    /// `nil` where not set.
    case date(CalendarDate?)

    /// The value of `text`; `nil` where it isn't a number or date and should be.
    public init?(_ text: Span<UInt8>, kind: ProfileField.Kind) {
        switch kind {
        case .text: self = .text
        case .integer:
            guard !text.isEmpty else { self = .integer(0); return }
            // A fraction is cut off; what no 64-bit number holds is no whole number of this format.
            guard let number = DecimalNumber.parse(text), let value = Int(exactly: number.rounded(.towardZero)) else {
                return nil
            }
            self = .integer(value)
        case .number:
            guard !text.isEmpty else { self = .number(0); return }
            guard let number = DecimalNumber.parse(text) else { return nil }
            self = .number(number == 0 ? 0 : number)
        case .date:
            guard !text.isEmpty else { self = .date(nil); return }
            guard let date = CalendarDate(dashed: text) else { return nil }
            self = .date(date.dayNumber == 0 ? nil : date)
        }
    }
}
