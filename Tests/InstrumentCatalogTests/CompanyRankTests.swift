import TestSupport
import Testing

@testable import CatalogBuilding
@testable import InstrumentCatalog

/// The order of companies' listings, and the words and typos by which they are found.
struct CompanyRankTests {
    private static let listing = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL,ISIN
        STOCK,TTM,Tata Motors Limited ADR,US,XNYS,US8765685024
        STOCK,TATAMOTORS:IN,Tata Motors Limited,IN,XNSE,INE155A01022
        STOCK,DISN:AR,Walt Disney Company,AR,XBUE,ARDEUT110137
        STOCK,DIS,Walt Disney Company (The) Common Stock,US,XNYS,US2546871060
        STOCK,DIS:DE,Walt Disney Company,DE,XETR,US2546871060
        STOCK,DIS:GB,Walt Disney Company,GB,XLON,US2546871060
        STOCK,EXXO34:BR,Exxon Mobil Corporation,BR,BVMF,BREXXOBDR006
        STOCK,XOM,Exxon Mobil Corporation,US,XNYS,US30231G1022
        STOCK,CBAN,Colony Bankcorp,US,XNYS,US19623P1012
        STOCK,CBA:AU,Commonwealth Bank of Australia,AU,XASX,AU000000CBA7
        STOCK,CBA:DE,Commonwealth Bank of Australia,DE,XETR,AU000000CBA7
        STOCK,VOL-A:SE,AB Volta,SE,XSTO,SE0000115420
        STOCK,VOL-B:SE,AB Volta,SE,XSTO,SE0000115446
        STOCK,VOB:DE,AB Volta,DE,XETR,SE0000115446
        STOCK,SIEM:IN,Siemens Ltd,IN,XNSE,INE003A01024
        STOCK,SIE:DE,Siemens Aktiengesellschaft,DE,XETR,DE0007236101
        STOCK,SIE:CH,Siemens Aktiengesellschaft,CH,XSWX,DE0007236101
        STOCK,SIE:IT,Siemens Aktiengesellschaft,IT,MTAA,DE0007236101
        STOCK,005930:KR,Samsung Electronics,KR,XKRX,KR7005930003
        STOCK,005935:KR,Samsung Electronics,KR,XKRX,KR7005931001
        STOCK,PETR3:BR,Petrobras,BR,BVMF,BRPETRACNOR9
        STOCK,PETR4:BR,Petrobras,BR,BVMF,BRPETRACNPR6
        STOCK,GOOGL,Alphabet Inc.,US,XNAS,US02079K3059
        STOCK,GOOG,Alphabet Inc. Class C Capital Stock,US,XNAS,US02079K1079
        STOCK,ABEC:IT,Alphabet Inc. Class C,IT,ETLX,US02079K1079
        STOCK,OGD,Orbit Garant Drilling,US,XNYS,
        STOCK,GARAN:TR,Turkiye Garanti Bankasi,TR,XIST,TRAGARAN91N1
        STOCK,GIG,Giggle Toys,US,XNAS,
        STOCK,INFY,Infosys Limited American Depositary Shares,US,XNYS,US4567881085
        STOCK,INFY:DE,Infosys Limited,DE,XETR,US4567881085
        STOCK,GENE:BD,Genex Infosys Ltd,BD,XDHA,BD0650GIL006
        STOCK,NESNE:CH,Nestle S.A.,CH,XSWX,
        STOCK,NESN:CH,Nestle S.A.,CH,XSWX,CH0038863350
        STOCK,NESN:IT,Nestle S.A.,IT,MTAA,CH0038863350
        STOCK,VZA,Verizon Communications Inc.,US,XNYS,US92343V1044
        STOCK,BAC,Bank of America Corporation,US,XNYS,US0605051046
        STOCK,BAC:DE,Verizon Communications Inc.,DE,XETR,US0605051046
        STOCK,BAC:GB,Bofa Corporation,GB,XLON,US0605051046
        STOCK,BONG:SE,Bong AB,SE,XSTO,
        STOCK,BA,Boeing Company (The) Common Stock,US,XNYS,US0970231058

        """

    /// The first results of queries, with the reason for each row.
    private static let examples: [(String, [String])] = [
        // A depositary receipt has an ISIN of its bank's country. The listing in the company's home market comes first.
        ("tata motors", ["TATAMOTORS:IN", "TTM"]), ("exxon mobil", ["XOM", "EXXO34:BR"]),
        // If the catalog has no home listing of the company, its receipt comes first.
        ("infos", ["INFY"]),
        // The ticker of a receipt is not prominent.
        ("disn", ["DIS"]),
        // An ISIN with more venues comes before one with fewer.
        ("cba", ["CBA:AU", "CBAN"]), ("volta", ["VOL-B:SE", "VOL-A:SE"]),
        // A row without an ISIN does not share in the venues of rows with one.
        ("nestle", ["NESN:CH", "NESNE:CH"]),
        // The description of another listing counts, but not the name of another company.
        ("bofa", ["BAC"]), ("verizon", ["VZA", "BAC:DE"]),
        // Classes of shares share a name.
        ("alphabet class c", ["GOOG", "ABEC:IT"]),
        // A ticker may have five letters.
        ("garan", ["GARAN:TR", "OGD"]),
        // Venues of another company with the same name do not make a ticker prominent.
        ("siem", ["SIE:DE", "SIEM:IN"]),
        // The ISIN says which shares are preferred.
        ("samsung preferred", ["005935:KR"]), ("samsung pref", ["005935:KR"]), ("petrobras preferred", ["PETR4:BR"]),
        // An alias with a typo precedes names with a typo.
        ("goggle", ["GOOGL", "GIG"]), ("google", ["GOOGL"]), ("gogle", ["GOOGL"]),
        // The first letter must not be a typo.
        ("hoogle", []),
        // A match in another spelling (Bong as Boeng) does not exclude matches with typos.
        ("boeng", ["BONG:SE", "BA"]),
    ]

    private static func catalog(in folder: TemporaryFolder) throws -> Catalog {
        var builder = try Building.builder(listing)
        builder.aliases = try AliasTable(parsing: "GOOGL, google\n")
        builder.includesBundledAliases = false
        _ = try builder.write(to: folder.path("ranks"))
        return try Catalog.open(folder.path("ranks"))
    }

    @Test func theCompanyThatPeopleMeanComesFirst() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(in: folder)
        for (text, symbols) in Self.examples {
            let hits = try catalog.search(text).hits
            #expect(hits.prefix(symbols.count).map { catalog.symbol(at: $0.row) } == symbols, "\(text)")
            if symbols.isEmpty { #expect(hits.isEmpty, "\(text)") }
        }
    }

    @Test func anAliasWithATypoIsExplained() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(in: folder)
        let hit = try #require(try catalog.search("goggle").hits.first)
        #expect(hit.tier == .typo)
        #expect(hit.reason == "google")
        #expect(hit.order.stage == .aliasTypo)
        #expect(hit.order.typos == 1)
        // Pages continue after it.
        let page = try catalog.search("goggle", limit: 1)
        let rest = try catalog.search("goggle", limit: 5, after: page.next).hits
        #expect(page.hits + rest == (try catalog.search("goggle").hits))
    }

    @Test(arguments: [
        ("Tata Motors Limited ADR", true), ("Baidu Inc. ADS", true), ("SAP SE ADS (each 1 share)", true),
        ("Unilever PLC American Depositary Shares", true), ("VTB Global Depository Receipts", true),
        // These are companies: a depository, and one whose name contains ADS.
        ("Central Depository Services (India) Limited", false), ("ADS-TEC Energy PLC", false),
        ("Apple Inc. Common Stock", false), ("", false),
    ])
    func descriptionsNameReceipts(description: String, isReceipt: Bool) {
        var receipts = DepositaryReceipts()
        let found = receipts.isReceipt(description.utf8Span.span)
        #expect(found == isReceipt)
    }

    @Test(arguments: [
        ("BREXXOBDR006", true), ("ARDEUT110137", true), ("BRPETRACNPR6", false), ("BR", false), ("", false),
        ("US0378331005", false),
    ])
    func numbersOfSomeCountriesNameReceipts(isin: String, isReceipt: Bool) {
        let found = DepositaryReceipts.isReceipt(isin: isin.utf8Span.span)
        #expect(found == isReceipt)
    }
}
