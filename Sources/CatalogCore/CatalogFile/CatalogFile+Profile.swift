extension CatalogFile {
    /// The profile of `row`: every field exactly as it was imported, numbers and dates in normal form, the custom fields
    /// in the order of their names.
    ///
    /// - Precondition: 0 ≤ `row` < `count`.
    /// - Complexity: O(bytes of the profile), about a microsecond; the first time O(values of the fields that have few).
    package func profile(at row: Int) -> InstrumentProfile {
        precondition(row >= 0 && row < count)
        return rowProfiles.place { RowProfiles(rows) }.value.profile(at: row)
    }

    /// The profile of exactly this symbol; `nil` where there is none.
    ///
    /// - Complexity: as `profile(at:)`.
    @inline(__always)
    package func profile(of symbol: String) -> InstrumentProfile? {
        var profile: InstrumentProfile?
        rowProfiles.place { RowProfiles(rows) }.value.make(symbol, &profile)
        return profile
    }
}
