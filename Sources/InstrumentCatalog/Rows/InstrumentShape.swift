package import ProfileFormat

/// What every answer of the service says of an instrument: the members that the objects of lists, searches and single instruments
/// have in common, in their order.
package enum InstrumentShape {
    /// A field under its name of the API. What is always there is an empty text where the field is not set; the rest is left out.
    package struct Member: Sendable {
        package let name: String
        package let field: ProfileField
        package let isAlwaysThere: Bool
    }

    package static let members: [Member] =
        ([.symbol, .type, .description, .country, .currency] + ProfileField.identifiers)
        .map { Member(name: $0.camelCaseName, field: $0, isAlwaysThere: true) }
        + [ProfileField.opol, .exchanges].map { Member(name: $0.camelCaseName, field: $0, isAlwaysThere: false) }
}
