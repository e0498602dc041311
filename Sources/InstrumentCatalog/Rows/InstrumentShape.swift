package import ProfileFormat
package import Scanning

/// What every answer of the service says of an instrument: the members that the objects of lists, searches and single instruments
/// have in common, in their order.
package enum InstrumentShape {
    /// A field under its name of the API. What is always there is an empty text where the field is not set; the rest is left out.
    package struct Member: Sendable {
        package let name: String
        /// The name as a member of compact JSON begins: `"symbol":`.
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
    /// Writes those members of an instrument into an object that is open.
    ///
    /// - Precondition: `row` came from this catalog, and `json` is compact.
    // In this module the compiler reads a field without a call through its generic form, which other modules need.
    package func writeMembers(of row: Row, to json: inout JSONWriter) {
        for member in InstrumentShape.members {
            withField(member.field, at: row) { text in
                if !text.isEmpty || member.isAlwaysThere { json.member(key: member.key, text) }
            }
        }
    }

    /// Writes a field of an instrument as a member of an object that is open; an empty text where it is not set.
    ///
    /// - Precondition: `row` came from this catalog.
    package func write(_ field: ProfileField, of row: Row, as name: StaticString, to json: inout JSONWriter) {
        withField(field, at: row) { text in
            json.key(name)
            json.string(text)
        }
    }
}
