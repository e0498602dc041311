internal import InstrumentCatalog

/// A policy as a store keeps it.
package struct StorePolicy: Hashable, Sendable {
    /// The batch that set it.
    package var seq: Int
    /// Its text, as it was given.
    package var text: String
    /// What the text says.
    package var policy: MasterPolicy
}

extension MasterConnection {
    /// The policy that is in force; `nil` where none is set.
    ///
    /// - Throws: `MasterStoreError`; of kind `unsupported` where a later program set one that this one can't read.
    package func policyInForce() throws -> StorePolicy? {
        let rows = try execute("SELECT seq, text FROM ipf.policy ORDER BY seq DESC LIMIT 1")
        guard rows.count > 0, let seq = rows.integer(0, 0), let text = rows.text(0, 1) else { return nil }
        do throws(MasterPolicyError) {
            return StorePolicy(seq: seq, text: text, policy: try MasterPolicy(parsing: text))
        } catch {
            throw MasterStoreError(
                .unsupported, store: store,
                "the policy in force can't be read by this program; use a newer ipf: \(error)")
        }
    }

    /// The sources of a store, in the order in which they first loaded.
    ///
    /// - Throws: `MasterStoreError`.
    package func sourceNames() throws(MasterStoreError) -> [String] {
        let rows = try execute("SELECT name FROM ipf.source ORDER BY id")
        return (0..<rows.count).map { rows.text($0, 0) ?? "" }
    }
}
