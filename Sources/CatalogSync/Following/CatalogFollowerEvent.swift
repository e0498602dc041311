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
    /// An event of the source, with the changes of the catalog that result from it, in order. The changes are already
    /// stored.
    ///
    /// `refusal` is the reason why the last snapshot was refused; `nil` if it was accepted, or if no snapshot has ended
    /// yet. The refusal of a snapshot applies until another snapshot ends, or until the source reports that it has not
    /// changed since an accepted snapshot (`LiveEvent.notModified`).
    case source(LiveEvent, changes: [CatalogChange], refusal: SnapshotRefusal?)
    /// Changes could not be stored, for example on a full disk. `changes` are the changes that were stored before the
    /// error.
    ///
    /// The rest of the response is skipped. The whole source is requested again after `retryIn`.
    case notKept(CatalogError, changes: [CatalogChange], retryIn: Duration)
    /// The changes were written into the catalog file (`nil`), or this failed with an error. In both cases, no change
    /// is lost, because the journal contains those that are not in the file.
    case compacted(CatalogError?)
}

/// Options for a `CatalogFollower`. The defaults are suitable for sources of any size and for any network.
public struct CatalogFollowerOptions: Sendable {
    /// The options for requesting and reading the source.
    public var connection = LiveOptions()
    /// The rules that limit which snapshots may remove instruments. An incomplete snapshot never removes any.
    public var rules = SnapshotRules()
    /// The policy that determines when changes are written into the catalog file.
    public var compaction = CompactionPolicy.whenLarge

    /// Creates the default options.
    public init() {}
}
