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
        profile.unsetZeros()
        if customFields.isEmpty { return profile }
        profile.customFields = []
        for field in customFields where !field.value.isEmpty {
            guard let standard = ProfileField(name: field.name) else {
                profile.setCustomField(field.name, field.value)
                continue
            }
            // As in a builder, what isn't a value of the field is not set.
            if !profile.set(standard, field.value.utf8Span.span) { profile.set(standard, Span()) }
        }
        profile.customFields.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return profile
    }
}
