/// How a `LiveCatalog` works.
public struct LiveCatalogOptions: Hashable, Sendable {
    /// When a change counts as kept.
    public enum Durability: Hashable, Sendable {
        /// Once the system has it: it survives the end of the process at any moment, also by `kill -9`. The disk has it when
        /// the journal is synced: whenever a compaction begins, on `close`, and else when the system writes it on its own, mostly within
        /// half a minute; a loss of power may cost what came since.
        case process
        /// Once the disk has it: every call that changes something waits for `fsync`.
        case power
    }

    /// When a change counts as kept.
    public var durability = Durability.process
    /// Changes in memory from which on they are compacted into a new file in the background; `nil` for an eighth of the file's
    /// instruments, 65,536 at least. With `Int.max` only `compact()` does it.
    public var compactAfter: Int?
    /// Fields by which instruments are looked up, added to those that the catalog has (`Catalog.identifierFields`). Where it lacks
    /// one, opening it writes its file anew.
    public var identifierFields: [String] = []
    /// The aliases to keep with the catalog in place of its own; `nil` for its own. Where they are others, opening it writes its file
    /// anew.
    public var aliases: AliasTable?
    /// Whether the catalog has the bundled aliases; `nil` as it is, and where it is begun, yes. Where that is to change, opening it
    /// writes its file anew.
    public var includesBundledAliases: Bool?
    /// Whether the file keeps its history (`Catalog.asOf(_:)`), of which each hour's last compaction is remembered; `nil` as it is.
    /// Where that is to change, opening it writes its file anew.
    public var keepsHistory: Bool?
    /// What the program is called to others that want the catalog meanwhile; `nil` for the name of its executable.
    package var program: String?

    /// Changes survive the end of the process, and are compacted in the background.
    public init() {}
}
