/// The rules by which the rows of a file are ordered. A file of an earlier program keeps its rules, because changes are
/// merged with its rows.
package enum RankRules: Sendable {
    /// By type.
    case types
    /// By type and quote currency.
    case quotes
    /// By `RankStanding`.
    case listings
}

extension CatalogFile {
    /// The rules by which the rows are ordered.
    package var rankRules: RankRules {
        if count == 0 || rows.sections[.rowStandings].count > 0 { return .listings }
        return rows.sections[.searchTextSizes].count > 0 ? .quotes : .types
    }
    /// Returns the standing of a row; `nil` in files of earlier programs.
    package func standing(of row: Int) -> RankStanding? {
        row < search.standings.count ? RankStanding(rawValue: UInt16(truncatingIfNeeded: search.standings[row])) : nil
    }
}
