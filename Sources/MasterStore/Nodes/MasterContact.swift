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
