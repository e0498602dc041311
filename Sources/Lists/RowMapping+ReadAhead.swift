import Ingest
import ProfileFormat
import Synchronization

// MARK: - Rows read ahead

extension RowMapping {
    /// The results about rows that were read ahead.
    private struct Findings: Sendable {
        let rows: [DuplicateCheck.Row]
        let unknown: ProfileWarning?
    }

    var parts: (@Sendable () -> any ListMapping)? {
        guard isHeaderKnown else { return nil }
        let pool = MappingPool()
        return { [list, headerNames, definedTypes] in
            if let mapping = pool.take() { return mapping }
            let mapping = RowMapping(list)
            if !headerNames.isEmpty { mapping.columns(headerNames) }
            mapping.definedTypes = definedTypes
            (mapping.isPart, mapping.pool) = (true, pool)
            return mapping
        }
    }

    func endPart() -> any Sendable {
        let findings = Findings(rows: rows, unknown: unknown)
        (rows, unknown) = ([], nil)
        pool?.put(self)
        return findings
    }

    func append(_ findings: any Sendable, afterLines lines: Int) -> Bool {
        guard let findings = findings as? Findings, unknown != nil || findings.unknown == nil,
            duplicates?.append(findings.rows, afterLines: lines) != false
        else { return false }
        unknown?.count += findings.unknown?.count ?? 0
        return true
    }
}

/// Mappings for reading rows ahead, which retain their caches of texts between uses.
///
/// SAFETY: only one thread at a time uses a mapping: the thread that removed it from the pool, until it puts it back.
final class MappingPool: @unchecked Sendable {
    private struct Waiting: @unchecked Sendable { var mappings: [RowMapping] = [] }
    private let waiting = Mutex(Waiting())

    func take() -> RowMapping? { waiting.withLock { $0.mappings.popLast() } }
    func put(_ mapping: RowMapping) { waiting.withLock { $0.mappings.append(mapping) } }
}
