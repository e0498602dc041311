package import CatalogHistory
internal import InstrumentCatalog

/// An entry of a store's log of batches.
package struct BatchEntry: Hashable, Sendable {
    /// The batch.
    package var point: BatchID
    /// The source's name; `nil` for batches without a source, such as a change of policy or a new epoch.
    package var source: String?
    /// The database role that wrote the batch.
    package var author: String
    /// The person as stated by `--by`, the reason, and the name and version of the program that wrote the batch; `nil`
    /// if not stated.
    package var person: String?
    package var reason: String?
    package var program: String?
    /// The kind of batch: `load`, `follow`, `policy`, `rules`, `override`, `expire`, `exception`, `repair` or `epoch`.
    package var note: String
    /// The number of records that were read, and the number of those that could not be read.
    package var records: Int
    package var rejected: Int
    /// The numbers of instruments that the source added, changed and removed.
    package var added: Int
    package var changed: Int
    package var removed: Int
    /// The number of instruments whose golden record changed.
    package var effects: Int
    /// Whether a snapshot was complete, that is, ended with `##COMPLETE`; `nil` if the batch is not a snapshot.
    package var isComplete: Bool?
    /// The time since which the load is true, or the earliest beginning of the batch's overrides, in microseconds since
    /// 1970 UTC; `nil` for that of the batch.
    package var validFrom: Int?
}

/// The batches of a log to list.
package struct BatchFilter: Hashable, Sendable {
    /// The sequence number of the oldest batch to list.
    package var first = 0
    /// The person or the database role that wrote the batches.
    package var author: String?
    /// The symbol whose golden record the batch changed.
    package var symbol: String?
    /// The field that the batch changed in a golden record.
    package var field: String?

    package init() {}

    /// The parameters of `condition`. They are passed as settings of the session, because `COPY` accepts no parameters.
    fileprivate var settings: [(name: String, value: String?)] {
        [("ipf.asked_author", author), ("ipf.asked_symbol", symbol), ("ipf.asked_field", field)]
    }

    /// The SQL condition that selects rows of `ipf.batch b`.
    fileprivate var condition: String {
        var conditions = ["b.seq >= \(first)"]
        if author != nil { conditions.append("current_setting('ipf.asked_author') IN (b.by_whom, b.person)") }
        if symbol != nil || field != nil { conditions.append("b.seq IN (\(changes))") }
        return conditions.joined(separator: " AND ")
    }

    /// A query for the batches that changed golden records, restricted to `symbol` and `field`. It joins the version of
    /// a symbol that starts at a batch with the version that ends at that batch.
    private var changes: String {
        let ofSymbol = symbol == nil ? "" : "WHERE symbol = current_setting('ipf.asked_symbol')"
        let asked = "current_setting('ipf.asked_field')"
        let differs =
            field == nil ? "" : "WHERE ipf.field(n.profile, \(asked)) IS DISTINCT FROM ipf.field(o.profile, \(asked))"
        return """
            SELECT coalesce(n.seq, o.to_seq) FROM (
                SELECT symbol, seq, profile FROM ipf.instrument \(ofSymbol)
                UNION ALL SELECT symbol, from_seq, profile FROM ipf.version \(ofSymbol)) n
            FULL JOIN (SELECT symbol, to_seq, profile FROM ipf.version \(ofSymbol)) o
            ON o.symbol = n.symbol AND o.to_seq = n.seq \(differs)
            """
    }
}

extension MasterConnection {
    /// Calls `body` for each batch of a store that a filter selects, newest first.
    ///
    /// - Parameter limit: The maximum number of batches; `nil` for all.
    /// - Throws: `MasterStoreError`, or the error that `body` throws.
    /// - Complexity: For the server, O(n) in the versions of the symbol, or in all versions if the filter has a field
    ///   but no symbol.
    package func forEachBatch(
        _ filter: BatchFilter = BatchFilter(), limit: Int? = nil, _ body: (BatchEntry) throws -> Void
    ) throws {
        for setting in filter.settings {
            try execute("SELECT set_config($1, $2, false)", [.text(setting.name), .text(setting.value ?? "")])
        }
        let query = """
            SELECT b.epoch, b.seq, (extract(epoch FROM b.at) * 1000000)::bigint, s.name, b.by_whom, b.note, b.records, b.rejected,
                b.added, b.changed, b.removed, b.effects, b.is_complete::int, b.person, b.reason, b.program,
                (extract(epoch FROM CASE b.note WHEN 'override' THEN (SELECT min(o.valid_from) FROM ipf.override o
                    WHERE b.seq IN (o.proposed_seq, o.approved_seq)) ELSE b.valid_from END) * 1000000)::bigint
            FROM ipf.batch b LEFT JOIN ipf.source s ON s.id = b.source_id
            WHERE \(filter.condition) ORDER BY b.seq DESC LIMIT \(limit.map(String.init) ?? "ALL")
            """
        try copy(query) { row in
            try body(
                BatchEntry(
                    point: BatchID(epoch: row.integer(0), seq: row.integer(1), time: row.integer(2)),
                    source: row.isNull(3) ? nil : row.text(3), author: row.text(4),
                    person: row.isNull(13) ? nil : row.text(13), reason: row.isNull(14) ? nil : row.text(14),
                    program: row.isNull(15) ? nil : row.text(15), note: row.text(5),
                    records: row.integer(6), rejected: row.integer(7), added: row.integer(8), changed: row.integer(9),
                    removed: row.integer(10), effects: row.integer(11),
                    isComplete: row.isNull(12) ? nil : row.integer(12) != 0,
                    validFrom: row.isNull(16) ? nil : row.integer(16)))
        }
    }
}
