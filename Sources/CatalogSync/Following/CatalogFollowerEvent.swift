public import Ingest
public import InstrumentCatalog

/// An event of a running `CatalogFollower`, for example:
/// ```
/// .damaged(…)   .began
/// .source(.state(.connecting), …)  .source(.snapshotBegan(isLive: true), …)
/// .source(.profiles([…]), changes: […], …)  …
/// .compacted(nil)   .notKept(…)   .source(…)  …
/// ```
public enum CatalogFollowerEvent: Sendable {
    /// Changes at the end of a journal could not be read when the catalog was opened, and are lost.
    case damaged(JournalDamage)
    /// The catalog is open, and the source is requested.
    case began
    /// An event of the source, with the resulting changes of the catalog in order. The changes are already stored.
    ///
    /// `refusal` is the reason that the last snapshot was refused; `nil` if it was accepted, or before the first one. A
    /// refusal remains until another snapshot ends, or the source has not changed since an accepted one
    /// (`LiveEvent.notModified`).
    case source(LiveEvent, changes: [CatalogChange], refusal: SnapshotRefusal?)
    /// Changes could not be stored, for example on a full disk. `changes` are those that were stored before the error.
    ///
    /// The rest of the response is skipped. The whole source is requested again after `retryIn`.
    case notKept(CatalogError, changes: [CatalogChange], retryIn: Duration)
    /// The changes were written into the catalog file (`nil`), or an error occurred. In both cases they are in the
    /// journal.
    case compacted(CatalogError?)
}

/// Options for a `CatalogFollower`. The defaults suit sources of any size on any network.
public struct CatalogFollowerOptions: Sendable {
    /// The options for requesting and reading the source.
    public var connection = LiveOptions()
    /// The rules for snapshots that remove instruments. An incomplete snapshot never removes any.
    public var rules = SnapshotRules()
    /// The policy for writing changes into the catalog file.
    public var compaction = CompactionPolicy.whenLarge

    /// Creates the default options.
    public init() {}
}
