internal import Scanning

/// What the store knows of a source before a batch.
struct SourceStanding: Sendable {
    /// Its number.
    let id: Int
    /// Its name: letters, digits, `.`, `_` and `-`.
    let name: String
    /// Its last batch; 0 before the first one.
    var seq = 0
    /// How many instruments it has.
    var instruments = 0
    /// Its last snapshot was complete.
    var isComplete = false
    /// What it says stands in `ipf.instrument` alone.
    var standsInInstrument = false
    /// Addresses and validators of its last snapshot.
    var notes: [String: String] = [:]

    /// The table that has what the source says now, with a condition on its alias `b`.
    var sayings: String {
        standsInInstrument ? "ipf.instrument b WHERE b.source_id = \(id)" : "ipf.said b WHERE b.source_id = \(id)"
    }

    /// Checks that a source can have the name.
    ///
    /// - Throws: `MasterStoreError`, of kind `invalidValue` if it can't.
    static func checkName(_ name: String, _ connection: MasterConnection) throws(MasterStoreError) {
        let isName =
            (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "._-".utf8.contains($0) }
        guard isName else {
            throw MasterStoreError(
                .invalidValue, store: connection.store,
                "the source's name is \"\(name)\", expected 1 to 64 letters, digits, dots, underscores or hyphens")
        }
    }

    /// Reads it; a source that isn't known yet is made.
    ///
    /// - Throws: `MasterStoreError`, of kind `invalidValue` where the name can't be a source's.
    init(_ name: String, _ connection: MasterConnection) throws(MasterStoreError) {
        try Self.checkName(name, connection)
        let made = try connection.execute("SELECT ipf.source_id($1)", [.text(name)])
        id = made.integer(0, 0) ?? 0
        self.name = name
        try refresh(connection)
        let pairs = try connection.execute(
            "SELECT key, value FROM ipf.source, jsonb_each_text(notes) WHERE id = $1::int4", [.integer(id)])
        for pair in 0..<pairs.count { notes[pairs.text(pair, 0) ?? ""] = pairs.text(pair, 1) }
    }

    /// Reads again what batches of this source change, and a policy.
    ///
    /// - Throws: `MasterStoreError`.
    mutating func refresh(_ connection: MasterConnection) throws(MasterStoreError) {
        let row = try connection.execute(
            "SELECT seq, instruments, is_complete, stands_in_instrument FROM ipf.source WHERE id = $1::int4",
            [.integer(id)])
        seq = row.integer(0, 0) ?? 0
        instruments = row.integer(0, 1) ?? 0
        isComplete = row.bool(0, 2) ?? false
        standsInInstrument = row.bool(0, 3) ?? false
    }
}
