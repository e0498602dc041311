/// The fields by which a catalog's instruments are looked up: ISIN, CUSIP, SEDOL and LOCAL_SYMBOL, and those that its builder was
/// told of.
///
/// The names of the latter are a section of the file (`FrontCodedText`), sorted by bytes. It is left out where there are none.
package struct IdentifierFields: Sendable {
    /// The fields beyond the standard's own identifiers, standard or custom, sorted.
    package let further: [String]
    /// Standard fields by their raw value.
    private var standard = [Bool](repeating: false, count: ProfileField.allCases.count)
    /// The further ones that are custom fields.
    private let custom: [String]

    /// The standard's own and those of these names that aren't.
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

    /// Reads the section's names.
    init(_ section: MappedSection) {
        let texts = FrontCodedText(section)
        var names: [String] = []
        texts.forEach { _, text in names.append(String(decoding: text)) }
        self.init(further: names)
    }

    /// Every catalog has an index of the field; a symbol's is the symbol table.
    static func isAlwaysThere(_ name: String) -> Bool {
        ProfileField(name: name).map { $0 == .symbol || ProfileField.identifiers.contains($0) } ?? false
    }

    /// The names of all, the standard's own first.
    package var names: [String] { ProfileField.identifiers.map(\.name) + further }

    /// The catalog looks instruments up by the field of that name.
    package func contains(_ name: String) -> Bool { Self.isAlwaysThere(name) || further.contains(name) }

    /// Looks up by custom fields, too.
    package var hasCustom: Bool { !custom.isEmpty }

    /// The same for a standard field.
    @inline(__always)
    package func contains(_ field: ProfileField) -> Bool { standard[Int(field.rawValue)] }

    /// The same for a custom field, by the bytes of its name.
    package func containsCustom(_ name: Span<UInt8>) -> Bool { custom.contains { name.equals($0.utf8Span.span) } }

    /// The section; `nil` where there is nothing to say.
    package func section() throws(CatalogError) -> NewSection? {
        if further.isEmpty { return nil }
        var texts = FrontCodedTextBuilder()
        for name in further { texts.append(name.utf8Span.span) }
        return NewSection(.identifierFields, try texts.finish("the fields of identifiers"))
    }
}
