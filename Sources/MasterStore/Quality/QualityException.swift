/// A violation of a quality rule by a golden record or by a count of instruments, and the batches that changed its
/// state.
package struct QualityException: Hashable, Sendable {
    /// The state of an exception.
    package enum State: String, CaseIterable, Sendable {
        /// The exception is unresolved, and its cause still exists.
        case open
        /// The exception is unresolved, and was assigned to a person.
        case assigned
        /// A person accepted the record, which is published.
        case accepted
        /// A person rejected the record, which remains held back until the sources change it.
        case rejected
        /// A batch changed the record, so that it no longer breaks the rule.
        case mended
        /// The field got another text that also breaks the rule and has its own exception.
        case replaced
        /// The rule was removed.
        case dropped

        /// Whether the exception is not resolved.
        package var isOpen: Bool { self == .open || self == .assigned }
    }

    package var id: Int
    /// The rule as a line.
    package var rule: String
    /// The symbol of the golden record; empty if the rule counts instruments.
    package var symbol: String
    package var field: String
    /// Whether the rule holds records back.
    package var holds: Bool
    /// The source of the batch that caused the exception. If that batch has no source, the source of the golden record;
    /// `nil` if there is no golden record either, because the rule counts instruments.
    package var source: String?
    /// The published text; empty if the field is not set.
    package var old: String
    /// The text that breaks the rule; empty if the field is not set.
    package var new: String
    /// The symbol of an instrument with the same text, for a rule that requires unique texts.
    package var other: String?
    package var state: State
    package var assignee: String?
    /// The reason of the person who resolved the exception.
    package var reason: String?
    /// The batch that caused the exception.
    package var found: MasterOverride.Step
    package var assigned: MasterOverride.Step?
    /// The batch in which a person resolved the exception.
    package var resolved: MasterOverride.Step?
    /// The batch that ended the cause; `nil` while the cause exists.
    package var ended: MasterOverride.Step?
}

/// A selection of exceptions.
package struct ExceptionFilter: Hashable, Sendable {
    package var symbol: String?
    package var source: String?
    package var assignee: String?
    /// A text that the rule's line must contain.
    package var rule: String?
    package var states: Set<QualityException.State>

    package init(states: Set<QualityException.State> = [.open, .assigned]) { self.states = states }
}

/// The exceptions of a source, for metrics.
package struct QualityCounts: Hashable, Sendable {
    /// A rule, and the numbers of its exceptions that are open and assigned.
    package struct Rule: Hashable, Sendable {
        package var line: String
        package var open: Int
        package var assigned: Int
    }

    /// All rules in force, sorted by their lines.
    package var rules: [Rule]
    /// The number of golden records that the source's batches caused to be held back.
    package var held: Int
}

extension MasterConnection {
    /// The state of the exception `e`, in SQL.
    private static let state =
        "coalesce(e.ending, CASE WHEN e.assignee IS NULL THEN 'open' ELSE 'assigned' END)"

    /// Returns exceptions, in the order of their numbers.
    ///
    /// - Throws: `MasterStoreError`.
    package func exceptions(_ filter: ExceptionFilter) throws(MasterStoreError) -> [QualityException] {
        let rows = try execute(
            """
            SELECT e.id, e.line, e.symbol, e.field, e.holds, s.name, e.old, e.new, e.other, \(Self.state), e.assignee, e.reason,
                f.seq, f.at, f.by_whom, f.person, a.seq, a.at, a.by_whom, a.person, r.seq, r.at, r.by_whom, r.person,
                t.seq, t.at, t.by_whom, t.person
            FROM ipf.exception e JOIN ipf.batch f ON f.seq = e.from_seq LEFT JOIN ipf.source s ON s.id = e.source_id
            LEFT JOIN ipf.batch a ON a.seq = e.assigned_seq LEFT JOIN ipf.batch r ON r.seq = e.resolved_seq
            LEFT JOIN ipf.batch t ON t.seq = e.to_seq
            WHERE ($1::text IS NULL OR e.symbol = $1) AND ($2::text IS NULL OR s.name = $2)
                AND ($3::text IS NULL OR e.assignee = $3) AND ($4::text IS NULL OR position($4 IN e.line) > 0)
                AND \(Self.state) = ANY (string_to_array($5, ',')) ORDER BY e.id
            """,
            [
                .text(filter.symbol), .text(filter.source), .text(filter.assignee), .text(filter.rule),
                .text(filter.states.map(\.rawValue).joined(separator: ",")),
            ])
        return (0..<rows.count).map { row in
            QualityException(
                id: rows.integer(row, 0) ?? 0, rule: rows.text(row, 1) ?? "", symbol: rows.text(row, 2) ?? "",
                field: rows.text(row, 3) ?? "", holds: rows.bool(row, 4) == true, source: rows.text(row, 5),
                old: rows.text(row, 6) ?? "", new: rows.text(row, 7) ?? "", other: rows.text(row, 8),
                state: rows.text(row, 9).flatMap(QualityException.State.init) ?? .open, assignee: rows.text(row, 10),
                reason: rows.text(row, 11), found: rows.step(row, 12)!, assigned: rows.step(row, 16),
                resolved: rows.step(row, 20), ended: rows.step(row, 24))
        }
    }

    /// Returns the number of open and assigned exceptions.
    ///
    /// - Throws: `MasterStoreError`.
    package func openExceptionCount() throws(MasterStoreError) -> Int {
        try execute("SELECT count(*) FROM ipf.exception WHERE ending IS NULL").integer(0, 0) ?? 0
    }

    /// Returns the open exceptions and held records that batches of a source caused; `nil` if no rules are in force.
    ///
    /// - Throws: `MasterStoreError`.
    func qualityCounts(of source: Int) throws(MasterStoreError) -> QualityCounts? {
        guard try execute("SELECT EXISTS (SELECT 1 FROM ipf.rule)").bool(0, 0) == true else { return nil }
        let rows = try execute(
            """
            SELECT r.line, count(e.id) FILTER (WHERE e.assignee IS NULL), count(e.assignee)
            FROM ipf.rule r LEFT JOIN ipf.exception e ON e.line = r.line AND e.source_id = $1::int4 AND e.to_seq IS NULL
                AND e.ending IS NULL GROUP BY r.line ORDER BY r.line COLLATE "C"
            """, [.integer(source)])
        let held = try execute("SELECT count(*) FROM ipf.held WHERE found_by = $1::int4", [.integer(source)])
        return QualityCounts(
            rules: (0..<rows.count).map {
                .init(line: rows.text($0, 0) ?? "", open: rows.integer($0, 1) ?? 0, assigned: rows.integer($0, 2) ?? 0)
            }, held: held.integer(0, 0) ?? 0)
    }
}
