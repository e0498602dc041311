/// Fields of one record that contradict each other, as far as the record alone says so.
enum RecordContradictions {
    static func find(_ profile: InstrumentProfile) -> [ProfileVerifier.Contradiction] {
        var found: [ProfileVerifier.Contradiction] = []
        if let lastTrade = profile.lastTrade, let expiration = profile.expiration, lastTrade > expiration {
            found.append((.lastTrade, "LAST_TRADE is \(lastTrade), after EXPIRATION, which is \(expiration)"))
        }
        if let expected = cfi(profile.cfi, expectedFor: profile.optionType) {
            found.append((.cfi, "CFI is \(profile.cfi), and OPTION_TYPE \(profile.optionType): expected \(expected)"))
        }
        return found
    }

    /// Describes the CFI that an option type requires; `nil` if `cfi` is such a one, or if one of the two isn't set. ISO 10962 has `O` for options, and says in
    /// the sixth letter whether their terms are standardized.
    private static func cfi(_ cfi: String, expectedFor optionType: String) -> String? {
        if cfi.isEmpty || optionType.isEmpty { return nil }
        guard cfi.utf8.first == UInt8(ascii: "O") else { return "one that begins with O, for options" }
        let terms = cfi.utf8.count == 6 ? cfi.utf8.last : nil
        switch (optionType, terms) {
        case ("STAN", UInt8(ascii: "N")): return "S as its sixth letter, for standardized options"
        case ("FLEX", UInt8(ascii: "S")): return "N as its sixth letter, for options with terms of their own"
        default: return nil
        }
    }
}
