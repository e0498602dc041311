internal import Scanning

/// The lenient interpretation of the text of a number or date field (`ReaderStrictness.lenient`).
struct LenientValue {
    /// The value in a form that the format allows, or `NaN`.
    var text: [UInt8]
    /// The ways in which the text deviates from the format.
    var warnings: [ProfileWarning.Kind] = []

    /// Interprets a text; `nil` if it is not a number or date in any form that is accepted.
    init?(_ text: Span<UInt8>, kind: ProfileField.Kind) {
        let trimmed = text.trimmed(where: Self.isSpace)
        self.text = Array(copying: trimmed)
        if trimmed.count < text.count { warnings.append(.spacesAroundValue) }
        if let value = FieldValue(trimmed, kind: kind) {
            if !value.isAllowed { warnings.append(.notANumber) }
        } else if kind == .integer, FieldValue.isNotANumber(trimmed) {
            self.text = []
            warnings.append(.notANumber)
        } else if kind == .date, let date = CalendarDate(shortDashed: trimmed) {
            self.text = Array(date.description.utf8)
            warnings.append(.shortDate)
        } else {
            return nil
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == 0x09 }
}
