public import ProfileFormat

/// A change of the text of a field by a transform.
public struct ProfileChange: Hashable, Sendable {
    /// The field's name.
    public let field: String
    /// The text before the change; empty if the field was not set.
    public let before: String
    /// The text after the change; empty if the field was cleared.
    public let after: String

    /// Returns the differences between two states of a profile: standard fields in standard order, then custom fields
    /// ordered by the UTF-16 code units of their names.
    ///
    /// - Complexity: O(fields + custom fields · log(custom fields)).
    public static func changes(from before: InstrumentProfile, to after: InstrumentProfile) -> [ProfileChange] {
        let standard = ProfileField.allCases.map { field in
            ProfileChange(field: field.name, before: before.transformText(field), after: after.transformText(field))
        }
        let names = Set((before.customFields + after.customFields).map(\.name)).sorted(by: TextOrder.precedes)
        let values = zip(before.customValues(names), after.customValues(names))
        let custom = zip(names, values).map { ProfileChange(field: $0, before: $1.0, after: $1.1) }
        return (standard + custom).filter { !TextOrder.areEqual($0.before, $0.after) }
    }
}

extension InstrumentProfile {
    /// The first number field whose value is not finite, which IPF cannot represent; `nil` if all values are finite.
    package var unwritableNumber: ProfileField? {
        allSatisfy(number: \.isFinite, date: { _ in true }) ? nil : ProfileField.numbers.first { !number($0).isFinite }
    }

    /// Returns the text of a field. A number may be infinite.
    func transformText(_ field: ProfileField) -> String {
        field.kind == .number ? number(field).fieldText : self[field]
    }
}
