/// The counts and timings of building a catalog.
public struct CatalogBuildSummary: Hashable, Sendable {
    /// The number of records and profiles that were passed to the builder.
    public package(set) var records = 0
    /// The number of instruments in the catalog.
    public package(set) var instruments = 0
    /// The number of instruments by type, most frequent first, then by name.
    package var types: [CatalogFacets.Entry] = []
    /// The number of profiles that a later one with the same symbol replaced.
    public package(set) var duplicates = 0
    /// The number of records of type REMOVED.
    public package(set) var removedRecords = 0
    /// The number of symbols that the catalog lists as removed.
    public package(set) var removedSymbols = 0
    /// The number of profiles that were skipped because they have no symbol.
    public package(set) var withoutSymbol = 0
    /// The number of profiles that were skipped because they have no type.
    public package(set) var withoutType = 0
    /// The requested identifier fields that no instrument has.
    public package(set) var absentIdentifierFields: [String] = []
    /// The length of the file in bytes.
    package var fileLength = 0
    /// The time in seconds for sorting the rows.
    package var orderSeconds = 0.0
    /// The time in seconds for encoding and writing the rows.
    package var rowSeconds = 0.0
    /// The time in seconds for building and writing the indexes.
    package var indexSeconds = 0.0
    /// The time in seconds for comparing with the previous file to record history; 0 if no history is kept.
    package var historySeconds = 0.0
    /// The time in seconds until the file was on disk.
    package var syncSeconds = 0.0

    package init() {}
}
