import Foundation
import TestSupport
import Testing

@testable import InstrumentCatalog

/// The law of notations: if a text is written for an instrument, its first reading is this instrument. Otherwise
/// nothing is written.
struct NotationLawTests {
    private static let day = CalendarDate(year: 2026, month: 11, day: 28)!

    /// Checks all instruments of the real lists in all notations. Because of the law, each notation may omit at most
    /// 2 % of its texts (terminal: 3 %).
    @Test(.enabled(if: Conformance.folder != nil))
    func everyRealInstrumentIsReadBackInEachNotation() async throws {
        let folder = try TemporaryFolder()
        let path = try #require(Conformance.folder).appending(path: "search-real/real.ipf")
        let catalog = try Building.catalog(String(contentsOf: path, encoding: .utf8), in: folder).catalog
        let rows = Array(catalog.fileRows)
        let parts = 4
        let counts = await withTaskGroup(of: [Notation: Int].self) { group in
            for part in 0..<parts {
                group.addTask {
                    Self.roundTrip(catalog, rows[rows.count * part / parts..<rows.count * (part + 1) / parts])
                }
            }
            return await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        }
        #expect(counts[.ipf] == rows.count)
        for (notation, least) in [
            (Notation.occ, 295), (.terminal, 35_095), (.ric, 31_483), (.chart, 31_165), (.yahooLike, 37_059),
        ] {
            #expect(counts[notation, default: 0] >= least, "\(notation)")
        }
    }

    /// Writes rows in all notations, and reads the texts back. Returns how many texts there are in each notation.
    private static func roundTrip(_ catalog: Catalog, _ rows: ArraySlice<Row>) -> [Notation: Int] {
        var counts: [Notation: Int] = [:]
        var resolver = NotationResolver(catalog, SymbolReader(on: day))
        for row in rows {
            let reference = catalog.reference(at: row)
            for notation in Notation.writable {
                guard let text = try? resolver.text(of: row, reference, as: notation) else { continue }
                counts[notation, default: 0] += 1
                if resolver.candidates(of: text.utf8Span.span).first?.row != row {
                    Issue.record("\(catalog.symbol(at: row)) as \(notation): \(text)")
                }
            }
        }
        return counts
    }

    private static let listing = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL
        STOCK,BRK/B,Berkshire Hathaway Class B,US,XNYS
        STOCK,VNM:VN,Vinamilk,VN,XSTC
        STOCK,VNM:XHAM,Another company,DE,XHAM
        STOCK,FPT:VN,FPT,VN,XSTC
        STOCK,TEF:IT,Telefonica in Milan,IT,MTAA
        STOCK,TEF:ETLX,Telefonica on EuroTLX,IT,ETLX
        STOCK,AT0000496898:AT,A fund,AT,XWBO
        STOCK,BTC,A fund with bitcoins,US,ARCX
        #OPTION::=TYPE,SYMBOL,COUNTRY,CFI,UNDERLYING,EXPIRATION,STRIKE
        OPTION,.BRKB260206C495,US,OCASPS,BRK/B,2026-02-06,495
        OPTION,BTC-30JAN26-50000-C,,OCECPS,BTC/USD,2026-01-30,50000
        OPTION,.BTC260130C50,US,OCASPS,BTC,2026-01-30,50
        #FUTURE::=TYPE,SYMBOL,OPOL,CFI,PRODUCT,EXPIRATION
        FUTURE,/CLZ16:XNYM,XNYM,FFXXXX,/CL,2016-11-21
        FUTURE,/CLZ26:XNYM,XNYM,FFXXXX,/CL,2026-11-20
        FUTURE,/CLZ36:XNYM,XNYM,FFXXXX,/CL,2036-11-20
        #CRYPTO::=TYPE,SYMBOL,DESCRIPTION,CURRENCY
        CRYPTO,DNT/USD,district0x,USD
        CRYPTO,ADA/USD,Cardano,USD
        CRYPTO,ADA/USD:KRAKEN,Cardano at a venue,USD

        """

    /// A symbol, a notation, and the symbol's text in it, or the reason why it has none.
    private static let texts: [(String, Notation, String)] = [
        (".BRKB260206C495", .terminal, "BRK/B US 02/06/26 C495 Equity"),
        (".BRKB260206C495", .occ, "BRKB  260206C00495000"),
        ("/CLZ16:XNYM", .terminal, "CLZ16 Comdty"),
        ("/CLZ26:XNYM", .terminal, "CLZ6 Comdty"),
        ("/CLZ36:XNYM", .terminal, "CLZ36 Comdty"),
        ("/CLZ16:XNYM", .ric, "CLZ6^1"),
        ("/CLZ36:XNYM", .ric, "CLZ36"),
        ("FPT:VN", .ric, "FPT.HM"),
        ("VNM:VN", .ric, "the text 'VNM.HM' would be read as VNM:XHAM"),
        ("TEF:ETLX", .terminal, "terminal has no known code for ETLX"),
        ("TEF:ETLX", .yahooLike, "TEF.TI"),
        ("AT0000496898:AT", .yahooLike, "AT0000496898.VI"),
        ("BTC-30JAN26-50000-C", .occ, "occ has no form for it"),
        (".BTC260130C50", .occ, "BTC   260130C00050000"),
        ("DNT/USD", .chart, "CRYPTO:DNTUSD"),
        ("ADA/USD:KRAKEN", .chart, "KRAKEN:ADAUSD"),
        ("ADA/USD:KRAKEN", .yahooLike, "the text 'ADA-USD' would be read as ADA/USD"),
    ]

    @Test func textsMeanTheirInstrumentOrAreNotWritten() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        for (symbol, notation, expected) in Self.texts {
            let row = try #require(catalog.row(forSymbol: symbol), "\(symbol)")
            do throws(UnwrittenNotation) {
                let text = try catalog.text(of: row, as: notation, on: Self.day)
                #expect(text == expected, "\(symbol)")
                #expect(catalog.instruments(written: text, on: Self.day).first?.row == row, "\(symbol)")
            } catch {
                #expect(error.description == expected, "\(symbol)")
            }
        }
    }

    /// Options and futures of crypto exchanges are not those of the clearing house.
    @Test func cryptoContractsAreNoOptionsOnFunds() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        func symbols(_ text: String) -> [String] {
            catalog.instruments(written: text, on: Self.day).map { catalog.symbol(at: $0.row) }
        }
        #expect(symbols("BTC-20260130-50000-C") == ["BTC-30JAN26-50000-C"], "another spelling")
        #expect(symbols("BTC-20260130-50-C") == [], "only the fund has this strike")
        #expect(symbols("BTC   260130C00050000") == [".BTC260130C50"], "the clearing house's form")
    }
}
