/// What became of the profiles that a catalog was built from.
public struct CatalogBuildSummary: Hashable, Sendable {
    /// Records and profiles that were given.
    public package(set) var records = 0
    /// Instruments in the catalog.
    public package(set) var instruments = 0
    /// Instruments by type, most first, then by name.
    package var types: [CatalogFacets.Entry] = []
    /// Profiles that a later one of the same symbol took the place of.
    public package(set) var duplicates = 0
    /// Records of type REMOVED.
    public package(set) var removedRecords = 0
    /// Symbols that the catalog lists as removed.
    public package(set) var removedSymbols = 0
    /// Profiles left out since they have no symbol.
    public package(set) var withoutSymbol = 0
    /// Profiles left out since they have no type.
    public package(set) var withoutType = 0
    /// Fields that instruments were to be looked up by, and that none of them has.
    public package(set) var absentIdentifierFields: [String] = []
    /// Bytes of the file.
    package var fileLength = 0
    /// Seconds for putting the rows in order.
    package var orderSeconds = 0.0
    /// Seconds for encoding and writing the rows.
    package var rowSeconds = 0.0
    /// Seconds for building and writing the indexes.
    package var indexSeconds = 0.0
    /// Seconds for comparing with the file before, where history is kept; 0 where it isn't.
    package var historySeconds = 0.0
    /// Seconds until the system had the whole file on disk.
    package var syncSeconds = 0.0

    package init() {}
}
