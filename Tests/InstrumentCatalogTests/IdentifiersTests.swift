import TestSupport
import Testing

@testable import InstrumentCatalog

/// Lookup by identifiers, and the errors for misses.
struct IdentifiersTests {
    private static let listing = """
        #STOCK::=TYPE,SYMBOL,LOCAL_SYMBOL,ISIN,CUSIP,SEDOL
        STOCK,AAPL,,US0378331005,037833100,
        STOCK,AAPL:MX,AAPL *,US0378331005,,
        STOCK,APC:DE,APC,US0378331005,,B0YBKJ7
        STOCK,WRONG,,US0378331007,,
        STOCK,aapl,,,,
        STOCK,AAPLX,,,,
        STOCK,AAQL,AAPM,,,
        #REMOVED::=TYPE,SYMBOL
        REMOVED,GONE

        """

    @Test func identifiersFindTheirRows() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        func symbols(_ rows: [Row]) -> [String] { rows.map(catalog.symbol(at:)) }
        #expect(symbols(catalog.rows(of: .isin("US0378331005"))) == ["AAPL", "APC:DE", "AAPL:MX"])
        #expect(symbols(catalog.rows(of: .cusip("037833100"))) == ["AAPL"])
        #expect(symbols(catalog.rows(of: .sedol("B0YBKJ7"))) == ["APC:DE"])
        #expect(symbols(catalog.rows(of: .localSymbol("AAPL *"))) == ["AAPL:MX"])
        // For pasted identifiers, case, spaces and hyphens are ignored. Symbols are compared byte for byte.
        for pasted in ["us0378331005", "US-037833100-5", "us 0378\u{A0}3310\u{2013}05", " US0378331005 "] {
            #expect(symbols(catalog.rows(of: .isin(pasted))) == ["AAPL", "APC:DE", "AAPL:MX"], "\(pasted)")
        }
        #expect(symbols(catalog.rows(of: .cusip("037833-10 0"))) == ["AAPL"])
        #expect(symbols(catalog.rows(of: .sedol("b0yb-kj7"))) == ["APC:DE"])
        #expect(catalog.rows(of: .localSymbol("aapl *")) == [])
        #expect(catalog.rows(of: .isin("-")) == [])
        #expect(catalog.rows(of: .isin("")) == [])
        #expect(catalog.rows(of: .cusip("US0378331005")) == [])
        #expect(symbols(catalog.rows(of: .symbol("aapl"))) == ["aapl"])
    }

    private static let answers: [(Identifier, String)] = [
        (.symbol("AAPL"), "AAPL"),
        (.symbol("NONE"), "SYMBOL NONE: not in the catalog"),
        (.symbol("GONE"), "SYMBOL GONE: not in the catalog; the last import removed it"),
        (.isin("US0378331005"), "AAPL APC:DE AAPL:MX"),
        (.isin("US5949181045"), "ISIN US5949181045: not in the catalog"),
        (.isin("US0378331006"), "ISIN US0378331006: the check digit is 6, expected 5; check for a typo"),
        // The check digit is wrong, but an instrument has this ISIN.
        (.isin("US0378331007"), "WRONG"),
        // Another check digit is right, so the message names it.
        (.isin("us-037833100-6"), "ISIN us-037833100-6: the check digit is 6, expected 5; check for a typo"),
        (
            .field("FIGI", "BBG000B9XRY4"),
            "FIGI BBG000B9XRY4: the catalog has no index of FIGI, only of ISIN, CUSIP, SEDOL, LOCAL_SYMBOL; import it with "
                + "--identifier FIGI"
        ),
        (Identifier(field: "ISIN", "US0378331005"), "AAPL APC:DE AAPL:MX"),
        (.isin("US037833100"), "ISIN US037833100: has 11 characters, expected 12"),
        (.isin("0S0378331005"), "ISIN 0S0378331005: expected a country code of two capital letters at the start"),
        (.cusip("037833100"), "AAPL"),
        (.cusip("037833101"), "CUSIP 037833101: the check digit is 1, expected 0; check for a typo"),
        (.cusip("594918104"), "CUSIP 594918104: not in the catalog"),
        (.sedol("B0YBKJ8"), "SEDOL B0YBKJ8: the check digit is 8, expected 7; check for a typo"),
        (.sedol("B0YBKJ7"), "APC:DE"),
        (.localSymbol("APC"), "APC:DE"),
        (.localSymbol("APD"), "LOCAL_SYMBOL APD: not in the catalog"),
    ]

    @Test func batchesEqualSingleLookups() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        let answers = catalog.lookup(Self.answers.map(\.0))
        #expect(answers.count == Self.answers.count)
        for ((identifier, expected), answer) in zip(Self.answers, answers) {
            switch answer {
            case .success(let rows):
                #expect(rows.map(catalog.symbol(at:)).joined(separator: " ") == expected, "\(identifier)")
            case .failure(let error): #expect(error.description == expected)
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func lookupsEqualANaiveSearch(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let universe = SearchUniverse(seed: seed, count: [0, 1, 50, 600][Int(seed) - 1])
        let catalog = try universe.catalog(in: folder)
        let profiles = catalog.fileRows.map(catalog.profile(at:))
        var asked: Set<Identifier> = [.isin("NONE"), .localSymbol("X")]
        for profile in profiles {
            asked.formUnion([.isin(profile.isin), .cusip(profile.cusip), .sedol(profile.sedol)])
            asked.formUnion([.localSymbol(profile.localSymbol), .symbol(profile.symbol), .isin(profile.localSymbol)])
        }
        for identifier in asked {
            let expected = profiles.indices.filter { row in
                !identifier.text.isEmpty && profiles[row].text(of: identifier.fieldName) == identifier.text
            }
            // A text that occurs nowhere may still match in another case.
            if expected.isEmpty, identifier.text.contains(where: \.isLowercase) { continue }
            #expect(catalog.rows(of: identifier).map(\.number) == expected, "seed \(seed), \(identifier)")
        }
    }

    @Test func similarSymbolsAreSuggested() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        func suggested(_ symbol: String, limit: Int = 5) -> [String] {
            catalog.suggestions(for: symbol, limit: limit).map(catalog.symbol(at:))
        }
        // Other cases first, then one typo, then prefixes. A local symbol (AAPM) isn't suggested.
        #expect(suggested("Aapl") == ["aapl", "AAPL", "AAQL", "AAPLX", "AAPL:MX"])
        #expect(suggested("AAPK") == ["aapl", "AAPL"])
        #expect(suggested("AAPK", limit: 1) == ["aapl"])
        #expect(suggested("APAL") == ["aapl", "AAPL"])
        #expect(suggested("APC") == ["APC:DE"])
        #expect(suggested("QQQQ") == [])
        #expect(suggested("") == [])
        #expect(suggested("AAPL", limit: 0) == [])
    }
}
