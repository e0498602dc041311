internal import Scanning

/// Words that hardly distinguish instruments, such as the legal form of a company or the kind of security. A query
/// covers a description if it contains all of its other words.
enum CommonWords {
    private static let optionalHashes = hashes(optional)
    private static let allHashes = hashes(optional).union(hashes(others))

    private static func hashes(_ words: String) -> Set<UInt64> {
        var hashes: Set<UInt64> = []
        for word in words.split(whereSeparator: \.isWhitespace) {
            let bytes = Array(word.utf8)
            hashes.insert(ByteHash.hash(bytes.span))
        }
        return hashes
    }

    /// Returns whether a folded word, or a joined term, is a common word. Single letters are common words, because they
    /// usually name a class of shares.
    ///
    /// - Complexity: O(`word.count`).
    static func contains(_ word: Span<UInt8>) -> Bool {
        word.count == 1 ? word[0].isASCIILetter : allHashes.contains(ByteHash.hash(word))
    }

    /// Returns whether a query that contains the word also finds descriptions without it: legal forms, and words for
    /// ordinary shares.
    static func isOptional(_ word: Span<UInt8>) -> Bool { optionalHashes.contains(ByteHash.hash(word)) }

    /// Legal forms that are often left out or added, words for ordinary shares, and conjunctions.
    private static let optional = """
        INC INCORPORATED CORP CORPORATION CO COS COMPANY COMPANIES LTD LIMITED PLC LLC
        AG SE SA NV AB AS ASA OYJ SPA PUBL AKTIENGESELLSCHAFT AKTIEBOLAG
        THE AND COMMON STOCK STOCKS SHARE SHARES ORDINARY ORD
        """

    /// Other legal forms of companies in the countries of the exchanges that use them in names (Wikipedia, "List of
    /// legal entity types by country"), kinds of securities, and articles. As in terms, the words have no periods:
    /// `S.p.A.` is SPA.
    private static let others = """
        LP LLP PTE PTY PCL SAS SCA BV CV OY APS SRL KGAA KG GMBH KK BHD BERHAD TBK PT PJSC OJSC JSC PAO SAB SAA AO
        TAS TAO
        HOLDING HOLDINGS GROUP GROEP GRUPO GROUPE
        OF BY VS ON FOR DE LA LE
        SOCIETE ANONYME EN COMMANDITE PAR ACTIONS EUROPAEA SPOLKA AKCYJNA ANONIM SIRKETI
        PREFERRED PREFERENCE PREF DEPOSITARY DEPOSITORY RECEIPT RECEIPTS ADR ADS GDR UNSP SPONSORED
        UNSPONSORED CLASS CL SERIES SER VZ PN GENUSSSCHEIN UNIT UNITS WARRANT WARRANTS NEW REG REGISTERED
        INDEX INDICES ENDEKSI AVERAGE COMPOSITE PERFORMANCE FUTURE FUTURES OPTION OPTIONS SPOT
        FUND FUNDS ETF ETN ETC UCITS TRUST ACC DIST
        """
}
