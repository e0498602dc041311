extension InstrumentProfile {
    /// The text of a standard field in normal form; empty if the field is not set. The setter accepts any text that is
    /// valid for the field.
    public subscript(field: ProfileField) -> String {
        // SAFETY: the bytes are those of this profile, and are used only within the call.
        unsafe withUnsafeBytes(of: self) { unsafe Self.text(field.storage, at: $0.baseAddress!) }
    }

    /// Returns the text of a field of the profile at address `base`.
    private static func text(_ storage: FieldDefinition.Storage, at base: UnsafeRawPointer) -> String {
        // SAFETY: The caller guarantees that `base` is the address of a profile.
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

    /// Calls `body` with each standard field that is set, in standard order, and its text in normal form.
    package func forEachSetField(_ body: (ProfileField, String) -> Void) {
        // SAFETY: the bytes are those of this profile, and are used only within the call.
        unsafe withUnsafeBytes(of: self) { bytes in
            for field in ProfileField.allCases {
                let text = unsafe Self.text(field.storage, at: bytes.baseAddress!)
                if !text.isEmpty { body(field, text) }
            }
        }
    }

    /// Returns whether a field is set, without creating its text.
    package func isSet(_ field: ProfileField) -> Bool {
        switch field.storage {
        case .text(let stored): !stored.value(in: self).isEmpty
        case .integer(let stored): stored.value(in: self) != 0
        case .number(let stored): stored.value(in: self).value != 0
        case .date(let stored): stored.value(in: self) != nil
        }
    }

    /// Returns the number of a field; 0 if the field is not set or is not of this kind.
    package func number(_ field: ProfileField) -> Double {
        if case .number(let stored) = field.storage { stored.value(in: self).value } else { 0 }
    }

    /// Returns the date of a field; `nil` if the field is not set or is not of this kind.
    package func date(_ field: ProfileField) -> CalendarDate? {
        if case .date(let stored) = field.storage { stored.value(in: self) } else { nil }
    }

    // The following four methods read fields of a mutable profile without copying it.

    /// Returns the text of a field; empty if the field is not set or is not of this kind.
    package mutating func textInPlace(_ field: ProfileField) -> String {
        if case .text(let stored) = field.storage { stored.value(inPlace: &self) } else { "" }
    }

    /// Returns the number of a field, as `number(_:)` does.
    package mutating func numberInPlace(_ field: ProfileField) -> Double {
        if case .number(let stored) = field.storage { stored.value(inPlace: &self).value } else { 0 }
    }

    /// Returns the whole number of a field; 0 if the field is not set or is not of this kind.
    package mutating func integerInPlace(_ field: ProfileField) -> Int {
        if case .integer(let stored) = field.storage { stored.value(inPlace: &self) } else { 0 }
    }

    /// Returns the date of a field, as `date(_:)` does.
    package mutating func dateInPlace(_ field: ProfileField) -> CalendarDate? {
        if case .date(let stored) = field.storage { stored.value(inPlace: &self) } else { nil }
    }

    /// Sets a standard field from a text in any form that the format allows. The text may also be empty or, for a
    /// number, `NaN`.
    ///
    /// - Returns: `false`, without changing the profile, if the text is not a number or date as the field requires.
    @discardableResult
    public mutating func set(_ field: ProfileField, _ text: Span<UInt8>) -> Bool {
        let storage = field.storage
        guard let value = FieldValue(text, kind: storage.kind) else { return false }
        switch (storage, value) {
        case (.text(let stored), _): stored.set(String(decoding: text), in: &self)
        case (.integer(let stored), .integer(let value)): stored.set(value, in: &self)
        case (.number(let stored), .number(let value)): stored.set(FieldNumber(value), in: &self)
        case (.date(let stored), .date(let value)): stored.set(value, in: &self)
        default: preconditionFailure("the kind of the value does not match \(field.name)")
        }
        return true
    }

    /// Sets a text field.
    package mutating func set(_ field: ProfileField, text: consuming String) {
        guard case .text(let stored) = field.storage else { Self.isOfOtherKind(field) }
        stored.set(text, in: &self)
    }

    /// Sets a whole-number field; 0 means "not set".
    package mutating func set(_ field: ProfileField, integer: Int) {
        guard case .integer(let stored) = field.storage else { Self.isOfOtherKind(field) }
        stored.set(integer, in: &self)
    }

    /// Sets a number field; 0 means "not set".
    package mutating func set(_ field: ProfileField, number: Double) {
        guard case .number(let stored) = field.storage else { Self.isOfOtherKind(field) }
        stored.set(FieldNumber(number), in: &self)
    }

    /// Sets a date field; `nil` means "not set".
    package mutating func set(_ field: ProfileField, date: CalendarDate?) {
        guard case .date(let stored) = field.storage else { Self.isOfOtherKind(field) }
        stored.set(date, in: &self)
    }

    private static func isOfOtherKind(_ field: ProfileField) -> Never {
        preconditionFailure("\(field.name) is of kind \(field.kind)")
    }

    /// Normalizes values that mean "not set": 1970-01-01 becomes `nil`, and minus zero becomes zero (`ipf-format.md`,
    /// section 2).
    package mutating func unsetZeros() {
        // SAFETY: the bytes belong to this profile, to which this call has exclusive access.
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

    /// Returns whether all numbers and all dates that are set satisfy the predicates. Examines them in one pass.
    package func allSatisfy(number: (Double) -> Bool, date: (CalendarDate) -> Bool) -> Bool {
        // SAFETY: the bytes are those of this profile, and are used only within the call.
        unsafe withUnsafeBytes(of: self) { bytes in
            let base = bytes.baseAddress!
            return ProfileField.storedNumbers.allSatisfy { unsafe number($0.value(at: base).value) }
                && ProfileField.storedDates.allSatisfy { unsafe $0.value(at: base).map(date) ?? true }
        }
    }

    /// The text, in normal form, of the standard or custom field with a name; empty if the field is not set.
    public subscript(name: String) -> String {
        if let field = ProfileField(name: name) { return self[field] }
        return customFields.first { $0.name == name }?.value ?? ""
    }

    /// Returns the texts of the fields with the given names, as the subscript returns them.
    ///
    /// - Complexity: O(names + custom fields).
    package func values(named names: [String]) -> [String] {
        // For few custom fields, a linear search is faster than building a hash table.
        if customFields.count <= 8 { return names.map { self[$0] } }
        let custom = Dictionary(customFields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return names.map { name in ProfileField(name: name).map { self[$0] } ?? custom[name] ?? "" }
    }

    /// Sets a custom field: replaces the field with that name, or appends a new one. An empty value removes the field.
    public mutating func setCustomField(_ name: String, _ value: String) {
        let index = customFields.firstIndex { $0.name == name }
        switch (index, value.isEmpty) {
        case (let index?, true): customFields.remove(at: index)
        case (let index?, false): customFields[index].value = value
        case (nil, true): break
        case (nil, false): customFields.append(CustomField(name: name, value: value))
        }
    }

    /// The names and texts of the fields that are set, in normal form: standard fields in standard order, then custom
    /// fields in the order of `customFields`.
    public var fields: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        forEachSetField { fields.append(($0.name, $1)) }
        return fields + customFields.map { (name: $0.name, value: $0.value) }
    }
}
