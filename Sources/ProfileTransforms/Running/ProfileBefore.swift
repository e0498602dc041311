import ProfileFormat

/// The undo log of a profile, by which the profile is restored after a failure.
///
/// Only changed fields are saved, because copying a profile counts many references.
struct ProfileBefore {
    private var customFields: [InstrumentProfile.CustomField] = []
    /// The old values of the fields that were assigned, in the order of assignment.
    private var fields: [(field: ProfileField, value: FieldBefore)] = []
    /// A copy of the profile before the first procedure; `nil` if no procedure has run.
    private var all: InstrumentProfile?

    private enum FieldBefore {
        case text(String)
        case integer(Int)
        case number(Double)
        case date(CalendarDate?)
    }

    /// Starts the log of a profile that has not been changed yet.
    mutating func begin(with profile: borrowing InstrumentProfile) { customFields = profile.customFields }

    /// Discards the log.
    mutating func end() {
        customFields = []
        if !fields.isEmpty { fields.removeAll(keepingCapacity: true) }
        if all != nil { all = nil }
    }

    /// Saves a field before it is assigned.
    mutating func keep(_ place: FieldPlace, of profile: inout InstrumentProfile) {
        guard let field = place.field, let kind = place.kind, all == nil else { return }
        let value: FieldBefore =
            switch kind {
            case .text: .text(profile.textInPlace(field))
            case .integer: .integer(profile.integerInPlace(field))
            case .number: .number(profile.numberInPlace(field))
            case .date: .date(profile.dateInPlace(field))
            }
        fields.append((field, value))
    }

    /// Saves the whole profile before a procedure, which may change any field.
    mutating func keepAll(of profile: borrowing InstrumentProfile) {
        if all == nil { all = copy profile }
    }

    /// Restores the profile to its state at `begin`.
    func restore(_ profile: inout InstrumentProfile) {
        if let all { profile = all }
        for (field, value) in fields.reversed() {
            switch value {
            case .text(let text): profile.set(field, text: text)
            case .integer(let integer): profile.set(field, integer: integer)
            case .number(let number): profile.set(field, number: number)
            case .date(let date): profile.set(field, date: date)
            }
        }
        profile.customFields = customFields
    }
}
