package import MarketRules

/// A batch of a store, or an import in the history of a catalog file. It identifies the state that a catalog was built
/// from or that an answer describes.
package struct BatchID: Hashable, Sendable {
    /// The identity of the batch. In a file, the epoch is 0.
    package var identity: SnapshotIdentity
    /// The time of the commit, or the effective time of an import, in microseconds since 1970 UTC.
    package var time: Int

    /// Creates the identifier of a batch or an import.
    package init(epoch: Int, seq: Int, mark: String = "", time: Int) {
        identity = SnapshotIdentity(epoch: epoch, sequence: seq, mark: mark)
        self.time = time
    }

    /// The epoch, within which sequence numbers are comparable; 0 in a file.
    package var epoch: Int { identity.epoch }
    /// The sequence number; 0 before the first batch.
    package var seq: Int { identity.sequence }
}

extension Instant {
    /// Creates the moment `microseconds` after 1970-01-01T00:00:00Z, rounded down to the millisecond.
    package init(microseconds: Int) {
        self.init(milliseconds: Int64(microseconds >= 0 ? microseconds / 1000 : (microseconds - 999) / 1000))
    }
}
