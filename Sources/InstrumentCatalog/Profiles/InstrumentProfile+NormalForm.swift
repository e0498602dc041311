internal import Scanning

extension InstrumentProfile {
    /// Returns a profile of type REMOVED, which removes a symbol.
    package static func removal(of symbol: String) -> InstrumentProfile {
        var profile = InstrumentProfile()
        profile.type = InstrumentType.removed.rawValue
        profile.symbol = symbol
        return profile
    }

    /// The profile in the form in which a catalog returns it. Custom fields are ordered by name, unique and not empty.
    /// A custom field with the name of a standard field becomes that field. Dates and numbers whose text is invalid are
    /// not set.
    package var catalogForm: InstrumentProfile {
        var profile = self
        profile.takeCatalogForm()
        return profile
    }

    /// Whether the profile equals its `catalogForm`.
    var isInCatalogForm: Bool {
        hasOrderedCustomFields && allSatisfy(number: { $0 != 0 || $0.sign == .plus }, date: { $0.dayNumber != 0 })
    }

    /// Converts the profile to its `catalogForm`, in place if it is uniquely referenced.
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
            // An invalid value means that the field is not set, as in a builder.
            if !set(standard, field.value.utf8Span.span) { set(standard, Span()) }
        }
        customFields.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Whether the custom fields already have the order and form of `catalogForm`.
    private var hasOrderedCustomFields: Bool {
        for index in customFields.indices {
            let field = customFields[index]
            if field.value.isEmpty || ProfileField(name: field.name) != nil { return false }
            if index > 0, !customFields[index - 1].name.utf8.lexicographicallyPrecedes(field.name.utf8) { return false }
        }
        return true
    }
}
