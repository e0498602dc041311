internal import Scanning

/// The words by which a stock or fund is found in addition to those of its own descriptions.
///
/// - The best-ranked row with an ISIN, usually the home listing, is also found by the descriptions of the other rows
///   with that ISIN: `Malayan Banking Berhad` by `Maybank`. The instruments of a master are excluded. Since a row may
///   have a wrong ISIN, its description is ignored if it names the home listing of a company with another ISIN. The
///   description is not ignored if the best-ranked row's own description begins with the same name.
/// - The letter of a class of shares in a symbol is a word: `B` of `BRK/B` and `VOLV-B:SE`.
/// - A share whose ISIN says that it is preferred is found by `preferred`.
struct SharedWords: ~Copyable {
    /// The other rows with the ISIN of a row.
    private var others: [Int: [Int]] = [:]
    private let standings: PackedNumbers
    private let symbols: FrontCodedText
    private let descriptions: CatalogColumn?
    private let isins: CatalogColumn?
    private var terms = TextTerms(WordLists.rules)
    private var folded = TrivialArray<UInt8>()
    /// The lists that are open for the current row.
    private var lists = TrivialArray<UInt32>()

    /// The maximum number of other rows by whose descriptions one row is found.
    private static let rowLimit = 16

    init(_ rows: CatalogRows) {
        standings = PackedNumbers(rows.sections[.rowStandings], limit: rows.count)
        symbols = rows.symbols
        descriptions = rows.column(.description)
        isins = rows.column(.isin)
        guard standings.count > 0, !rows.followsMaster, let isins, let descriptions else { return }
        var names = CompanyNames()
        // The names of home listings, each with the ISIN of the best row.
        var owners: [UInt64: UInt64] = [:]
        for row in 0..<rows.count where isListed(row) && standings.standing(of: row).listing == .home {
            let name = descriptions.withText(at: row) { names.key(of: $0, words: CompanyNames.wordCount) }
            if name == 0 || owners[name] != nil { continue }
            owners[name] = isins.withText(at: row) { $0.isEmpty ? 0 : ByteHash.hash($0) }
        }
        var first: [UInt64: Int] = [:]
        for row in 0..<rows.count where isListed(row) {
            let hash = isins.withText(at: row) { $0.isEmpty ? 0 : ByteHash.hash($0) }
            if hash == 0 { continue }
            if let known = first[hash] {
                let name = descriptions.withText(at: row) { names.key(of: $0, words: CompanyNames.wordCount) }
                if let owner = owners[name], owner != hash {
                    let isOwn = (1...CompanyNames.wordCount).contains { count in
                        descriptions.withText(at: known) { names.key(of: $0, words: count) } == name
                    }
                    if !isOwn { continue }
                }
                if others[known, default: []].count < Self.rowLimit { others[known, default: []].append(row) }
            } else {
                first[hash] = row
            }
        }
    }

    private func isListed(_ row: Int) -> Bool {
        RankStanding.isListed(kind: standings.standing(of: row).kind)
    }

    /// Adds the row to the lists of its additional words.
    mutating func take(row: Int, _ words: inout WordLists) {
        if standings.count == 0 || !isListed(row) { return }
        if let letter = symbols.withText(row, Self.classLetter) {
            folded.truncate(to: 0)
            folded.append(letter)
            open(row, &words)
        }
        if isins?.withText(at: row, Self.isPreferred) ?? false {
            folded.truncate(to: 0)
            folded.append(Self.preferred.span)
            open(row, &words)
        }
        for other in others[row] ?? [] {
            folded.truncate(to: 0)
            descriptions?.withText(at: other) { TextFolding.append($0, to: &folded) }
            open(row, &words)
        }
        // Lists are closed last, because a list that is closed at the next row cannot be opened again at this one.
        for index in 0..<lists.count { words.lists.close(lists[index], at: UInt32(row + 1)) }
        lists.truncate(to: 0)
    }

    /// Opens the lists of the words in `folded`.
    private mutating func open(_ row: Int, _ words: inout WordLists) {
        var unified = TrivialArray<UInt8>()
        WordLists.rules.appendUnified(folded.span, to: &unified)
        let text = unified.span
        terms.read(text)
        for term in 0..<terms.terms.count {
            let list = words.number(of: terms.bytes(term, text))
            words.lists.open(list, at: UInt32(row))
            lists.append(list)
        }
    }

    /// Reduces the size of each row to the smallest size of the rows with its ISIN.
    func shareSizes(_ sizes: inout TrivialArray<UInt32>) {
        for (row, others) in others {
            for other in others where sizes[other] > 0 && sizes[other] < sizes[row] { sizes[row] = sizes[other] }
        }
    }

    private static let preferred = Array("PREFERRED".utf8)
    private static let korea = Array("KR7".utf8)
    private static let brazil = Array("BR".utf8)
    private static let brazilian = Array("ACNP".utf8)

    /// Returns whether the national number in an ISIN is that of a preferred share. In Korea, the five characters of
    /// the issuer are followed by 0 for common shares. In Brazil, the four letters of the issuer are followed by
    /// `ACNPR`, `ACNPA`, … for preferred shares, and by `ACNOR` for common ones.
    private static func isPreferred(_ isin: Span<UInt8>) -> Bool {
        guard isin.count == 12 else { return false }
        if isin.begins(with: korea.span) { return isin[8] != UInt8(ascii: "0") }
        return isin.begins(with: brazil.span) && isin.holds(brazilian.span, at: 6)
    }

    /// Returns the letter after the last `/`, `-` or `.` of a ticker; `nil` if the ticker does not end in one letter.
    private static func classLetter(_ symbol: Span<UInt8>) -> UInt8? {
        var end = 0
        while end < symbol.count, symbol[end] != ASCII.colon { end += 1 }
        guard end > 2, symbol[end - 1].isASCIILetter else { return nil }
        let mark = symbol[end - 2]
        return mark == ASCII.slash || mark == ASCII.minus || mark == ASCII.period
            ? symbol[end - 1].asciiUppercased : nil
    }
}
