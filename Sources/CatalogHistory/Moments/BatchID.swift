package import MarketRules

/// A batch of a store, or an import that the history of a catalog file knows: what a catalog was built from, and what an answer is about.
package struct BatchID: Hashable, Sendable {
    /// Which batch it is; of epoch 0 in a file.
    package var identity: SnapshotIdentity
    /// When it was committed, or since when it is true: microseconds since 1970 UTC.
    package var time: Int

    /// A batch, or an import.
    package init(epoch: Int, seq: Int, mark: String = "", time: Int) {
        identity = SnapshotIdentity(epoch: epoch, sequence: seq, mark: mark)
        self.time = time
    }

    /// Sequence numbers are comparable within one epoch; 0 in a file.
    package var epoch: Int { identity.epoch }
    /// The batch's sequence number; 0 before the first one.
    package var seq: Int { identity.sequence }
}

extension Instant {
    /// The moment `microseconds` after 1970-01-01T00:00:00Z, to the millisecond.
    package init(microseconds: Int) {
        self.init(milliseconds: Int64(microseconds >= 0 ? microseconds / 1000 : (microseconds - 999) / 1000))
    }
}
