/// The state of a store as one connection sees it: rights, last batches, and the lag of a replica.
package struct StoreState: Sendable {
    /// The rights of the connection's role.
    package enum Rights: Equatable, Sendable {
        case owns
        /// The role may load these sources; `nil` means all sources.
        case loads([String]?)
        case reads
    }

    /// A source and its last batch.
    package struct Source: Sendable {
        package var name: String
        /// The sequence number of the last batch; 0 before the first batch.
        package var seq: Int
        /// The age of the batch, in seconds; `nil` before the first one.
        package var age: Int?
    }

    /// The rights of the role.
    package var rights: Rights
    /// A Boolean value that indicates whether the role may override fields.
    package var mayOverride = false
    /// The sequence number of the last batch; 0 before the first one.
    package var seq: Int
    /// The age of the last batch, in seconds.
    package var age: Int
    /// The sources, in the order of their first loads.
    package var sources: [Source]
    /// The lag of a replica behind its primary; `nil` for a primary.
    package var lag: Duration?
}

extension MasterConnection {
    /// Returns the state of the store.
    ///
    /// - Throws: `MasterStoreError`.
    package func state() throws(MasterStoreError) -> StoreState {
        let row = try execute(
            """
            SELECT h.seq, extract(epoch FROM clock_timestamp() - h.at)::bigint, pg_has_role(session_user, c.relowner, 'MEMBER'),
                has_function_privilege('ipf.set_policy(text, boolean)', 'EXECUTE'), ipf.may_load(NULL),
                (SELECT string_agg(w.source, ',' ORDER BY w.source) FROM ipf.writer w JOIN pg_roles r ON r.rolname = w.role
                    WHERE pg_has_role(session_user, r.oid, 'MEMBER')), ipf.may_override()
            FROM ipf.head h, pg_class c WHERE c.oid = 'ipf.head'::regclass
            """)
        let granted = (row.text(0, 5) ?? "").split(separator: ",").map(String.init)
        let rights: StoreState.Rights =
            row.bool(0, 2) == true
            ? .owns
            : row.bool(0, 3) != true ? .reads : .loads(row.bool(0, 4) == true ? nil : granted)
        let sources = try execute(
            """
            SELECT s.name, s.seq, extract(epoch FROM clock_timestamp() - b.at)::bigint
            FROM ipf.source s LEFT JOIN ipf.batch b ON b.seq = s.seq ORDER BY s.id
            """)
        return StoreState(
            rights: rights, mayOverride: row.bool(0, 6) == true, seq: row.integer(0, 0) ?? 0,
            age: row.integer(0, 1) ?? 0,
            sources: (0..<sources.count).map {
                StoreState.Source(
                    name: sources.text($0, 0) ?? "", seq: sources.integer($0, 1) ?? 0, age: sources.integer($0, 2))
            }, lag: try isStandby() ? try replicaLag() : nil)
    }
}
