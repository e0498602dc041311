package import ProfileFormat
package import Scanning

/// The members that every JSON object of an instrument has in the service's answers, in order. They are the same in
/// lists, searches and answers about a single instrument.
package enum InstrumentShape {
    /// A field under its API name. If the field is not set, a required member is an empty text, and an optional member
    /// is omitted.
    package struct Member: Sendable {
        package let name: String
        /// The start of the member in compact JSON: `"symbol":`.
        let key: [UInt8]
        package let field: ProfileField
        package let isAlwaysThere: Bool

        fileprivate init(_ field: ProfileField, isAlwaysThere: Bool) {
            name = field.camelCaseName
            key = Array("\"\(name)\":".utf8)
            self.field = field
            self.isAlwaysThere = isAlwaysThere
        }
    }

    package static let members: [Member] =
        ([.symbol, .type, .description, .country, .currency] + ProfileField.identifiers)
        .map { Member($0, isAlwaysThere: true) }
        + [ProfileField.opol, .exchanges].map { Member($0, isAlwaysThere: false) }
}

extension Catalog {
    /// Writes the common members (`InstrumentShape`) of an instrument into an open object.
    ///
    /// - Precondition: `row` came from this catalog, and `json` is compact.
    // Defined in this module so that the compiler specializes the generic `withField`.
    package func writeMembers(of row: Row, to json: inout JSONWriter) {
        for member in InstrumentShape.members {
            withField(member.field, at: row) { text in
                if !text.isEmpty || member.isAlwaysThere { json.member(key: member.key, text) }
            }
        }
    }

    /// Writes a field of an instrument as a member of an open object. If the field is not set, the value is an empty
    /// text.
    ///
    /// - Precondition: `row` came from this catalog.
    package func write(_ field: ProfileField, of row: Row, as name: StaticString, to json: inout JSONWriter) {
        withField(field, at: row) { text in
            json.key(name)
            json.string(text)
        }
    }
}
