import CatalogSync

/// The results of an import, and how much time its stages took.
struct ImportSummary {
    let path: String
    let imported: CatalogImportSummary
    /// The rules that were applied; `nil` for none.
    let transforming: Transforming?
    /// The duration of the whole import.
    let seconds: Double
    /// The catalog's history; `nil` if it has none.
    let history: CatalogHistory?

    /// The report of each source; empty if no source has changed.
    var sources: [SnapshotReport] { imported.sources }
    /// The reason why the snapshot was refused; `nil` if it was accepted, or if nothing has changed.
    var refusal: SnapshotRefusal? { imported.refusal }

    private var build: CatalogBuildSummary? { imported.build }
    private var rejected: Int { imported.rejected }
    /// The number of records that were rejected as unreadable or dropped by transforms.
    private var left: Int { rejected + (transforming?.dropped ?? 0) }
    private var bytesIn: Int { sources.reduce(0) { $0 + $1.bytesIn } }
    private var inflatedBytes: Int { sources.reduce(0) { $0 + $1.inflatedBytes } }
    /// The libraries that decompressed the sources, without duplicates.
    private var inflatedBy: String {
        InflateLibrary.allCases.filter { library in sources.contains { $0.inflatedBy == library } }.map(\.rawValue)
            .joined(separator: ", ")
    }
    private var isComplete: Bool { imported.isComplete }

    /// The stages in the order in which they begin. The stages of reading overlap.
    private var stages: [(name: String, bytes: Int?, seconds: Double)] {
        func sum(_ stage: KeyPath<SnapshotReport.Seconds, Double>) -> Double {
            sources.reduce(0) { $0 + $1.seconds[keyPath: stage] }
        }
        var stages: [(name: String, bytes: Int?, seconds: Double)] = [
            (name: "transfer", bytes: bytesIn, seconds: sum(\.transfer)),
            (name: "inflate", bytes: inflatedBytes, seconds: sum(\.inflate)),
            (name: "read", bytes: inflatedBytes, seconds: sum(\.consume)),
        ]
        if let build {
            stages += [
                (name: "order", bytes: nil, seconds: build.orderSeconds),
                (name: "rows", bytes: nil, seconds: build.rowSeconds),
                (name: "indexes", bytes: nil, seconds: build.indexSeconds),
                (name: "history", bytes: nil, seconds: build.historySeconds),
                (name: "sync", bytes: build.fileLength, seconds: build.syncSeconds),
            ]
        }
        return stages + [(name: "whole", bytes: inflatedBytes, seconds: seconds)]
    }

    // MARK: For people

    var text: TerminalText {
        guard let build else {
            return "\(path): unchanged, \(Numbers.grouped(imported.unchanged?.count ?? 0)) instruments, "
                + "\(Numbers.seconds(seconds))\n"
        }
        var counts = TextTable([.left, .right])
        for type in build.types { counts.add(type.name, Numbers.grouped(type.count)) }
        counts.add("instruments", Numbers.grouped(build.instruments))
        var text: TerminalText = "\(Style.bold("\(path)"))\n\(counts.text(indent: 2))"

        var facts = TextTable([.left, .right])
        facts.add("records read", Numbers.grouped(build.records + left))
        facts.add("superseded by a later one", Numbers.grouped(build.duplicates))
        facts.add("of type REMOVED", Numbers.grouped(build.removedRecords))
        facts.add("rejected", Numbers.grouped(rejected))
        if build.withoutSymbol > 0 { facts.add("left out, without a symbol", Numbers.grouped(build.withoutSymbol)) }
        if build.withoutType > 0 { facts.add("left out, without a type", Numbers.grouped(build.withoutType)) }
        transforming?.add(to: &facts)
        let warnings = sources.reduce(0) { $0 + $1.warnings.reduce(0) { $0 + $1.count } }
        if warnings > 0 { facts.add("warnings", Numbers.grouped(warnings)) }
        facts.add("complete", isComplete ? "yes" : "no")
        if let history {
            facts.add("history since \(history.since)", "\(Numbers.grouped(history.changes.count)) changes")
        }
        if let dropped = imported.droppedHistory { facts.add("history dropped", "since \(dropped.since)") }
        facts.add("bytes in", Numbers.bytes(bytesIn))
        facts.add("bytes out", Numbers.bytes(build.fileLength))
        text += "\n\(facts.text(indent: 2))"

        var table = TextTable([.left, .right, .right], header: ["stage", "time", "rate"])
        for stage in stages where stage.seconds > 0 {
            table.add(
                stage.name == "inflate" ? "inflate (\(inflatedBy))" : stage.name, Numbers.seconds(stage.seconds),
                stage.bytes.map { Numbers.rate($0, seconds: stage.seconds) } ?? "")
        }
        return "\(text)\n\(table.text(indent: 2))"
    }

    // MARK: For programs

    func writeMembers(to json: inout JSONWriter) {
        guard let build else { return writeUnchanged(to: &json) }
        json.member("catalog", path)
        json.member("unchanged", false)
        json.member("instruments", build.instruments)
        json.member("types", counts: build.types.map { ($0.name, $0.count) })
        json.member("records", build.records + left)
        json.member("duplicates", build.duplicates)
        json.member("removed", build.removedRecords)
        json.member("rejected", rejected)
        json.member("withoutSymbol", build.withoutSymbol)
        json.member("withoutType", build.withoutType)
        json.member(transform: transforming)
        json.member("complete", isComplete)
        json.optional("refused", nil)
        if let history {
            json.object("history") { json in
                json.member("since", "\(history.since)")
                json.member("changes", history.changes.count)
            }
        } else {
            json.optional("history", nil)
        }
        json.optional("droppedHistory", imported.droppedHistory.map { "\($0.since)" })
        json.member("bytesIn", bytesIn)
        json.member("bytesInflated", inflatedBytes)
        json.member("bytesOut", build.fileLength)
        json.member(sources: sources)
        json.object("seconds") { json in
            for stage in stages { json.member(named: stage.name, seconds: stage.seconds) }
        }
    }

    /// Writes the summary of an unchanged catalog.
    private func writeUnchanged(to json: inout JSONWriter) {
        json.member("catalog", path)
        json.member("unchanged", true)
        json.member("instruments", imported.unchanged?.count ?? 0)
        if refusal != nil {
            json.member("records", imported.records + left)
            json.member("rejected", rejected)
            json.member("complete", isComplete)
        }
        json.member(refusal: refusal)
        if refusal != nil { json.member(sources: sources) }
        json.object("seconds") { $0.member(named: "whole", seconds: seconds) }
    }
}

extension JSONWriter {
    /// Writes the member `transform`; `null` without rules.
    mutating func member(transform: Transforming?) {
        if let transform { object("transform", transform.writeMembers) } else { optional("transform", nil) }
    }

    /// Writes the member `refused`; `null` if nothing was refused.
    mutating func member(refusal: SnapshotRefusal?) {
        guard let refusal else { return optional("refused", nil) }
        object("refused") { json in
            json.member("cause", refusal.cause.rawValue)
            json.member("instruments", refusal.instruments)
            json.member("removed", refusal.removed)
            json.member("reason", refusal.description)
        }
    }

    /// Writes the member `sources`.
    mutating func member(sources: [SnapshotReport]) {
        member("sources", objects: sources) { json, report in
            json.member("address", report.address.description)
            json.member("bytesIn", report.bytesIn)
            json.member("bytesInflated", report.inflatedBytes)
            json.optional("inflatedBy", report.inflatedBy?.version)
            json.member("complete", report.isComplete == true)
            json.member("requests", report.requests)
            json.member("warnings", objects: report.warnings) { json, warning in
                json.member("kind", warning.kind.rawValue)
                json.member("count", warning.count)
                if let file = warning.file { json.member("file", file) }
                json.member("line", warning.position.line)
                json.member("byte", warning.position.byteOffset)
                json.member("reason", warning.reason)
            }
        }
    }
}
