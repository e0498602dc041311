public import Ingest
public import InstrumentCatalog

/// What happens while a `CatalogFollower` runs, in order:
/// ```
/// .damaged(…)   .began
/// .source(.state(.connecting), …)  .source(.snapshotBegan(isLive: true), …)  .source(.profiles([…]), changes: […], …)  …
/// .compacted(nil)   .notKept(…)   .source(…)  …
/// ```
public enum CatalogFollowerEvent: Sendable {
    /// Changes at a journal's end could not be read when the catalog was opened, and are lost.
    case damaged(JournalDamage)
    /// The catalog is open, and the source is asked.
    case began
    /// Something happened at the source, with what it changed in the catalog, in order; kept already.
    ///
    /// `refusal` says why the source's last snapshot was not taken, so that what is known stays; `nil` where it was taken, and
    /// before there was one. A refusal lasts until another snapshot ends, or the source says that it is still what it was
    /// before (`LiveEvent.notModified`).
    case source(LiveEvent, changes: [CatalogChange], refusal: SnapshotRefusal?)
    /// Changes could not be kept, for example on a full disk. `changes` are those that were kept before. The rest of the answer is
    /// skipped; the source is asked again for all of it after `retryIn`.
    case notKept(CatalogError, changes: [CatalogChange], retryIn: Duration)
    /// The changes were written into the catalog's file (`nil`), or could not be; they are in the journal all the same.
    case compacted(CatalogError?)
}

/// How a `CatalogFollower` works. The default values suit a source of any size on any network.
public struct CatalogFollowerOptions: Sendable {
    /// How the source is asked and read.
    public var connection = LiveOptions()
    /// What a snapshot may remove. One that isn't complete removes nothing in any case.
    public var rules = SnapshotRules()
    /// When changes are written into the catalog's file.
    public var compaction = CompactionPolicy.whenLarge

    /// The default values.
    public init() {}
}
