/// The fields with an identifier index: ISIN, CUSIP, SEDOL and LOCAL_SYMBOL, and those that the builder was configured
/// with.
///
/// A section of the file (`FrontCodedText`) stores the names of the configured fields, sorted by bytes. Without further
/// fields, the section is omitted.
package struct IdentifierFields: Sendable {
    /// The configured fields, standard or custom, sorted; without the standard identifiers.
    package let further: [String]
    /// Whether each standard field, by raw value, has an index.
    private var standard = [Bool](repeating: false, count: ProfileField.allCases.count)
    /// The configured fields that are custom.
    private let custom: [String]

    /// Creates the fields from the configured names; standard identifiers are always included.
    package init(further names: [String] = []) {
        for field in ProfileField.identifiers { standard[Int(field.rawValue)] = true }
        further = names.filter { !Self.isAlwaysThere($0) }
            .sortedAndUnique { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var custom: [String] = []
        for name in further {
            guard let field = ProfileField(name: name) else { custom.append(name); continue }
            standard[Int(field.rawValue)] = true
        }
        self.custom = custom
    }

    /// Creates the fields from the names in the section.
    init(_ section: MappedSection) {
        let texts = FrontCodedText(section)
        var names: [String] = []
        texts.forEach { _, text in names.append(String(decoding: text)) }
        self.init(further: names)
    }

    /// Returns whether every catalog has an index of the field. The index of SYMBOL is the symbol table.
    static func isAlwaysThere(_ name: String) -> Bool {
        ProfileField(name: name).map { $0 == .symbol || ProfileField.identifiers.contains($0) } ?? false
    }

    /// The names of all fields, standard identifiers first.
    package var names: [String] { ProfileField.identifiers.map(\.name) + further }

    /// Returns whether the field with the name has an index.
    package func contains(_ name: String) -> Bool { Self.isAlwaysThere(name) || further.contains(name) }

    /// Whether any custom field has an index.
    package var hasCustom: Bool { !custom.isEmpty }

    /// Returns whether a standard field has an index.
    @inline(__always)
    package func contains(_ field: ProfileField) -> Bool { standard[Int(field.rawValue)] }

    /// Returns whether the custom field whose name has these bytes has an index.
    package func containsCustom(_ name: Span<UInt8>) -> Bool { custom.contains { name.equals($0.utf8Span.span) } }

    /// Returns the section; `nil` if no fields were configured.
    package func section() throws(CatalogError) -> NewSection? {
        if further.isEmpty { return nil }
        var texts = FrontCodedTextBuilder()
        for name in further { texts.append(name.utf8Span.span) }
        return NewSection(.identifierFields, try texts.finish("the fields of identifiers"))
    }
}
