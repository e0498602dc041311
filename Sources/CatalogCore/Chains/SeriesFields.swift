/// The fields that tell series apart, in the order that they are ordered by (`ipf-format.md`, section 5).
///
/// Of each only the *place* of its value in the order of the values counts: texts by bytes, numbers and dates by size, where
/// "not set" is 0 and 1970-01-01. For CFI the letter for call or put is masked first.
struct SeriesFields {
    /// The fields but CFI, which comes last.
    static let fields: [ProfileField] = [
        .expiration, .lastTrade, .multiplier, .spc, .additionalUnderlyings, .mmy, .optionType, .expirationStyle,
        .settlementStyle,
    ]

    /// The places of one series' values: those of `fields`, then CFI's.
    typealias Places = InlineArray<10, UInt32>

    /// What a CFI code means for chains.
    enum Right: UInt8 {
        case none, call, put

        /// By the first two letters: `OC…`, `OP…`.
        init(cfi: Span<UInt8>) {
            guard cfi.count >= 2, cfi[0] == 0x4F else { self = .none; return }
            switch cfi[1] {
            case 0x43: self = .call
            case 0x50: self = .put
            default: self = .none
            }
        }
    }

    /// A CFI code of an option with the letter for call or put masked by `X`, ISO 10962's letter for "not known".
    static func masked(_ cfi: String) -> String { "OX" + cfi.dropFirst(2) }
}

extension CatalogColumn {
    /// The place of "not set" among the values of a number or date column: after the negative ones. For text in front.
    var placeOfUnset: UInt32 {
        switch kind {
        case .text: 0
        case .integer: firstID { integer(ofValue: $0) > 0 } - 1
        case .number: firstID(ofNumber: { $0 > 0 }) - 1
        case .date: firstID { dayNumber(ofValue: $0) > 0 } - 1
        }
    }
}
