/// The options of a `LiveCatalog`.
public struct LiveCatalogOptions: Hashable, Sendable {
    /// The failures that an acknowledged change survives.
    public enum Durability: Hashable, Sendable {
        /// Changes survive the end of the process at any moment, including `kill -9`.
        ///
        /// The journal is synced to disk whenever a compaction starts, and on `close`. At other times the operating
        /// system decides when to write it, mostly within half a minute. A power failure may lose the changes that it
        /// has not written.
        case process
        /// Changes survive a power failure: every call that changes something waits for `fsync`.
        case power
    }

    /// The failures that an acknowledged change survives.
    public var durability = Durability.process
    /// The number of changes in memory that triggers a background compaction; `nil` for one eighth of the number of
    /// instruments in the file, but at least 65,536. With `Int.max`, only `compact()` compacts.
    public var compactAfter: Int?
    /// Fields by which instruments can be looked up, in addition to those of the catalog (`Catalog.identifierFields`).
    /// If the catalog lacks one, opening rewrites its file.
    public var identifierFields: [String] = []
    /// The aliases to store instead of the catalog's own; `nil` retains the catalog's own. If the aliases differ,
    /// opening rewrites the file.
    public var aliases: AliasTable?
    /// A Boolean value that indicates whether the catalog has the bundled aliases; `nil` retains the current choice,
    /// which is `true` for a new catalog. If the choice changes, opening rewrites the file.
    public var includesBundledAliases: Bool?
    /// A Boolean value that indicates whether the file keeps its history (`Catalog.asOf(_:)`), in which only the last
    /// compaction of each hour is recorded; `nil` retains the current choice. If the choice changes, opening rewrites
    /// the file.
    public var keepsHistory: Bool?
    /// The program name shown to other programs that try to open the catalog; `nil` for the name of the executable.
    package var program: String?

    /// Creates the default options.
    public init() {}
}
