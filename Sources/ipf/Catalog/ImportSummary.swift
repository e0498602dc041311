import CatalogSync

/// What an import did, and what it cost.
struct ImportSummary {
    let path: String
    private let imported: CatalogImportSummary
    /// The rules that were applied; `nil` for none.
    private let transforming: Transforming?
    /// The whole import.
    private let seconds: Double

    /// What the catalog keeps of its past; `nil` where that is nothing.
    private let history: CatalogHistory?

    init(
        path: String, _ imported: CatalogImportSummary, _ transforming: Transforming?, history: CatalogHistory?,
        seconds: Double
    ) {
        self.transforming = transforming
        self.path = path
        self.history = history
        self.imported = imported
        self.seconds = seconds
    }

    /// What was read of each source; empty where none of them has changed.
    var sources: [SnapshotReport] { imported.sources }
    /// Why what the sources brought was not taken; `nil` where it was, or there was nothing new.
    var refusal: SnapshotRefusal? { imported.refusal }

    private var build: CatalogBuildSummary? { imported.build }
    private var rejected: Int { imported.rejected }
    /// Records that were read and not taken.
    private var left: Int { rejected + (transforming?.dropped ?? 0) }
    private var bytesIn: Int { sources.reduce(0) { $0 + $1.bytesIn } }
    private var inflatedBytes: Int { sources.reduce(0) { $0 + $1.inflatedBytes } }
    /// The libraries, each once.
    private var inflatedBy: String {
        InflateLibrary.allCases.filter { library in sources.contains { $0.inflatedBy == library } }.map(\.rawValue)
            .joined(separator: ", ")
    }
    private var isComplete: Bool { imported.isComplete }

    /// The stages in the order of the way; those of reading overlap.
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
            facts.add("history since \(history.since)", "\(Numbers.grouped(history.changes.count)) changes of it")
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

    var json: JSON {
        guard let build else { return unchangedJSON }
        return .object([
            (key: "catalog", value: .string(path)), (key: "unchanged", value: .bool(false)),
            (key: "instruments", value: .integer(build.instruments)),
            (key: "types", value: .object(build.types.map { (key: $0.name, value: .integer($0.count)) })),
            (key: "records", value: .integer(build.records + left)),
            (key: "duplicates", value: .integer(build.duplicates)),
            (key: "removed", value: .integer(build.removedRecords)),
            (key: "rejected", value: .integer(rejected)),
            (key: "withoutSymbol", value: .integer(build.withoutSymbol)),
            (key: "withoutType", value: .integer(build.withoutType)),
            (key: "transform", value: transforming?.json ?? .null),
            (key: "complete", value: .bool(isComplete)),
            (key: "refused", value: .null),
            (
                key: "history",
                value: history.map {
                    .object([
                        (key: "since", value: .string("\($0.since)")),
                        (key: "changes", value: .integer($0.changes.count)),
                    ])
                } ?? .null
            ),
            (key: "droppedHistory", value: imported.droppedHistory.map { .string("\($0.since)") } ?? .null),
            (key: "bytesIn", value: .integer(bytesIn)),
            (key: "bytesInflated", value: .integer(inflatedBytes)),
            (key: "bytesOut", value: .integer(build.fileLength)),
            (key: "sources", value: .array(sources.map(Self.json))),
            (key: "seconds", value: .object(stages.map { (key: $0.name, value: .seconds($0.seconds)) })),
        ])
    }

    /// Of a catalog that is left as it was.
    private var unchangedJSON: JSON {
        let catalog: [(key: String, value: JSON)] = [
            (key: "catalog", value: .string(path)), (key: "unchanged", value: .bool(true)),
            (key: "instruments", value: .integer(imported.unchanged?.count ?? 0)),
        ]
        let duration = (key: "seconds", value: JSON.object([(key: "whole", value: .seconds(seconds))]))
        guard let refusal else { return .object(catalog + [(key: "refused", value: .null), duration]) }
        return .object(
            catalog + [
                (key: "records", value: .integer(imported.records + left)),
                (key: "rejected", value: .integer(rejected)),
                (key: "complete", value: .bool(isComplete)),
                (key: "refused", value: Self.refusal(refusal)),
                (key: "sources", value: .array(sources.map(Self.json))),
                duration,
            ])
    }

    static func refusal(_ refusal: SnapshotRefusal) -> JSON {
        .object([
            (key: "cause", value: .string(refusal.cause.rawValue)),
            (key: "instruments", value: .integer(refusal.instruments)),
            (key: "removed", value: .integer(refusal.removed)),
            (key: "reason", value: .string(refusal.description)),
        ])
    }

    static func json(_ report: SnapshotReport) -> JSON {
        .object([
            (key: "address", value: .string(report.address.description)),
            (key: "bytesIn", value: .integer(report.bytesIn)),
            (key: "bytesInflated", value: .integer(report.inflatedBytes)),
            (key: "inflatedBy", value: report.inflatedBy.map { .string($0.version) } ?? .null),
            (key: "complete", value: .bool(report.isComplete == true)),
            (key: "requests", value: .integer(report.requests)),
            (key: "warnings", value: .array(report.warnings.map(Self.json))),
        ])
    }

    private static func json(_ warning: ProfileWarning) -> JSON {
        var object: [(key: String, value: JSON)] = [
            (key: "kind", value: .string(warning.kind.rawValue)), (key: "count", value: .integer(warning.count)),
        ]
        if let file = warning.file { object.append((key: "file", value: .string(file))) }
        return .object(
            object + [
                (key: "line", value: .integer(warning.position.line)),
                (key: "byte", value: .integer(warning.position.byteOffset)),
                (key: "reason", value: .string(warning.reason)),
            ])
    }
}
