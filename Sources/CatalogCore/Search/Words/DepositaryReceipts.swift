internal import Scanning

/// Recognizes depositary receipts, by which a bank represents the shares of a foreign company.
package struct DepositaryReceipts: ~Copyable {
    private var folded = TrivialArray<UInt8>()

    package init() {}

    /// Abbreviations of receipts. As the first word of a description, `ADS` is the name of a company instead.
    private static let abbreviations = words("ADR ADRS ADS GDR GDRS BDR BDRS CEDEAR CEDEARS")
    /// Words that denote a receipt if one of `pieces` follows, which is not so in `Central Depository Services`.
    private static let kinds = words("DEPOSITARY DEPOSITORY")
    private static let pieces = words("RECEIPT RECEIPTS SHARE SHARES SHS INTEREST INTERESTS")

    private static func words(_ text: String) -> [[UInt8]] { text.split(separator: " ").map { Array($0.utf8) } }

    /// Returns whether a description names a depositary receipt.
    ///
    /// - Complexity: O(`description.count`).
    package mutating func isReceipt(_ description: Span<UInt8>) -> Bool {
        folded.truncate(to: 0)
        TextFolding.append(description, to: &folded)
        let text = folded.span
        var isReceipt = false
        var isFirst = true
        var followsKind = false
        WordRules.scripts.forEachWord(in: text) { range in
            let word = text.extracting(range)
            if followsKind ? Self.contains(Self.pieces, word) : !isFirst && Self.contains(Self.abbreviations, word) {
                isReceipt = true
            }
            followsKind = Self.contains(Self.kinds, word)
            isFirst = false
        }
        return isReceipt
    }

    /// Returns whether the number within an ISIN is reserved for receipts: `BDR` after the four letters of the issuer
    /// in Brazil, and the issuer code `DEUT` of the CEDEAR programs in Argentina.
    package static func isReceipt(isin: Span<UInt8>) -> Bool {
        isin.begins(with: argentinian.span)
            || isin.begins(with: brazil.span) && isin.count > 8 && isin.holds(brazilian.span, at: 6)
    }

    private static let brazil = Array("BR".utf8)
    private static let brazilian = Array("BDR".utf8)
    private static let argentinian = Array("ARDEUT".utf8)

    private static func contains(_ words: [[UInt8]], _ word: Span<UInt8>) -> Bool {
        words.contains { word.equals($0.span) }
    }
}
