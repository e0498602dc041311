public import MarketRules
internal import Scanning
internal import SystemFiles

/// Builds a catalog file from profiles.
///
/// ```swift
/// var builder = CatalogBuilder()
/// var reader = RecordReader()
/// try reader.read(bytes.span, into: &builder)
/// try reader.finish(into: &builder)
/// let summary = try builder.write(to: "all.catalog")
/// ```
///
/// The last profile of a symbol wins, whatever came before; one of type REMOVED deletes the symbol. Profiles without a symbol
/// or a type are left out. All of that is counted in the summary.
///
/// Nothing is kept of a record but its bytes that are new: each distinct text of a field once, and per column the places
/// where it changes. Memory stays well below the size of the plain text.
///
/// After an error was thrown the builder is of no more use.
public struct CatalogBuilder: ~Copyable {
    /// The catalog that the new one takes the place of, if any: its symbols that aren't in the new one count as removed. One that
    /// isn't what was written has nothing to say.
    public var previous: Catalog?
    /// What the new catalog may take away from `previous`; `nil` for anything.
    public var rules: SnapshotRules?
    /// The sources that lack `##COMPLETE` and had to have it, for `rules`; `nil` decides by the catalogs alone: over a complete one
    /// all of it must be complete.
    package var cutOffSources: [String]?
    /// What to keep with the catalog, by name: for example the source's `ETag` (`Catalog.notes`).
    public var notes: [String: String] = [:]
    /// The aliases to keep with the catalog, by which search finds its instruments; `nil` for those of the catalogs that are appended.
    public var aliases: AliasTable?
    /// Whether `AliasTable.bundled` is kept beside them; `nil` where one of the catalogs that are appended has bundled ones, or where
    /// none is appended.
    public var includesBundledAliases: Bool?
    /// What the catalogs that were appended have of these.
    private var appendedAliases: (given: AliasTable, hasBundled: Bool)?
    /// Whether the file keeps the history of what it takes the place of (`Catalog.asOf(_:)`): `true` begins it where there is none,
    /// `false` drops it, and `nil` leaves it as it is with the file that is there.
    public var keepsHistory: Bool?
    /// Since when the new catalog is true, for its history; `nil` for the time of writing.
    public var validFrom: Instant?
    /// What was imported, for its history: addresses, for example.
    package var historySource = ""
    /// Of several files that are written in one such stretch of time only the last one is remembered: milliseconds; `nil` for all of them.
    var historyPrecision: Int64?
    /// `##COMPLETE` was seen: everything was there.
    public var isComplete = false
    /// The fields beside ISIN, CUSIP, SEDOL and LOCAL_SYMBOL by which instruments will be looked up (`Identifier.field`), standard or
    /// custom, by name: `["FIGI"]`. Those of catalogs that are appended are added.
    public var identifierFields: [String] {
        get { parts.identifierFields.further }
        set { parts.identifierFields = IdentifierFields(further: newValue) }
    }
    /// Called for each record that can't be read, with its text; throw from it to stop. By default the first one stops.
    ///
    /// - Throws: what it throws ends the reading, as an error of the reader.
    public var onMalformed: (ProfileFormatError, Span<UInt8>) throws -> Void = { error, _ in throw error }

    /// Records and profiles so far, those left out and REMOVED too.
    package private(set) var recordCount = 0
    private var withoutSymbol = 0
    private var withoutType = 0

    let parts: BuilderStorage
    private var encoded: EncodedRows
    private var format: RecordFormat?
    private var table: StableBox<BuilderTable>?
    private let partMemory = PartMemory()

    /// A builder of a catalog of its own.
    public init() {
        parts = BuilderStorage()
        encoded = EncodedRows(parts)
    }

    /// Sets from how many distinct texts on a field may be kept as texts by row: tests set it low.
    mutating func keepRowTexts(from minimum: Int) { parts.rowTextsMinimum = minimum }
}

extension CatalogBuilder: RecordConsumer {
    /// Takes a profile's record.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge`.
    public mutating func consume(_ record: borrowing ProfileRecord) throws(CatalogError) {
        recordCount &+= 1
        if record.format !== format { select(record.format) }
        guard let table else { return }
        table.value.settle(record)
        guard let symbolSource = table.value.symbolSource, !record.range(of: symbolSource).isEmpty else {
            withoutSymbol += 1
            return
        }
        let type = record.field(table.value.typeSource)
        guard !type.isEmpty else {
            withoutType += 1
            return
        }
        let number: UInt32
        if record.isEscaped(symbolSource) {
            let symbol = record.string(symbolSource)
            number = try parts.appendSymbol(symbol.utf8Span.span)
        } else {
            number = try parts.appendSymbol(record.field(symbolSource))
        }
        if BuilderStorage.isRemoved(type) {
            parts.removedRows.append(number)
            return
        }
        try table.value.append(record, number: number)
    }

    /// Calls `onMalformed`.
    ///
    /// - Throws: what `onMalformed` throws.
    public mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws {
        try onMalformed(error, text)
    }

    /// Does nothing: every record is taken at once.
    public mutating func flush() {}

    /// Notes that `##COMPLETE` was seen (`isComplete`).
    public mutating func complete() { isComplete = true }

    private mutating func select(_ newFormat: RecordFormat) {
        format = newFormat
        table = parts.table(of: newFormat)
    }
}

extension CatalogBuilder: MergingConsumer {
    /// Makes a part, for records that come later.
    package var newPart: @Sendable () -> ParsedChunk { { [memory = partMemory] in ParsedChunk(memory) } }

    /// Takes over the records of a part, as if they had come to `consume`.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge`.
    package mutating func append(_ part: ParsedChunk) throws(CatalogError) {
        try part.withRecords { records throws(CatalogError) in
            recordCount += records.recordCount
            withoutSymbol += records.withoutSymbol
            withoutType += records.withoutType
            let tables = records.shapeFormats.map { parts.table(of: $0) }
            try records.forEach { record throws(CatalogError) in
                let number = try parts.appendSymbol(record.symbol)
                if let shape = record.shape {
                    try tables[shape].value.append(record, number: number)
                } else {
                    parts.removedRows.append(number)
                }
            }
        }
    }
}

extension CatalogBuilder {
    /// Takes a profile that a program made. A custom field under the name of a standard one counts as that field.
    ///
    /// - Throws: `CatalogError` of kind `invalidValue` where a number is infinite or a date is beyond the years 0000–9999; the
    ///   profile is left out then. `tooLarge`.
    public mutating func append(_ profile: InstrumentProfile) throws(CatalogError) {
        recordCount += 1
        let custom = profile.customFields.filter { !$0.value.isEmpty }
        try BuilderStorage.check(profile)
        guard !profile.symbol.isEmpty else { withoutSymbol += 1; return }
        guard !profile.type.isEmpty else { withoutType += 1; return }
        let number = try parts.appendSymbol(profile.symbol.utf8Span.span)
        if profile.type == InstrumentType.removed.rawValue {
            parts.removedRows.append(number)
            return
        }
        var values = ProfileField.allCases.map { profile[$0] }
        var columnNames = ProfileField.allNames
        var places: [String: Int] = [:]
        for field in custom {
            if let index = ProfileField(name: field.name).map({ Int($0.rawValue) }) ?? places[field.name] {
                values[index] = field.value
            } else {
                places[field.name] = columnNames.count
                columnNames.append(field.name)
                values.append(field.value)
            }
        }
        try parts.table(columnNames: columnNames).value.append(values, number: number)
    }

    /// Takes a profile as its bytes (`EncodedProfile`): of a symbol and a type, and not REMOVED.
    ///
    /// - Throws: `CatalogError` of kind `invalidValue` where the bytes are no such profile, which is left out then; `tooLarge`.
    /// - Complexity: O(`profile.count`), for most some hundred nanoseconds.
    package mutating func append(encoded profile: Span<UInt8>) throws(CatalogError) {
        recordCount += 1
        if try encoded.append(profile) { return }
        throw CatalogError(
            .invalidValue,
            "found \(profile.count) bytes that aren't a profile with a symbol and a type; restore the store")
    }

    /// Removes a symbol, if it is there, without listing it as removed.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge`.
    mutating func drop(_ symbol: Span<UInt8>) throws(CatalogError) {
        parts.droppedRows.append(try parts.appendSymbol(symbol))
    }

    /// Takes all instruments of a catalog, as if their profiles were appended one by one: a merge begins with it. What was removed
    /// since its file was written is removed here, too. All of its file is checked before, once.
    ///
    /// - Throws: `CatalogError`: `damaged` where it isn't what was written, `tooLarge`.
    /// - Complexity: O(instruments × fields), some nanoseconds each.
    public mutating func append(contentsOf catalog: Catalog) throws(CatalogError) {
        try catalog.file.verifyOnce()
        recordCount += catalog.count
        appendedAliases = (
            appendedAliases?.given.merging(catalog.storedAliases) ?? catalog.storedAliases,
            appendedAliases?.hasBundled == true || catalog.hasBundledAliases
        )
        let rows = catalog.file.rows
        identifierFields += rows.identifierFields.further
        try parts.table(columnNames: rows.columns.map(\.name)).value.append(rows, into: parts)
        guard let overlay = catalog.changes?.overlay else { return }
        var encoded = EncodedRows(parts)
        for number in 0..<overlay.log.count {
            let entry = overlay.log[number]
            guard entry.withSymbol({ overlay.number(of: $0) }) == number else { continue }
            if entry.isRemoval {
                parts.droppedRows.append(
                    try entry.withSymbol { symbol throws(CatalogError) in try parts.appendSymbol(symbol) })
            } else {
                let profile = entry.bytes
                _ = try encoded.append(profile.span)
            }
        }
    }

    /// Writes the catalog to `path`, in place of what may be there: either the whole new file is there afterwards, or, where
    /// this throws, what was there before. A symbolic link is followed; anything but a file is left alone.
    ///
    /// - Throws: `CatalogError`: `io` where the system refuses, and where something else than a file is there; `inUse` where a
    ///   `LiveCatalog` has the catalog open; `refused` where `rules` forbid it; `tooLarge`.
    /// - Complexity: O(n log n) in the profiles for the order of the symbols, O(bytes) for the rest; runs on all cores.
    public consuming func write(to path: String) throws(CatalogError) -> CatalogBuildSummary {
        let lock = try CatalogWriteLock(path: path)
        defer { withExtendedLifetime(lock) {} }
        return try write(to: path) { () throws(CatalogError) in try lock.renew() }
    }

    /// The same for the one who has the catalog's lock.
    ///
    /// - Parameter mayReplace: asked when the new file is whole; throws where it must not take its place.
    consuming func write(
        to path: String, mayReplace: () throws(CatalogError) -> Void
    ) throws(CatalogError) -> CatalogBuildSummary {
        var summary = CatalogBuildSummary()
        summary.records = recordCount
        summary.withoutSymbol = withoutSymbol
        summary.withoutType = withoutType
        let previous = self.previous.flatMap { (try? $0.file.verifyOnce()) == nil ? nil : PreviousCatalog($0) }
        let history = try history(of: path)
        var writer = writer(previous, path)
        (writer.rules, writer.cutOffSources) = (rules, cutOffSources)
        writer.history = history
        return try writer.write(summary, mayReplace: mayReplace)
    }

    /// The catalog in memory: nothing is written to a file.
    ///
    /// - Parameters:
    ///   - path: the file that errors about it name.
    ///   - fingerprint: tells its cursors from those of any other catalog.
    /// - Throws: `CatalogError` of kind `tooLarge`.
    package consuming func image(path: String, fingerprint: UInt64) throws(CatalogError) -> CatalogFile {
        try writer(nil, path).image(fingerprint: fingerprint)
    }

    private func writer(_ previous: PreviousCatalog?, _ path: String) -> CatalogWriter {
        var writer = CatalogWriter(parts, notes: notes, isComplete: isComplete, previous: previous, path: path)
        writer.aliases = aliases ?? appendedAliases?.given
        writer.bundledAliases = includesBundledAliases ?? appendedAliases?.hasBundled ?? true ? .bundled : nil
        return writer
    }

    /// What goes on with the history of the file at `path`; `nil` where none is kept.
    private func history(of path: String) throws(CatalogError) -> HistoryRecorder? {
        // Anything but a file has no past, and a pipe must not be opened to find that out.
        if keepsHistory == false { return nil }
        var old: CatalogFile?
        do throws(CatalogError) {
            if FileStamp(path)?.kind == .file { old = try CatalogFile.open(path, checking: 0) }
        } catch {
            // What isn't a catalog, or no longer one that can be opened, takes its history with it, unless that is asked for. A system
            // that refuses to open it says nothing of its history.
            if keepsHistory == true || error.kind == .io, !error.isMissingFile, error.kind != .foreign { throw error }
        }
        let hasHistory = old?.keepsHistory ?? false
        guard hasHistory || keepsHistory == true else { return nil }
        return try HistoryRecorder(
            after: hasHistory ? old : nil, time: validFrom?.milliseconds, source: historySource,
            precision: historyPrecision)
    }
}

extension PreviousCatalog {
    fileprivate init(_ catalog: Catalog) {
        self.init(count: catalog.count, isComplete: catalog.isComplete) { body in
            catalog.forEachRow(in: .symbol) { _, row in
                catalog.withField(.symbol, at: row, body)
                return true
            }
        }
    }
}
