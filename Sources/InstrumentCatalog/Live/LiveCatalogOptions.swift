/// The options of a `LiveCatalog`.
public struct LiveCatalogOptions: Hashable, Sendable {
    /// The failures that an acknowledged change survives.
    public enum Durability: Hashable, Sendable {
        /// Changes survive the end of the process at any moment, including `kill -9`.
        ///
        /// The journal is synced to disk whenever a compaction starts and on `close`. Otherwise, the operating system
        /// writes it on its own, mostly within half a minute. A power failure may lose the changes since then.
        case process
        /// Changes survive a power failure: every call that changes something waits for `fsync`.
        case power
    }

    /// The failures that an acknowledged change survives.
    public var durability = Durability.process
    /// The number of changes in memory that triggers a background compaction; `nil` for an eighth of the file's
    /// instruments, but at least 65,536. With `Int.max`, only `compact()` compacts.
    public var compactAfter: Int?
    /// Fields by which instruments can be looked up, in addition to those of the catalog (`Catalog.identifierFields`).
    /// If the catalog lacks one, opening rewrites its file.
    public var identifierFields: [String] = []
    /// The aliases to store instead of the catalog's own; `nil` retains them. If they differ, opening rewrites the
    /// file.
    public var aliases: AliasTable?
    /// A Boolean value that indicates whether the catalog has the bundled aliases; `nil` retains the current choice,
    /// which is `true` for a new catalog. If the choice changes, opening rewrites the file.
    public var includesBundledAliases: Bool?
    /// A Boolean value that indicates whether the file keeps its history (`Catalog.asOf(_:)`), with the last compaction
    /// of each hour; `nil` retains the current choice. If the choice changes, opening rewrites the file.
    public var keepsHistory: Bool?
    /// The program name shown to other programs that try to open the catalog; `nil` for the name of the executable.
    package var program: String?

    /// Creates options with which changes survive the end of the process and are compacted in the background.
    public init() {}
}
