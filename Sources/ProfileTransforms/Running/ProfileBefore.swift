import ProfileFormat

/// The undo log of a profile, which restores it after a failure.
///
/// Only changed fields are saved, since a copy of a profile counts many references.
struct ProfileBefore {
    private var customFields: [InstrumentProfile.CustomField] = []
    /// The old values of assigned fields, in the order of assignment.
    private var fields: [(field: ProfileField, value: FieldBefore)] = []
    /// The profile before the first procedure; `nil` if none has run.
    private var all: InstrumentProfile?

    private enum FieldBefore {
        case text(String)
        case integer(Int)
        case number(Double)
        case date(CalendarDate?)
    }

    /// Begins the log of an unchanged profile.
    mutating func begin(with profile: borrowing InstrumentProfile) { customFields = profile.customFields }

    /// Discards the log.
    mutating func end() {
        customFields = []
        if !fields.isEmpty { fields.removeAll(keepingCapacity: true) }
        if all != nil { all = nil }
    }

    /// Saves a field before it is set.
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

    /// Saves the whole profile, before any field may be set.
    mutating func keepAll(of profile: borrowing InstrumentProfile) {
        if all == nil { all = copy profile }
    }

    /// Restores the profile.
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
