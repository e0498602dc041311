/// A change of a golden record of a master, with the audit data of its batch.
package struct PublishedChange: Sendable {
    /// The profile before the change, and after it; `nil` for none.
    private let old: InstrumentProfile?
    private let new: InstrumentProfile?
    /// The place after the change, which also identifies it.
    package var position: ChangePosition
    /// The change: added, changed or removed. An added instrument has no old texts, and a removed one no new texts.
    package var event: InstrumentEvent
    /// The database role that wrote the batch.
    package var role: String
    /// The person and the reason that were given to the program; `nil` if not given.
    package var person: String?
    package var reason: String?
    /// The kind of batch: `load`, `follow`, `policy`, `override`, `expire`, `repair` or `epoch`.
    package var note: String

    package init(
        at batch: BatchID, symbol: String, old: InstrumentProfile?, new: InstrumentProfile?, source: String,
        role: String, person: String?, reason: String?, note: String
    ) {
        (self.old, self.new) = (old, new)
        position = ChangePosition(batch.identity, symbol: symbol)
        event = InstrumentEvent(
            kind: old == nil ? .added : new == nil ? .removed : .changed, at: batch, source: source, symbol: symbol)
        event.fields = (new ?? InstrumentProfile()).differences(from: old ?? InstrumentProfile())
            .filter { $0.name != ProfileField.symbol.name }
        self.role = role
        self.person = person
        self.reason = reason
        self.note = note
    }

    /// Returns the change of what `restrict` allows of the profiles; `nil` if that did not change. Person and reason
    /// are omitted, because a reason may name anything.
    package func restricted(_ restrict: (InstrumentProfile) -> InstrumentProfile?) -> PublishedChange? {
        let (before, after) = (old.flatMap(restrict), new.flatMap(restrict))
        if before == after { return nil }
        return PublishedChange(
            at: event.at, symbol: event.symbol, old: before, new: after, source: event.source, role: role, person: nil,
            reason: nil, note: note)
    }
}

/// Some of the changes after a place, in order.
package struct ChangePage: Sendable {
    package var changes: [PublishedChange]
    /// The place after the page: after the last change; or after a batch if the page has all changes up to its end.
    package var next: ChangePosition
    /// Whether more changes follow now.
    package var hasMore: Bool

    package init(changes: [PublishedChange], next: ChangePosition, hasMore: Bool) {
        self.changes = changes
        self.next = next
        self.hasMore = hasMore
    }
}

/// The reason why a master cannot continue after a place.
package enum ChangeFault: Error, Hashable, Sendable {
    /// The changes after the place are no longer stored, or the place belongs to a batch that the master lost. Changes
    /// after `replayFrom` are available.
    case gone(String, replayFrom: SnapshotIdentity)
    /// The place's batch is newer than `latest`, the last batch of the master.
    case ahead(latest: SnapshotIdentity)
}
