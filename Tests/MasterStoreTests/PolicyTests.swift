import InstrumentCatalog
import Testing

@testable import MasterStore

/// Parsing policies, and the orders that result.
struct PolicyTests {
    private static let text = """
        \u{FEFF}# Best first.\r
        sources exchange, vendor , "the \"\"other\"\""   # and whoever comes

        take fields
        match symbol, listing
        type BOND, MUTUAL_FUND: vendor
        field DESCRIPTION,ICB: vendor
        type OPTION field STRIKE: exchange only
        field "only": vendor
        key vendor: VENDOR_ID
        """

    @Test func policiesAreParsed() throws {
        let policy = try MasterPolicy(parsing: Self.text)
        #expect(policy.sources == .init(sources: ["exchange", "vendor", "the \"other\""]))
        #expect(!policy.takesRecords && policy.matchesListings)
        #expect(
            policy.rules == [
                .init(type: "BOND"): .init(sources: ["vendor"]),
                .init(type: "MUTUAL_FUND"): .init(sources: ["vendor"]),
                .init(field: "DESCRIPTION"): .init(sources: ["vendor"]),
                .init(field: "ICB"): .init(sources: ["vendor"]),
                .init(type: "OPTION", field: "STRIKE"): .init(sources: ["exchange"], isOnly: true),
                .init(field: "only"): .init(sources: ["vendor"]),
            ])
        #expect(policy.keyFields == ["vendor": "VENDOR_ID"])
        #expect(policy.namedSources == ["exchange", "the \"other\"", "vendor"])
        #expect(policy.namedCustomFields == ["VENDOR_ID", "only"])
        #expect(policy.namedTypes == ["BOND", "MUTUAL_FUND", "OPTION"])
        #expect(MasterPolicy.Scope(type: "A B", field: "only").description == "type \"A B\" field \"only\"")
        #expect(try MasterPolicy(parsing: "") == MasterPolicy())
    }

    private static let problems: [(text: String, problem: String)] = [
        ("source a", "column 1: found \"source\"; expected sources, take, match, key, approve, type or field"),
        ("sources", "column 8: found the end of the line; expected a source"),
        ("sources a,", "column 11: found the end of the line; expected a source"),
        ("sources a b", "column 11: found \"b\"; expected \",\", only or the end of the line"),
        ("sources a, a", "column 12: a occurs twice in this order"),
        ("sources a only b", "column 16: found \"b\"; expected the end of the line"),
        ("sources only", "column 9: found \"only\"; expected a source; put the name \"only\" in double quotes"),
        ("sources \"a", "column 9: the quote is not closed on its line"),
        ("sources a\u{01}", "column 10: found a control character"),
        ("take all", "column 6: found \"all\"; expected fields or records"),
        ("match isin", "column 7: found \"isin\"; expected symbol, or symbol, listing"),
        ("match symbol listing", "column 14: found \"listing\"; expected \", listing\" or the end of the line"),
        ("match symbol, isin", "column 15: found \"isin\"; expected listing"),
        ("type OPTION vendor", "column 13: found \"vendor\"; expected \",\", field or \":\""),
        ("field ISIN vendor", "column 12: found \"vendor\"; expected \",\" or \":\""),
        ("approve sources", "column 9: found \"sources\"; expected overrides"),
        ("key vendor ID", "column 12: found \"ID\"; expected \":\""),
        ("key vendor: SYMBOL", "column 13: found SYMBOL; expected a field that remains when a symbol changes"),
        (
            "type OPTION field TYPE: a",
            "column 19: the type decides which rules apply, so its rule can't depend on a type; write field TYPE alone"
        ),
        (
            "field SYMBOL: a only",
            "column 14: every instrument has a SYMBOL, so other sources must be able to provide it; omit \"only\""
        ),
        ("type BOND: a", "column 6: type BOND is already in line 1; remove one of them"),
        (
            "take records",
            "column 6: with take records, all fields come from one source, but there is a rule for ISIN; write take fields"
        ),
    ]

    @Test(arguments: Self.problems)
    func malformedLinesAreReported(text: String, problem: String) {
        let error = #expect(throws: MasterPolicyError.self) {
            try MasterPolicy(parsing: "type BOND: a\nfield ISIN: a\n\(text)\n")
        }
        #expect(error?.description == "policy:\n  line 3, \(problem)")
    }

    @Test func everyMalformedLineIsReported() {
        let bytes: [UInt8] = [0xFF, 0x0A] + Array("take records\nfield ISIN: a\ntake fields\n".utf8)
        let error = #expect(throws: MasterPolicyError.self) { try MasterPolicy(parsing: bytes.span) }
        let expected = """
            policy:
              line 1, column 1: the line isn't UTF-8
              line 3, column 7: with take records, all fields come from one source, but there is a rule for ISIN; write take fields
              line 4, column 1: take is already in line 2; remove one of them
            """
        #expect(error?.description == expected)
    }

    /// Of several rules that apply, the first is used: for type and field, for the field, for the type, for the rest.
    @Test func rulesOrderTheSources() throws {
        let policy = try MasterPolicy(
            parsing: """
                sources a, b
                type BOND: c
                field ISIN: b
                type BOND field ISIN: d, b
                type OPTION: b only
                field TYPE: c
                field FIGI: d only
                """)
        // The store does not have `b` yet, and the policy does not name `e`.
        let orders = FieldOrders(policy, sources: ["e", "d", "c", "a"])
        let (e, d, c, a) = (0, 1, 2, 3)
        func order(_ type: String, _ field: String) -> [Int] {
            let number = ProfileField(name: field)?.rawValue ?? ProfileField.customNumber
            return orders.ofType(type).order(of: .init(number: number, name: field))
        }
        #expect(orders.general == [a, e, d, c])
        #expect(orders.ofTypeField == [c, a, e, d])
        #expect(order("STOCK", "CURRENCY") == [a, e, d, c])
        #expect(order("STOCK", "ISIN") == [a, e, d, c])
        #expect(order("BOND", "CURRENCY") == [c, a, e, d])
        #expect(order("BOND", "ISIN") == [d, a, e, c])
        #expect(order("BOND", "FIGI") == [d])
        #expect(order("BOND", "OTHER_FIELD") == [c, a, e, d])
        #expect(order("OPTION", "STRIKE") == [])
        #expect(order("OPTION", "TYPE") == [c, a, e, d])
        // A source that `sources … only` does not name is ignored everywhere.
        let only = FieldOrders(
            try MasterPolicy(parsing: "sources a only\nfield ISIN: d\nfield TYPE: d"), sources: ["d", "a"])
        #expect(only.general == [1] && only.ofTypeField == [1])
        #expect(only.ofType("STOCK").order(of: .init(number: ProfileField.isin.rawValue, name: "ISIN")) == [1])
    }
}
