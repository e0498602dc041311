public import ProfileFormat

/// A field whose text a transform has changed.
public struct ProfileChange: Hashable, Sendable {
    /// The field's name.
    public let field: String
    /// Its text before; empty if it wasn't set.
    public let before: String
    /// Its text after; empty if it was cleared.
    public let after: String

    /// What differs between two states of a profile: standard fields in standard order, then custom ones by their names' UTF-16 units.
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
    /// The first number field that isn't finite, which IPF has no text for; `nil` if all are.
    package var unwritableNumber: ProfileField? {
        allSatisfy(number: \.isFinite, date: { _ in true }) ? nil : ProfileField.numbers.first { !number($0).isFinite }
    }

    /// A field's text; a number can be infinite here.
    func transformText(_ field: ProfileField) -> String {
        field.kind == .number ? number(field).fieldText : self[field]
    }
}
