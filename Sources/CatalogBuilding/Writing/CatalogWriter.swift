internal import Dispatch
internal import Synchronization

/// Turns gathered profiles into a file: order, rows, indexes, commit.
package struct CatalogWriter {
    let parts: BuilderStorage
    private let notes: [String: String]
    private let isComplete: Bool
    private let previous: PreviousCatalog?
    /// The rules for what the new catalog may remove from `previous`; `nil` allows everything.
    package var rules: SnapshotRules?
    /// The aliases to store in the catalog: those that were given to it (`aliases`), and those that ship with the
    /// package.
    package var aliases: AliasTable?
    package var bundledAliases: AliasTable?
    /// Builds the history sections from the new file; `nil` if it keeps no history.
    package var history: (any PastSections)?
    /// The sources that should be complete but are not (`CatalogBuilder.cutOffSources`).
    package var cutOffSources: [String]?
    let path: String

    package init(
        _ parts: BuilderStorage, notes: [String: String], isComplete: Bool, previous: PreviousCatalog?, path: String
    ) {
        parts.followsMaster = SnapshotIdentity(notes: notes) != nil
        self.parts = parts
        self.notes = notes
        self.isComplete = isComplete
        self.previous = previous
        self.path = path
    }

    /// Writes the file and returns `summary` with the remaining values. `mayReplace` is called before the file is
    /// renamed into place, and throws if that is not allowed.
    package func write(
        _ summary: CatalogBuildSummary, mayReplace: () throws(CatalogError) -> Void
    ) throws(CatalogError) -> CatalogBuildSummary {
        var summary = summary
        let file = try CatalogFileWriter(path: path)
        var time = ContinuousClock.now
        summary.removedRecords = parts.removedRows.count
        let written = try writeSections(to: file, &summary, &time)
        try mayReplace()
        summary.instruments = written.rows.count
        summary.absentIdentifierFields = written.rows.identifierFields.further.filter {
            written.rows.column(named: $0) == nil
        }
        summary.types = written.rows.counts(of: .type)
        summary.fileLength = try file.commit(rowCount: written.rows.count, isComplete: isComplete)
        summary.syncSeconds = Self.lap(&time)
        return summary
    }

    /// Writes all sections of the rows and the indexes.
    func writeSections(
        to file: some CatalogOutput, _ summary: inout CatalogBuildSummary, _ time: inout ContinuousClock.Instant
    ) throws(CatalogError) -> (directory: FieldDirectory, rows: CatalogRows) {
        let written = try writeRows(to: file, &summary, &time)
        // The indexes are built from the written sections alone.
        parts.release()
        let sections = try file.mapped()
        let rows = CatalogRows(sections, directory: written.directory, count: written.count)
        try ParallelWork.inOrder(
            catalogSectionBuilders.count, rows: written.count, started: catalogSectionBuildersAsBegun
        ) { index throws(CatalogError) in
            // Release the pages that this index has read, so that they do not count as memory while others are built.
            defer { sections.file.release() }
            return try catalogSectionBuilders[index].sections(of: rows)
        } write: { sections throws(CatalogError) in
            for section in sections { try file.append(section, field: nil) }
        }
        summary.indexSeconds = Self.lap(&time)
        if let history {
            let new = CatalogFile(
                try file.mapped(), directory: written.directory, header(written.count), path: path, isChecked: true)
            for section in try history.sections(of: new) { try file.append(section, field: nil) }
            summary.historySeconds = Self.lap(&time)
        }
        return (written.directory, rows)
    }

    /// Returns a header with the values that are needed to read rows and indexes.
    func header(_ rowCount: Int) -> CatalogHeader {
        var header = CatalogHeader()
        header.rowCount = rowCount
        header.isComplete = isComplete
        return header
    }

    private func writeRows(
        to file: some CatalogOutput, _ summary: inout CatalogBuildSummary, _ time: inout ContinuousClock.Instant
    ) throws(CatalogError) -> (directory: FieldDirectory, count: Int) {
        let profiles = OrderedProfiles(parts)
        summary.duplicates = profiles.order.duplicates
        summary.orderSeconds = Self.lap(&time)
        let (directory, removed) = try Self.writeColumns(profiles, previous: previous, to: file)
        summary.removedSymbols = removed.count
        try check(profiles.count, lost: removed.lost)
        try file.append(NewSection(.fields, directory.section()), field: nil)
        try file.append(profiles.order.standingSection, field: nil)
        try file.append(removed.section, field: nil)
        if let section = try parts.identifierFields.section() { try file.append(section, field: nil) }
        if !notes.isEmpty { try file.append(try Self.noteSection(notes), field: nil) }
        let aliases = (aliases?.index.sections(.given) ?? []) + (bundledAliases?.index.sections(.bundled) ?? [])
        for section in aliases { try file.append(section, field: nil) }
        summary.rowSeconds = Self.lap(&time)
        return (directory, profiles.count)
    }

    /// Throws if a catalog of `count` instruments removes more than the rules allow. This is checked before the indexes
    /// are built, because building them is half of the work.
    private func check(_ count: Int, lost: Int) throws(CatalogError) {
        guard let rules, let previous else { return }
        let cutOff = isComplete ? nil : cutOffSources ?? (previous.isComplete ? [] : nil)
        let refusal = rules.refusal(
            known: previous.count, removed: lost, brought: count, isComplete: isComplete, cutOff: cutOff)
        if let refusal { throw .refused(refusal, path: path) }
    }

    /// Writes the symbol order, then field after field. The removed symbols are computed concurrently and written after
    /// them.
    private static func writeColumns(
        _ profiles: OrderedProfiles, previous: PreviousCatalog?, to file: some CatalogOutput
    ) throws(CatalogError) -> (directory: FieldDirectory, removed: RemovedSymbols) {
        let fields = profiles.parts.fieldsInOrder
        var directory = FieldDirectory()
        var removed: RemovedSymbols?
        try ParallelWork.inOrder(
            fields.count + 2, rows: profiles.count, started: columnJobsAsBegun(fields.count + 2),
            waiting: (columnJob(.description), columnJob(.symbol))
        ) { job throws(CatalogError) -> ColumnJob in
            switch job {
            case 0: return .removed(try removedSymbols(profiles, previous: previous))
            case 1:
                defer { profiles.releaseSymbolOrder() }
                let order = PackedNumbersBuilder.section(profiles.symbolOrder.value)
                return .column(.init(entry: nil, sections: [NewSection(.symbolOrder, order)]))
            default:
                return .column(try ColumnEncoder(profiles, field: fields[job - 2]).encode())
            }
        } write: { done throws(CatalogError) in
            switch done {
            case .removed(let symbols): removed = symbols
            case .column(nil): break
            case .column(let result?):
                for section in result.sections { try file.append(section, field: directory.entries.count) }
                if let entry = result.entry { directory.entries.append(entry) }
            }
        }
        return (directory, removed!)
    }

    /// Returns the job number of a standard field in `writeColumns`.
    private static func columnJob(_ field: ProfileField) -> Int { 2 + Int(field.rawValue) }

    /// Returns the jobs of `writeColumns` in the order in which they start. The symbols come first. The descriptions,
    /// which take longest, come next, and start once the symbols are done. The symbols' memory is then free before the
    /// descriptions need most, and no core waits for the descriptions at the end.
    private static func columnJobsAsBegun(_ count: Int) -> [Int] {
        let long = [columnJob(.symbol), columnJob(.description)]
        return long + (0..<count).filter { !long.contains($0) }
    }

    /// The result of a job of `writeColumns`.
    private enum ColumnJob {
        case removed(RemovedSymbols)
        case column(ColumnEncoder.Result?)
    }

    private static func removedSymbols(
        _ profiles: OrderedProfiles, previous: PreviousCatalog?
    ) throws(CatalogError) -> RemovedSymbols {
        defer {
            profiles.releaseSymbols()
            profiles.releaseSymbolOrder()
        }
        return try RemovedSymbols(profiles, previous: previous)
    }

    private static func noteSection(_ notes: [String: String]) throws(CatalogError) -> NewSection {
        var texts = FrontCodedTextBuilder()
        for (name, value) in notes.sorted(by: { $0.key < $1.key }) {
            texts.append(name.utf8Span.span)
            texts.append(value.utf8Span.span)
        }
        return NewSection(.notes, try texts.finish("the notes"))
    }

    private static func lap(_ time: inout ContinuousClock.Instant) -> Double {
        let now = ContinuousClock.now
        defer { time = now }
        return (now - time) / .seconds(1)
    }
}

extension BuilderStorage {
    /// The indexes of the fields: the standard ones in standard order, then the custom ones by name.
    var fieldsInOrder: [Int] {
        let standard = ProfileField.allCases.count
        return Array(0..<standard)
            + (standard..<fields.count).sorted {
                Array(fields[$0].name.utf8).lexicographicallyPrecedes(fields[$1].name.utf8)
            }
    }
}

/// The indexes, in the order of their sections in the file.
let catalogSectionBuilders: [any CatalogSectionBuilder.Type] = [
    WordIndexBuilder.self, TrigramIndexBuilder.self, SymbolSlotsBuilder.self, NameIndexBuilder.self,
    IdentifierIndexBuilder.self, ChainSections.self,
]

/// The numbers of the index builders in the order in which they start. The shortest comes last, so that no core waits
/// long.
let catalogSectionBuildersAsBegun: [Int] = {
    let isShort = { (number: Int) in catalogSectionBuilders[number] is IdentifierIndexBuilder.Type }
    let numbers = catalogSectionBuilders.indices
    return numbers.filter { !isShort($0) } + numbers.filter(isShort)
}()

/// The catalog that the new one replaces, with the data that the comparison needs.
package struct PreviousCatalog {
    let count: Int
    let isComplete: Bool
    /// Calls its argument for each symbol, in byte order.
    let forEachSymbol: ((Span<UInt8>) -> Void) -> Void

    package init(count: Int, isComplete: Bool, forEachSymbol: @escaping ((Span<UInt8>) -> Void) -> Void) {
        self.count = count
        self.isComplete = isComplete
        self.forEachSymbol = forEachSymbol
    }
}

/// Builds the history sections of a new file.
package protocol PastSections {
    /// Returns the history sections for a file that has all other sections.
    ///
    /// - Throws: `CatalogError`.
    func sections(of new: CatalogFile) throws(CatalogError) -> [NewSection]
}
