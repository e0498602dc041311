internal import Scanning
internal import Symbology

/// The listings and the popularity of gathered stocks and funds.
///
/// Rows with the same ISIN, or whose descriptions begin with the same distinctive words, form a group: usually the
/// listings of one company. The popularity depends on the number of the group's venues. The home market of some rows is
/// unknown. Such a row uses the home country of another row with the same name: it is a home listing in that country,
/// and a foreign listing elsewhere. A depositary receipt is not a home listing if the company has one in another
/// country. The instruments of a master are not grouped.
struct CompanyListings: ~Copyable {
    /// The listings with one ISIN, or with one company name.
    private struct Group {
        /// A set of venues, by the hashes of their MICs modulo 64.
        var venues: UInt64 = 0
        /// For names, the home country; 0 if it is unknown.
        var home: UInt16 = 0
        /// For names, whether some row has an ISIN.
        var hasISIN = false
    }

    /// A gathered stock or fund.
    private struct Row {
        /// The keys of the row's groups in `groups`; 0 for none.
        var isin: UInt64 = 0
        var name: UInt64 = 0
        var country: UInt16 = 0
        var listing = RankStanding.Listing.main
        var isUnderlying = false
        /// Whether the description names a depositary receipt.
        var isReceipt = false
    }

    private var groups: [UInt64: Group] = [:]
    /// The rows of each table; empty for tables without stocks and funds.
    private var rows: [[Row]] = []

    private static let unitedStates = UInt16(UInt8(ascii: "U")) << 8 | UInt16(UInt8(ascii: "S"))

    /// - Parameter rows: The profiles that become rows; empty if all do.
    init(_ parts: BuilderStorage, rows finalRows: borrowing TrivialArray<UInt32>) {
        var isRow = [Bool](repeating: finalRows.isEmpty, count: parts.symbols.value.count)
        for index in 0..<finalRows.count { isRow[Int(finalRows[index])] = true }
        let underlyings = parts.followsMaster ? [] : Self.underlyings(parts, isRow)
        var names = CompanyNames()
        var receipts = DepositaryReceipts()
        for table in parts.tables {
            var listed: [Range<Int>] = []
            table.value.forEachRun(parts, ProfileField.type.name) { text, rows in
                let kind = parts.withText(ProfileField.type, text) { InstrumentType.rank(of: $0) }
                if RankStanding.isListed(kind: kind) { listed.append(rows) }
            }
            if listed.isEmpty {
                rows.append([])
                continue
            }
            let isins = Self.texts(of: .isin, table, parts)
            let countries = Self.texts(of: .country, table, parts)
            let venues = Self.texts(of: .opol, table, parts)
            let descriptions = parts.followsMaster ? [] : Self.texts(of: .description, table, parts)
            var read = [Row](repeating: Row(), count: table.value.rowCount)
            for row in listed.joined() where isRow[Int(table.value.numbers[row])] {
                read[row] = Self.row(parts, isin: isins[row], country: countries[row], venue: venues[row])
                if parts.followsMaster { continue }
                parts.withText(.description, descriptions[row]) { description in
                    read[row].isReceipt = receipts.isReceipt(description)
                    read[row].name = names.key(of: description, words: CompanyNames.wordCount)
                }
                if !underlyings.isEmpty {
                    let hash = parts.symbols.value.withText(table.value.numbers[row] + 1) { ByteHash.hash($0) }
                    read[row].isUnderlying = underlyings.contains(hash)
                }
                // A row without a venue adds none.
                let venue = parts.withText(ProfileField.opol, venues[row]) {
                    $0.isEmpty ? 0 : UInt64(1) << (ByteHash.hash($0) & 63)
                }
                note(read[row], venue)
            }
            rows.append(read)
        }
    }

    /// Returns the standing of a stock or fund, by its table and row.
    func standing(table: Int, _ row: Int, kind: Int) -> RankStanding {
        let row = rows[table][row]
        let (isin, name) = (groups[row.isin] ?? Group(), groups[row.name] ?? Group())
        let venues = max(1, isin.venues.nonzeroBitCount, name.venues.nonzeroBitCount)
        let own = row.isin != 0 ? isin.venues : name.hasISIN ? 0 : name.venues
        var listing = row.listing
        if listing == .main, name.home != 0 { listing = name.home == row.country ? .home : .foreign }
        // The ISIN of a receipt begins with the country of the bank that issued it.
        if row.isReceipt, listing == .home, name.home != 0, name.home != row.country {
            listing = row.country == Self.unitedStates ? .unitedStates : .foreign
        }
        return RankStanding(
            kind: kind, symbol: Span(), listing: listing,
            popularity: RankStanding.popularity(venues: venues, isUnderlying: row.isUnderlying),
            reach: UInt16(max(1, own.nonzeroBitCount)) + (row.isUnderlying ? 2 : 0))
    }

    private mutating func note(_ row: Row, _ venue: UInt64) {
        for key in [row.isin, row.name] where key != 0 { groups[key, default: Group()].venues |= venue }
        if row.isin != 0, row.name != 0 { groups[row.name]!.hasISIN = true }
        guard row.listing == .home, row.name != 0, !row.isReceipt else { return }
        // The alphabetically first country is used, so that the order of the rows does not matter.
        let known = groups[row.name]!.home
        if known == 0 || row.country < known { groups[row.name]!.home = row.country }
    }

    private static func row(
        _ parts: BuilderStorage, isin: UInt32, country: UInt32, venue: UInt32
    ) -> Row {
        var row = Row()
        parts.withText(.isin, isin) { isin in
            parts.withText(.country, country) { country in
                parts.withText(.opol, venue) { venue in
                    row.listing = RankStanding.Listing(isin: isin, country: country, venue: venue)
                    if country.count == 2 { row.country = UInt16(country[0]) << 8 | UInt16(country[1]) }
                    if !isin.isEmpty { row.isin = ByteHash.hash(isin) | 1 }
                }
            }
        }
        return row
    }

    /// Returns, for each row, the number of its text in a field; zeros if the table does not have the field.
    private static func texts(
        of field: ProfileField, _ table: StableBox<BuilderTable>, _ parts: BuilderStorage
    ) -> [UInt32] {
        var texts = [UInt32](repeating: 0, count: table.value.rowCount)
        table.value.forEachRun(parts, field.name) { text, rows in
            for row in rows { texts[row] = text }
        }
        return texts
    }

    /// Returns the hashes of the symbols that are underlyings of options.
    private static func underlyings(_ parts: BuilderStorage, _ isRow: [Bool]) -> Set<UInt64> {
        var texts: Set<UInt32> = []
        var last: UInt32 = 0
        for table in parts.tables {
            table.value.forEachRun(parts, ProfileField.underlying.name) { text, rows in
                if text == last { return }
                guard rows.contains(where: { isRow[Int(table.value.numbers[$0])] }) else { return }
                texts.insert(text)
                last = text
            }
        }
        texts.remove(0)
        return Set(texts.map { parts.withText(.underlying, $0) { ByteHash.hash($0) } })
    }
}

extension RankStanding {
    /// Returns the popularity of a company or fund that is listed on a number of venues.
    static func popularity(venues: Int, isUnderlying: Bool) -> UInt16 {
        let level = UInt16(Int.bitWidth - 1 - (venues + 1).leadingZeroBitCount)
        return min(5, level) + (isUnderlying ? 1 : 0)
    }
}

extension RankStanding.Listing {
    /// Determines the listing from the fields of a row.
    package init(isin: Span<UInt8>, country: Span<UInt8>, venue: Span<UInt8>) {
        let venueClass = SymbolPlaces.bundled.venueClass(ofMIC: venue)
        if venueClass == .regional {
            self = .regional
        } else if venueClass == .secondary || DepositaryReceipts.isReceipt(isin: isin) {
            self = .foreign
        } else if isin.count >= 2, country.count == 2, Self.isHome(country, ofISIN: isin) {
            self = .home
        } else if country.equals(Self.unitedStatesCode.span) {
            self = .unitedStates
        } else {
            self =
                isin.isEmpty || Self.offshore.contains(where: { isin.begins(with: $0.prefix.span) }) ? .main : .foreign
        }
    }

    private static let unitedStatesCode = Array("US".utf8)

    /// Countries whose companies are usually listed elsewhere, each with the home markets of these companies.
    private static let offshore: [(prefix: [UInt8], homes: [[UInt8]])] = [
        ("KY", ["HK"]), ("BM", ["HK", "SG", "NO"]), ("VG", ["GB"]), ("JE", ["GB"]), ("GG", ["GB"]), ("IM", ["GB"]),
        ("MH", []), ("PA", []), ("LR", []), ("CW", []), ("MU", []), ("AN", []),
    ].map { (Array($0.utf8), $1.map { Array($0.utf8) }) }

    private static func isHome(_ country: Span<UInt8>, ofISIN isin: Span<UInt8>) -> Bool {
        if isin.begins(with: country) { return true }
        return offshore.contains { entry in
            isin.begins(with: entry.prefix.span) && entry.homes.contains { country.equals($0.span) }
        }
    }
}
