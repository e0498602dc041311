import Scanning
import TestSupport
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

/// The vectorized word search in short ASCII texts finds the words of a byte-by-byte search.
struct WordPlacesTests {
    /// Letters, digits and joining characters, with their neighbors in ASCII.
    private static let characters = Array("AMZamz059@[`{/:%&'(,-./ \u{0}\u{7F}".utf8)

    private static func isPart(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }

    /// Returns the runs of letters and digits.
    private static func words(_ text: [UInt8]) -> [Range<Int>] {
        var words: [Range<Int>] = []
        for (place, byte) in text.enumerated() where isPart(byte) {
            if let last = words.last, last.upperBound == place {
                words[words.count - 1] = last.lowerBound..<(place + 1)
            } else {
                words.append(place..<(place + 1))
            }
        }
        return words
    }

    /// Returns whether all chunks that consist of several words are without letters.
    private static func areParted(_ text: [UInt8]) -> Bool {
        var chunks: [Range<Int>] = []
        var joined: Set<Int> = []
        for word in words(text) {
            if let last = chunks.last, last.upperBound + 1 == word.lowerBound, TextTerms.isJoin(text[last.upperBound]) {
                chunks[chunks.count - 1] = last.lowerBound..<word.upperBound
                joined.insert(chunks.count - 1)
            } else {
                chunks.append(word)
            }
        }
        return joined.allSatisfy { chunk in text[chunks[chunk]].allSatisfy { !$0.isASCIILetter } }
    }

    @Test func placesEqualANaiveSplit() throws {
        var generator = SeededGenerator(seed: 61)
        for count in 0...66 {
            for number in 0..<40 {
                // Letters are rare in some texts, so that numeric chunks are long.
                let known = number % 2 == 0 ? Self.characters : Array("0123456789..//-&' A".utf8)
                let text = (0..<count).map { _ in known.randomElement(using: &generator)! }
                let made = WordPlaces(text.span)
                #expect((made == nil) == (count > 64))
                guard let places = made else { continue }
                var found: [Range<Int>] = []
                while let word = places.nextWord(from: found.last?.upperBound ?? 0) {
                    #expect(word.kinds.isASCII)
                    #expect(word.kinds.hasLetter == text[word.range].contains { $0.isASCIILetter }, "\(text)")
                    found.append(word.range)
                }
                #expect(found == Self.words(text), "\(text)")
                #expect(places.areParted == Self.areParted(text), "\(text)")
            }
        }
    }

    @Test func otherThanASCIITextsAreRejected() {
        for count in 1...64 {
            for place in 0..<count {
                var text = [UInt8](repeating: UInt8(ascii: "A"), count: count)
                text[place] = 0x80
                #expect(WordPlaces(text.span) == nil, "\(place) of \(count)")
            }
        }
    }

    /// Appending a word in another script, which disables the vectorized path, does not change the highlights.
    @Test func highlightsEqualTheGeneralPath() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 62)
        let words = [
            "ALPHA", "Alp", "Co", "12", "2027", "100.00", "A1", "S&P", "500", "AT&T", "Jan", "1.5", "A.B.", "x-1",
        ]
        var listing = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n"
        for number in 0..<300 {
            let count = Int.random(in: 1...7, using: &generator)
            let text = (0..<count).map { _ in words.randomElement(using: &generator)! }.joined(separator: " ")
            listing += "STOCK,Q\(number)X,\(text)\nSTOCK,Q\(number)Y,\(text) 日\n"
        }
        let catalog = try Building.catalog(listing, in: folder).catalog
        for query in words + ["alp", "a", "1", "20", "sp", "sp500", "co 12", "alpha 2027", "a1 b", "jan 1"] {
            var shown: [String: [Range<Int>]] = [:]
            for hit in try catalog.search(query, limit: 1000).hits where hit.tier == .description {
                shown[catalog.symbol(at: hit.row)] = hit.highlights[.description]
            }
            #expect(!shown.isEmpty, "\(query)")
            for (symbol, ranges) in shown where symbol.hasSuffix("X") {
                #expect(shown[symbol.dropLast() + "Y"] == ranges, "\(query), \(symbol)")
            }
        }
    }
}
