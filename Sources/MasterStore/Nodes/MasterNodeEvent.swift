package import CatalogHistory
package import InstrumentCatalog

/// An event of a `MasterNode`.
package enum MasterNodeEvent: Sendable {
    /// The reason why no changes can be applied at the moment.
    package enum Fault: Sendable, CustomStringConvertible {
        case store(MasterStoreError)
        /// Changes cannot be written to the catalog.
        case catalog(CatalogError)

        package var description: String {
            switch self {
            case .store(let error): "\(error)"
            case .catalog(let error): "\(error)"
            }
        }
    }

    /// The catalog was created from a segment.
    case begun(SegmentName)
    /// A newer segment could not be used.
    case passedOver(SegmentName, because: String)
    /// There are no segments, or they cannot be listed.
    case noSegments(because: String)
    /// The store is connected, for the first time or again.
    case connected
    /// The catalog has the state of this batch. The changes led to that state, and are already stored.
    case batch(BatchID, [CatalogChange])
    /// Like `batch`, but the changes come from comparing the whole store with the catalog.
    case compared(BatchID, [CatalogChange], because: String)
    /// The lag of the standby behind its primary is over the limit. The event is repeated every second until
    /// `connected`; `isNew` is `true` only the first time.
    case late(Duration, isNew: Bool)
    /// The store or the catalog failed. The catalog remains usable, and the node retries after `retryIn`.
    case away(Fault, retryIn: Duration)
}

/// The last contact with a store.
package struct MasterContact: Sendable {
    /// The time of the last answer. Before the first one, the time at which the node was created.
    package var heard = ContinuousClock.now
    /// The lag of a standby behind its primary; `nil` for a primary.
    package var lag: Duration?
}

extension MasterConnection {
    /// Returns whether the server is a standby, which follows a primary.
    ///
    /// - Throws: `MasterStoreError`.
    func isStandby() throws(MasterStoreError) -> Bool {
        try execute("SELECT pg_is_in_recovery()").bool(0, 0) == true
    }

    /// Returns an upper bound of a standby's lag. It is zero if the standby is receiving changes, and has applied all
    /// that it received.
    ///
    /// - Throws: `MasterStoreError`.
    func replicaLag() throws(MasterStoreError) -> Duration {
        // If the primary is idle, its last commit is old although everything is applied. An unprivileged role can see
        // that the receiver exists, but not its state.
        let row = try execute(
            """
            SELECT (1000 * CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0
                ELSE greatest(0, extract(epoch FROM clock_timestamp() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time())))
                END)::bigint
            """)
        return .milliseconds(row.integer(0, 0) ?? 0)
    }
}
