import Foundation
import MarketRules
import TestSupport
import Testing

@Suite struct PriceAdditionalUnderlyingsTests {
    @Test(
        arguments: [
            ("", []), ("FIS 53", [("FIS", 53)]), ("FIS 53; US$ 45.46", [("FIS", 53), ("US$", 45.46)]),
            ("US$ -1.5; A 1e2", [("US$", -1.5), ("A", 100)]), ("Ä -0", [("Ä", 0)]),
        ] as [(String, [(String, Double)])])
    func textsAreParsedAsEntries(text: String, entries: [(String, Double)]) throws {
        let underlyings = try AdditionalUnderlyings(text)
        #expect(underlyings.entries.map(\.symbol) == entries.map(\.0))
        #expect(underlyings.entries.map(\.amount) == entries.map(\.1))
        let fromBytes = try AdditionalUnderlyings(text.utf8Span.span)
        #expect(underlyings == fromBytes)
    }

    @Test(arguments: [
        ("FIS", 3, "expected one space and an amount after the symbol, found the end of the text"),
        ("FIS;", 3, "expected one space and an amount after the symbol, found \";\""),
        ("FIS ", 4, "expected an amount, a number such as 45.46, found the end of the text"),
        ("FIS  53", 4, "expected an amount, a number such as 45.46, found a space"),
        ("FIS x", 4, "expected an amount, a number such as 45.46, found \"x\""),
        (" FIS 53", 0, "expected a symbol, found a space"),
        ("FIS 53; ", 8, "expected a symbol, found the end of the text"),
        ("FIS 53;US$ 1", 7, "expected one space after \";\", found \"US$\""),
        ("FIS 53 ; US$ 1", 6, "expected \"; \" and the next symbol, or the end, found a space"),
        ("FIS 53; ; A 1", 8, "expected a symbol, found \";\""),
    ])
    func errorsNameTheirPosition(text: String, offset: Int, reason: String) {
        let error = #expect(throws: GrammarError.self) { try AdditionalUnderlyings(text) }
        #expect(error?.grammar == "additional underlyings")
        #expect(error?.reason == reason)
        #expect(error?.byteOffset == offset)
    }

    @Test func anErrorShowsACaret() {
        let error = #expect(throws: GrammarError.self) { try AdditionalUnderlyings("FIS 53; US$ 45,46") }
        #expect(
            error?.description == """
                additional underlyings: expected an amount, a number such as 45.46, found "45,46"
                  FIS 53; US$ 45,46
                              ^
                """)
    }

    @Test func entriesAreWrittenInAlphabeticalOrder() throws {
        let underlyings = try #require(AdditionalUnderlyings(["US$": 45.46, "FIS": 53, "A": -1]))
        #expect(underlyings.text == "A -1; FIS 53; US$ 45.46")
        let read = try AdditionalUnderlyings(underlyings.text)
        #expect(underlyings == read)
        #expect(underlyings["FIS"] == 53 && underlyings["B"] == nil)
        #expect(AdditionalUnderlyings(["A B": 1]) == nil)
        #expect(AdditionalUnderlyings(["": 1]) == nil)
        #expect(AdditionalUnderlyings(["A": .nan]) == nil)
    }

    @Test func theCodedFormIsTheText() throws {
        let underlyings = try AdditionalUnderlyings("FIS 53; US$ 45.46")
        let data = try JSONEncoder().encode([underlyings])
        #expect(String(decoding: data, as: UTF8.self) == #"["FIS 53; US$ 45.46"]"#)
        #expect(try JSONDecoder().decode([AdditionalUnderlyings].self, from: data) == [underlyings])
    }

    @Test func arbitraryBytesNeverCrash() {
        var random = SeededGenerator(seed: 0x5EED_0004)
        let alphabet = Array("AB$ 1.; -eé".utf8) + [0xFF, 0]
        for _ in 0..<10_000 {
            let bytes = (0..<Int.random(in: 0...16, using: &random)).map { _ in alphabet.randomElement(using: &random)!
            }
            do {
                _ = try AdditionalUnderlyings(bytes.span)
            } catch {
                #expect(error.description.contains("^"), "seed 0x5EED_0004")
            }
        }
    }
}
