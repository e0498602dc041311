internal import Scanning

/// Words that hardly distinguish instruments, such as the legal form of a company or the kind of security. A query
/// that contains all other words of a description covers the description, with or without these.
enum CommonWords {
    private static let hashes: Set<UInt64> = {
        var hashes: Set<UInt64> = []
        for word in words.split(whereSeparator: \.isWhitespace) {
            let bytes = Array(word.utf8)
            hashes.insert(ByteHash.hash(bytes.span))
        }
        return hashes
    }()

    /// Returns whether a folded word, or a joined one, is a common word.
    ///
    /// - Complexity: O(`word.count`).
    static func contains(_ word: Span<UInt8>) -> Bool { hashes.contains(ByteHash.hash(word)) }

    /// Legal forms of companies in the countries whose exchanges use them in names (Wikipedia, "List of legal entity
    /// types by country"), kinds of securities in listings, and conjunctions. Without periods, as in terms: `S.p.A.`
    /// is SPA.
    private static let words = """
        INC INCORPORATED CORP CORPORATION CO COS COMPANY COMPANIES LTD LIMITED PLC LLC LP LLP PTE PTY PCL
        AG SE SA SAS SCA NV BV CV AB AS ASA OYJ OY APS SPA SRL KGAA KG GMBH KK BHD TBK PT PJSC OJSC JSC PAO SAB SAA
        AO TAS TAO
        HOLDING HOLDINGS GROUP GROEP GRUPO GROUPE
        THE AND OF BY VS ON FOR
        COMMON STOCK STOCKS SHARE SHARES ORDINARY ORD PREFERRED PREFERENCE PREF DEPOSITARY RECEIPT RECEIPTS ADR ADS GDR UNSP SPONSORED
        UNSPONSORED CLASS CL SERIES SER VZ PN GENUSSSCHEIN GENUSSCHEIN UNIT UNITS WARRANT WARRANTS
        INDEX INDICES ENDEKSI AVERAGE COMPOSITE PERFORMANCE FUTURE FUTURES OPTION OPTIONS SPOT
        FUND FUNDS ETF ETN ETC UCITS TRUST ACC DIST
        """
}
