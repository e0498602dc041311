internal import Scanning

extension InstrumentProfile {
    /// The profile that removes a symbol: one of type REMOVED.
    package static func removal(of symbol: String) -> InstrumentProfile {
        var profile = InstrumentProfile()
        profile.type = InstrumentType.removed.rawValue
        profile.symbol = symbol
        return profile
    }

    /// The profile as a catalog gives it back: custom fields by name, each once and none empty, those under the name of a
    /// standard field as that field; dates and numbers that count as not set, not set.
    package var catalogForm: InstrumentProfile {
        var profile = self
        profile.takeCatalogForm()
        return profile
    }

    /// The profile is its `catalogForm`.
    var isInCatalogForm: Bool {
        hasOrderedCustomFields && allSatisfy(number: { $0 != 0 || $0.sign == .plus }, date: { $0.dayNumber != 0 })
    }

    /// Changes the profile to its `catalogForm`: where it isn't needed otherwise, that costs no copy.
    package mutating func takeCatalogForm() {
        unsetZeros()
        if hasOrderedCustomFields { return }
        let fields = customFields
        customFields = []
        customFields.reserveCapacity(fields.count)
        for field in fields where !field.value.isEmpty {
            guard let standard = ProfileField(name: field.name) else {
                setCustomField(field.name, field.value)
                continue
            }
            // As in a builder, what isn't a value of the field is not set.
            if !set(standard, field.value.utf8Span.span) { set(standard, Span()) }
        }
        customFields.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Its custom fields are as a catalog gives them back already.
    private var hasOrderedCustomFields: Bool {
        for index in customFields.indices {
            let field = customFields[index]
            if field.value.isEmpty || ProfileField(name: field.name) != nil { return false }
            if index > 0, !customFields[index - 1].name.utf8.lexicographicallyPrecedes(field.name.utf8) { return false }
        }
        return true
    }
}
