internal import CatalogHistory
package import InstrumentCatalog

/// The records of a master's sources. Golden records of some of the sources are computed from them.
package protocol SourceRecords: Sendable {
    /// Calls `body` with the golden records that some sources alone would have, from the records of the master's last
    /// batch. Blocks its thread.
    ///
    /// - Parameters:
    ///   - known: The batch after which records may have changed; `nil` for all records.
    ///   - body: Called with a symbol and its record (`EncodedProfile`); `nil` if there is no record, or no longer.
    /// - Returns: The notes that name the last batch (`SnapshotIdentity`); `nil` if the changes since `known` are not
    ///   available, so that all records must be read. `body` was not called then.
    /// - Throws: If the master can't be read; the error of `body`.
    func read(
        of sources: Set<String>, after known: SnapshotIdentity?,
        _ body: (_ symbol: String, _ profile: [UInt8]?) throws -> Void
    ) throws -> [String: String]?

    /// Ends a read that is in progress, and makes later reads fail.
    func close()
}
