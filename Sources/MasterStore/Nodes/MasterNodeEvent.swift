package import CatalogHistory
package import InstrumentCatalog

/// What happens while a store is followed.
package enum MasterNodeEvent: Sendable {
    /// Why nothing can be taken at the moment.
    package enum Fault: Sendable, CustomStringConvertible {
        case store(MasterStoreError)
        /// Changes can't be kept.
        case catalog(CatalogError)

        package var description: String {
            switch self {
            case .store(let error): "\(error)"
            case .catalog(let error): "\(error)"
            }
        }
    }

    /// The catalog was begun from a segment.
    case begun(SegmentName)
    /// A newer segment was not taken.
    case passedOver(SegmentName, because: String)
    /// No segment could be looked for, or there is none.
    case noSegments(because: String)
    /// The store answers, for the first time or again.
    case connected
    /// The catalog is at this batch, by these changes, which are kept already.
    case batch(BatchID, [CatalogChange])
    /// The same, after all of the store was compared with the catalog.
    case compared(BatchID, [CatalogChange], because: String)
    /// The standby that is followed is so far behind its primary. It comes each second until `connected`, `isNew` the first time.
    case late(Duration, isNew: Bool)
    /// What is known stays; the store is asked again after that time.
    case away(Fault, retryIn: Duration)
}

/// When a store was last heard of.
package struct MasterContact: Sendable {
    /// When it last answered; when the node began, where it hasn't yet.
    package var heard = ContinuousClock.now
    /// How far a standby is behind its primary; `nil` for a primary.
    package var lag: Duration?
}

extension MasterConnection {
    /// Whether the server is a standby, which follows a primary.
    ///
    /// - Throws: `MasterStoreError`.
    func isStandby() throws(MasterStoreError) -> Bool {
        try execute("SELECT pg_is_in_recovery()").bool(0, 0) == true
    }

    /// How far a standby is behind its primary, at most: nothing where it has applied what it received, and receives.
    ///
    /// - Throws: `MasterStoreError`.
    func replicaLag() throws(MasterStoreError) -> Duration {
        // Where the primary commits nothing the last commit is old, although all is applied. Without rights a role sees of the receiver only
        // that there is one.
        let row = try execute(
            """
            SELECT (1000 * CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0
                ELSE greatest(0, extract(epoch FROM clock_timestamp() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time())))
                END)::bigint
            """)
        return .milliseconds(row.integer(0, 0) ?? 0)
    }
}
