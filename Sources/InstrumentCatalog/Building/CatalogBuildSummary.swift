/// What became of the profiles that a catalog was built from.
public struct CatalogBuildSummary: Hashable, Sendable {
    /// Records and profiles that were given.
    public internal(set) var records = 0
    /// Instruments in the catalog.
    public internal(set) var instruments = 0
    /// Instruments by type, most first, then by name.
    package internal(set) var types: [CatalogFacets.Entry] = []
    /// Profiles that a later one of the same symbol took the place of.
    public internal(set) var duplicates = 0
    /// Records of type REMOVED.
    public internal(set) var removedRecords = 0
    /// Symbols that the catalog lists as removed.
    public internal(set) var removedSymbols = 0
    /// Profiles left out since they have no symbol.
    public internal(set) var withoutSymbol = 0
    /// Profiles left out since they have no type.
    public internal(set) var withoutType = 0
    /// Fields that instruments were to be looked up by, and that none of them has.
    public internal(set) var absentIdentifierFields: [String] = []
    /// Bytes of the file.
    package internal(set) var fileLength = 0
    /// Seconds for putting the rows in order.
    package internal(set) var orderSeconds = 0.0
    /// Seconds for encoding and writing the rows.
    package internal(set) var rowSeconds = 0.0
    /// Seconds for building and writing the indexes.
    package internal(set) var indexSeconds = 0.0
    /// Seconds for comparing with the file before, where history is kept; 0 where it isn't.
    package internal(set) var historySeconds = 0.0
    /// Seconds until the system had the whole file on disk.
    package internal(set) var syncSeconds = 0.0

    init() {}
}
