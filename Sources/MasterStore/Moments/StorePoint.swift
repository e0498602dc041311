/// A batch of a store: what a catalog was built from, and what an answer is about.
package struct StorePoint: Hashable, Sendable {
    /// Sequence numbers are comparable within one epoch.
    package var epoch: Int
    /// The batch's sequence number; 0 before the first one.
    package var seq: Int
    /// When it was committed: microseconds since 1970 UTC.
    package var time: Int
}
