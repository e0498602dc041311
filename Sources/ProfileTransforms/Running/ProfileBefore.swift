import ProfileFormat

/// What a profile was before a run changed it, so that a failure leaves it as it came. Only what changes is kept: a copy of a profile counts
/// two dozen references, which takes as long as some rules.
struct ProfileBefore {
    private var customFields: [InstrumentProfile.CustomField] = []
    /// The values of fields that were assigned to, in the order of the assignments.
    private var fields: [(field: ProfileField, value: FieldBefore)] = []
    /// As it was when the first procedure began; `nil` if none has.
    private var all: InstrumentProfile?

    private enum FieldBefore {
        case text(String)
        case integer(Int)
        case number(Double)
        case date(CalendarDate?)
    }

    /// Nothing of the profile has changed yet.
    mutating func begin(with profile: borrowing InstrumentProfile) { customFields = profile.customFields }

    /// Forgets the profile.
    mutating func end() {
        customFields = []
        if !fields.isEmpty { fields.removeAll(keepingCapacity: true) }
        if all != nil { all = nil }
    }

    /// A field is going to be set.
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

    /// Any field may be going to be set.
    mutating func keepAll(of profile: borrowing InstrumentProfile) {
        if all == nil { all = copy profile }
    }

    /// Makes the profile what it was.
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
