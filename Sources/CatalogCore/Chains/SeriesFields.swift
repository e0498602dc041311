/// The fields that distinguish series, in sort order (`ipf-format.md`, section 5).
///
/// Series are compared only by the *position* of each value among the sorted values. Texts are sorted by bytes, numbers
/// and dates by value; a number or date that is not set counts as 0 or 1970-01-01. Before CFI codes are sorted, their
/// letter for call or put is masked.
struct SeriesFields {
    /// The fields without CFI, which comes last.
    static let fields: [ProfileField] = [
        .expiration, .lastTrade, .multiplier, .spc, .additionalUnderlyings, .mmy, .optionType, .expirationStyle,
        .settlementStyle,
    ]

    /// The positions of the values of one series: those of `fields`, then of CFI.
    typealias Places = InlineArray<10, UInt32>

    /// The right that a CFI code denotes.
    enum Right: UInt8 {
        case none, call, put

        /// Parses the first two letters: `OC…`, `OP…`.
        init(cfi: Span<UInt8>) {
            guard cfi.count >= 2, cfi[0] == 0x4F else { self = .none; return }
            switch cfi[1] {
            case 0x43: self = .call
            case 0x50: self = .put
            default: self = .none
            }
        }
    }

    /// Returns the CFI code of an option with the letter for call or put replaced by `X`, ISO 10962's letter for
    /// "unknown".
    static func masked(_ cfi: String) -> String { "OX" + cfi.dropFirst(2) }
}

extension CatalogColumn {
    /// The position of "not set" among the values of the column: after the negative numbers or dates, but before all
    /// texts.
    var placeOfUnset: UInt32 {
        switch kind {
        case .text: 0
        case .integer: firstID { integer(ofValue: $0) > 0 } - 1
        case .number: firstID(ofNumber: { $0 > 0 }) - 1
        case .date: firstID { dayNumber(ofValue: $0) > 0 } - 1
        }
    }
}
