extension InstrumentProfile {
    /// A standard field as text in normal form; empty where it is not set. Set it from any legal text of the field.
    public subscript(field: ProfileField) -> String {
        // SAFETY: the bytes are this profile's, and used within the call.
        unsafe withUnsafeBytes(of: self) { unsafe Self.text(field.storage, at: $0.baseAddress!) }
    }

    /// The text of a field of the profile whose memory begins at `base`.
    private static func text(_ storage: FieldDefinition.Storage, at base: UnsafeRawPointer) -> String {
        // SAFETY: the caller's.
        switch storage {
        case .text(let stored): unsafe stored.value(at: base)
        case .integer(let stored): unsafe text(stored.value(at: base))
        case .number(let stored): unsafe text(stored.value(at: base))
        case .date(let stored): unsafe stored.value(at: base)?.description ?? ""
        }
    }

    private static func text(_ integer: Int) -> String { integer == 0 ? "" : String(integer) }

    private static func text(_ number: FieldNumber) -> String {
        number.value == 0 ? "" : DecimalNumber.format(number.value)
    }

    /// Hands out the standard fields that are set, in standard order, as text in normal form.
    package func forEachSetField(_ body: (ProfileField, String) -> Void) {
        // SAFETY: the bytes are this profile's, and used within the call.
        unsafe withUnsafeBytes(of: self) { bytes in
            for field in ProfileField.allCases {
                let text = unsafe Self.text(field.storage, at: bytes.baseAddress!)
                if !text.isEmpty { body(field, text) }
            }
        }
    }

    /// Whether a field has a value, without making its text.
    package func isSet(_ field: ProfileField) -> Bool {
        switch field.storage {
        case .text(let stored): !stored.value(in: self).isEmpty
        case .integer(let stored): stored.value(in: self) != 0
        case .number(let stored): stored.value(in: self).value != 0
        case .date(let stored): stored.value(in: self) != nil
        }
    }

    /// The number of a field; 0 where it is not set, and for a field of another kind.
    package func number(_ field: ProfileField) -> Double {
        if case .number(let stored) = field.storage { stored.value(in: self).value } else { 0 }
    }

    /// The date of a field; `nil` where it is not set, and for a field of another kind.
    package func date(_ field: ProfileField) -> CalendarDate? {
        if case .date(let stored) = field.storage { stored.value(in: self) } else { nil }
    }

    // For who may change the profile, four readers that take no copy of it.

    /// A field of kind text; empty where it is not set, and for a field of another kind.
    package mutating func textInPlace(_ field: ProfileField) -> String {
        if case .text(let stored) = field.storage { stored.value(inPlace: &self) } else { "" }
    }

    /// `number(_:)`.
    package mutating func numberInPlace(_ field: ProfileField) -> Double {
        if case .number(let stored) = field.storage { stored.value(inPlace: &self).value } else { 0 }
    }

    /// The whole number of a field; 0 where it is not set, and for a field of another kind.
    package mutating func integerInPlace(_ field: ProfileField) -> Int {
        if case .integer(let stored) = field.storage { stored.value(inPlace: &self) } else { 0 }
    }

    /// `date(_:)`.
    package mutating func dateInPlace(_ field: ProfileField) -> CalendarDate? {
        if case .date(let stored) = field.storage { stored.value(inPlace: &self) } else { nil }
    }

    /// Sets a standard field from its text: any text, number or date form that the format allows, the empty text, or `NaN` for
    /// a number.
    ///
    /// - Returns: false, and nothing has changed, where the text is not a number or date and should be.
    @discardableResult
    public mutating func set(_ field: ProfileField, _ text: Span<UInt8>) -> Bool {
        let storage = field.storage
        guard let value = FieldValue(text, kind: storage.kind) else { return false }
        switch (storage, value) {
        case (.text(let stored), _): stored.set(String(decoding: text), in: &self)
        case (.integer(let stored), .integer(let value)): stored.set(value, in: &self)
        case (.number(let stored), .number(let value)): stored.set(FieldNumber(value), in: &self)
        case (.date(let stored), .date(let value)): stored.set(value, in: &self)
        default: preconditionFailure("\(field.name) has a value of another kind than its own")
        }
        return true
    }

    /// Sets a field of kind text.
    package mutating func set(_ field: ProfileField, text: consuming String) {
        guard case .text(let stored) = field.storage else { Self.isOfOtherKind(field) }
        stored.set(text, in: &self)
    }

    /// Sets a field of kind integer; 0 for "not set".
    package mutating func set(_ field: ProfileField, integer: Int) {
        guard case .integer(let stored) = field.storage else { Self.isOfOtherKind(field) }
        stored.set(integer, in: &self)
    }

    /// Sets a field of kind number; 0 for "not set".
    package mutating func set(_ field: ProfileField, number: Double) {
        guard case .number(let stored) = field.storage else { Self.isOfOtherKind(field) }
        stored.set(FieldNumber(number), in: &self)
    }

    /// Sets a field of kind date; `nil` for "not set".
    package mutating func set(_ field: ProfileField, date: CalendarDate?) {
        guard case .date(let stored) = field.storage else { Self.isOfOtherKind(field) }
        stored.set(date, in: &self)
    }

    private static func isOfOtherKind(_ field: ProfileField) -> Never {
        preconditionFailure("\(field.name) is of kind \(field.kind)")
    }

    /// Makes of values that count as "not set" the one that a profile has for it: no date for 1970-01-01, and zero for
    /// minus zero (`ipf-format.md`, section 2).
    package mutating func unsetZeros() {
        // SAFETY: the bytes are this profile's, to which nothing else has access for the time of the call.
        unsafe withUnsafeMutableBytes(of: &self) { bytes in
            let base = bytes.baseAddress!
            for stored in ProfileField.storedDates where unsafe stored.value(at: base)?.dayNumber == 0 {
                unsafe stored.set(nil, at: base)
            }
            for stored in ProfileField.storedNumbers where unsafe stored.value(at: base).value == 0 {
                unsafe stored.set(FieldNumber(0), at: base)
            }
        }
    }

    /// Whether all numbers and all dates that are set are as wanted: one pass, for what is asked of every profile.
    package func allSatisfy(number: (Double) -> Bool, date: (CalendarDate) -> Bool) -> Bool {
        // SAFETY: the bytes are this profile's, and used within the call.
        unsafe withUnsafeBytes(of: self) { bytes in
            let base = bytes.baseAddress!
            return ProfileField.storedNumbers.allSatisfy { unsafe number($0.value(at: base).value) }
                && ProfileField.storedDates.allSatisfy { unsafe $0.value(at: base).map(date) ?? true }
        }
    }

    /// The value of a field by its name, standard or custom, as text in normal form; empty where it is not set.
    public subscript(name: String) -> String {
        if let field = ProfileField(name: name) { return self[field] }
        return customFields.first { $0.name == name }?.value ?? ""
    }

    /// The values of fields by their names, as the subscript has them.
    ///
    /// - Complexity: O(names + custom fields).
    package func values(named names: [String]) -> [String] {
        // A few are found sooner than a table is made.
        if customFields.count <= 8 { return names.map { self[$0] } }
        let custom = Dictionary(customFields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return names.map { name in ProfileField(name: name).map { self[$0] } ?? custom[name] ?? "" }
    }

    /// Sets a custom field, in its place if there is one of that name, else as the last; an empty value removes it.
    public mutating func setCustomField(_ name: String, _ value: String) {
        let index = customFields.firstIndex { $0.name == name }
        switch (index, value.isEmpty) {
        case (let index?, true): customFields.remove(at: index)
        case (let index?, false): customFields[index].value = value
        case (nil, true): break
        case (nil, false): customFields.append(CustomField(name: name, value: value))
        }
    }

    /// Every field that is set, under its IPF name, as text in normal form: the standard ones in standard order, then
    /// the custom ones in theirs.
    public var fields: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        forEachSetField { fields.append(($0.name, $1)) }
        return fields + customFields.map { (name: $0.name, value: $0.value) }
    }
}
