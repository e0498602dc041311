import Foundation
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

/// Folding of texts, and their division into words.
struct SearchFoldingTests {
    private static func fold(_ text: String) -> String { String(decoding: TextFolding.folded(text).span) }

    private static let foldings: [(String, String)] = [
        ("aapl", "AAPL"), ("Türk", "TURK"), ("TÜRK", "TURK"), ("İŞ", "IS"), ("ış", "IS"), ("is", "IS"),
        // Decomposed letters.
        ("Tu\u{308}rk", "TURK"), ("I\u{307}S\u{327}", "IS"),
        ("Straße", "STRASSE"), ("Ærø", "AERO"), ("Łódź", "LODZ"), ("Đà Nẵng", "DA NANG"), ("þ", "TH"),
        ("œuvre", "OEUVRE"),
        // Compatibility forms.
        ("ＡＡＰＬ", "AAPL"), ("ﬁnance", "FINANCE"), ("x²", "X2"), ("№", "NO"), ("ﾔﾏ", "ヤマ"), ("㈱", "(株)"), ("K", "K"),
        // Letters of other scripts are not replaced; only their case is folded.
        ("ГАЗПРОМ", "газпром"), ("Ёлка", "елка"), ("ΟΔΟΣ", "οδοσ"), ("οδός", "οδοσ"), ("日本", "日本"), ("が", "が"),
        ("한국", "한국"),
        ("हिन्दी", "हिन्दी"), ("שָׁלוֹם", "שלום"),
        ("./ESM27P4300:XCME", "./ESM27P4300:XCME"), ("", ""), ("😀 &", "😀 &"),
    ]

    @Test(arguments: Self.foldings)
    func textsFold(text: String, expected: String) { #expect(Self.fold(text) == expected) }

    /// Folding is idempotent, and drops only combining marks.
    @Test func foldingIsIdempotent() {
        var changed = 0
        for value in UInt32(0)..<0x11_0000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if value > 0x3000, FoldingTable.shared.foldsToItself(value) { continue }
            let text = String(scalar)
            let folded = Self.fold(text)
            // Compared by bytes, because Swift compares canonically equivalent texts as equal.
            if !folded.utf8.elementsEqual(text.utf8) { changed += 1 }
            if !Self.fold(folded).utf8.elementsEqual(folded.utf8) {
                Issue.record("\(text) folds to \(folded), which folds further")
            }
        }
        #expect(changed == 6991 + 26)
    }

    /// Latin, Greek and Cyrillic letters fold as in Foundation.
    @Test func foldingAgreesWithFoundation() {
        for value in UInt32(0xC0)..<0x250 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let expected = NaiveSearch.fold(String(scalar))
            let ours = Self.fold(String(scalar)).lowercased()
            // Foundation folds letters with a stroke, and similar letters, differently.
            if expected.unicodeScalars.first.map({ $0.value < 0x80 }) ?? true { #expect(ours == expected, "\(scalar)") }
        }
    }

    private static let words: [(String, [String])] = [
        ("Apple Inc. - Common Stock", ["APPLE", "INC", "COMMON", "STOCK"]), ("S&P 500", ["S", "P", "500"]),
        ("5050.00 Call", ["5050", "00", "CALL"]), ("TÜRK HAVA YOLLARI A.O.", ["TURK", "HAVA", "YOLLARI", "A", "O"]),
        ("O'Neil", ["O", "NEIL"]), ("日の出製薬", ["日の出製薬"]), ("हिन्दी", ["हिन्दी"]), ("", []), (" .,", []),
        ("x", ["X"]), (" x", ["X"]),
    ]

    @Test(arguments: Self.words)
    func textsAreSplitIntoWords(text: String, expected: [String]) {
        let folded = TextFolding.folded(text)
        var words: [String] = []
        TextFolding.forEachWord(in: folded.span) { words.append(String(decoding: folded.span.extracting($0))) }
        #expect(words == expected)
    }

    /// Invalid UTF-8 is folded without a crash.
    @Test func invalidTextDoesNotCrash() {
        for bytes in [[0xFF], [0xC3], [0x80, 0x41], [0xF0, 0x9F], [0xED, 0xA0, 0x80], [0xF7, 0xBF, 0xBF, 0xBF]]
            as [[UInt8]]
        {
            var folded = TrivialArray<UInt8>()
            TextFolding.append(bytes.span, to: &folded)
            TextFolding.forEachWord(in: folded.span) { _ in }
            var text = FoldedText()
            text.read(bytes.span)
            #expect(text.span.count == folded.count)
        }
    }

    /// Highlights cover whole characters, including their combining marks.
    @Test func foldedRangesMapToTheText() {
        var text = FoldedText()
        text.read("ab".utf8Span.span)
        #expect(String(decoding: text.span) == "AB")
        #expect(text.source(of: 1..<2) == 1..<2)
        text.read("aßu\u{308}b".utf8Span.span)
        #expect(String(decoding: text.span) == "ASSUB")
        #expect(text.source(of: 0..<1) == 0..<1)
        #expect(text.source(of: 1..<2) == 1..<3)
        #expect(text.source(of: 2..<4) == 1..<6)
        #expect(text.source(of: 3..<5) == 3..<7)
        text.read("abc".utf8Span.span)
        #expect(text.source(of: 1..<3) == 1..<3)
    }
}

extension FoldingTable {
    fileprivate func foldsToItself(_ character: UInt32) -> Bool {
        var target = TrivialArray<UInt8>()
        return !appendReplacement(of: character, to: &target)
    }
}
