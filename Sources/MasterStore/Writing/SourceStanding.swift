internal import Scanning

/// The state of a source in the store, before a batch.
struct SourceStanding: Sendable {
    /// The number of the source.
    let id: Int
    /// The name: letters, digits, `.`, `_` and `-`.
    let name: String
    /// The sequence number of the source's last batch; 0 before the first one.
    var seq = 0
    /// The number of instruments.
    var instruments = 0
    /// Whether the last snapshot was complete.
    var isComplete = false
    /// Whether the source's records are stored only in `ipf.instrument`, and not in `ipf.said`.
    var standsInInstrument = false
    /// The addresses and validators of the last snapshot.
    var notes: [String: String] = [:]

    /// The table with the source's current records, followed by a condition on its alias `b`.
    var sayings: String {
        standsInInstrument ? "ipf.instrument b WHERE b.source_id = \(id)" : "ipf.said b WHERE b.source_id = \(id)"
    }

    /// Checks that `name` is a valid name of a source.
    ///
    /// - Throws: `MasterStoreError` of kind `invalidValue` if not.
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

    /// Reads the state of a source, and creates the source if the store has none of that name.
    ///
    /// - Throws: `MasterStoreError`; of kind `invalidValue` if the name is not valid.
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

    /// Reads again the values that a batch of the source or a new policy may have changed.
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
