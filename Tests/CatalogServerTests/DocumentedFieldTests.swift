import InstrumentCatalog
import ProfileFormat
import Testing

@testable import CatalogServer

/// The fields of profiles in openapi.json, compared with the table of standard fields.
@Suite struct DocumentedFieldTests {
    private static let fields = Dictionary(uniqueKeysWithValues: ProfileField.allCases.map { ($0.camelCaseName, $0) })

    private static func type(_ kind: ProfileField.Kind) -> String {
        switch kind {
        case .text: "string"
        case .integer, .number: "number"
        case .date: "string date"
        }
    }

    /// Each property has the name and kind of a field, except those in `others`.
    @Test(
        arguments: [
            ("Instrument", ["timezone", "schedule", "venues", "hasOptions", "legs", "status", "removedOn", "lineage"]),
            ("Found", ["match", "status", "removedOn", "isOpen"]),
            ("Listed", ["status", "removedOn"]),
            // EXPIRATION_STYLE and SETTLEMENT_STYLE have shorter names in chains.
            ("Chain.series", ["style", "settlement", "count", "strikes", "status", "removedOn"]),
        ] as [(String, Set<String>)])
    func propertiesAreStandardFields(_ schema: String, _ others: Set<String>) throws {
        let properties = try OpenAPIDocument().properties(schema)
        #expect(others.isSubset(of: properties.keys))
        for (name, type) in properties where !others.contains(name) {
            let field = try #require(Self.fields[name], "\(schema).\(name) is not a standard field")
            #expect(type == Self.type(field.kind), "\(schema).\(name)")
        }
    }

    @Test(arguments: ["Instrument", "Found", "Listed"])
    func instrumentsHaveTheSameRequiredProperties(_ schema: String) throws {
        let document = try OpenAPIDocument()
        let always = InstrumentShape.members.filter(\.isAlwaysThere).map(\.name)
        #expect(
            always == ["symbol", "type", "description", "country", "currency", "isin", "cusip", "sedol", "localSymbol"])
        #expect(Set(document.required(schema)).isSuperset(of: always))
        #expect(Set(document.properties(schema).keys).isSuperset(of: InstrumentShape.members.map(\.name)))
    }

    @Test func filtersAreDocumented() throws {
        let document = try OpenAPIDocument()
        let page: Set<String> = ["limit", "cursor"]
        #expect(
            document.parameters("/v1/list")
                == FilterParameters.all.union(page).union([
                    "fields", "order", "format", "offset", "expired", "asOf", "knownAt",
                ]))
        #expect(
            document.parameters("/v1/search")
                == FilterParameters.common.union(page).union([
                    "q", "facets", "on", "expired", "details", "asOf", "knownAt",
                ]))
        // All parameters except these are named like fields.
        let others: Set<String> = ["exchange", "activeOn"]
        #expect(FilterParameters.all.subtracting(others).isSubset(of: Self.fields.keys))
    }
}
