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
/// If several profiles have the same symbol, the last one wins. A profile of type REMOVED deletes its symbol. Profiles
/// without a symbol or a type are skipped. The summary counts the replaced, REMOVED and skipped profiles.
///
/// The builder stores each distinct text of a field once, and for each column only the rows where the value changes.
/// Memory stays well below the size of the plain text.
///
/// After an error, the builder must not be used any more.
public struct CatalogBuilder: ~Copyable {
    /// The catalog that the new one replaces, if any. Symbols of `previous` that are not in the new catalog count as
    /// removed. A damaged catalog is ignored.
    public var previous: Catalog?
    /// The rules for what the new catalog may remove from `previous`; `nil` allows everything.
    public var rules: SnapshotRules?
    /// The sources that should end with `##COMPLETE` but do not, for `rules`. If `nil`, the sources are unknown; then
    /// `rules` refuse an incomplete import only if `previous` is complete.
    package var cutOffSources: [String]?
    /// Notes to store with the catalog, by name: for example the source's `ETag` (`Catalog.notes`).
    public var notes: [String: String] = [:]
    /// The aliases to store with the catalog: further names by which search finds its instruments. If `nil`, the
    /// aliases of the appended catalogs are stored.
    public var aliases: AliasTable?
    /// A Boolean value that indicates whether `AliasTable.bundled` is stored as well. If `nil`, it is stored if an
    /// appended catalog has bundled aliases, or if no catalog is appended.
    public var includesBundledAliases: Bool?
    /// The aliases of the appended catalogs.
    private var appendedAliases: (given: AliasTable, hasBundled: Bool)?
    /// A Boolean value that indicates whether the file keeps the history of the file that it replaces
    /// (`Catalog.asOf(_:)`).
    ///
    /// `true` starts a history if the existing file has none, `false` drops the history, and `nil` retains the choice
    /// of the existing file.
    public var keepsHistory: Bool?
    /// The effective date of the new catalog, for its history; `nil` for the time of writing.
    public var validFrom: Instant?
    /// The source of the import, for its history: addresses, for example.
    package var historySource = ""
    /// The interval in milliseconds within which only the last of several files is recorded in the history; `nil`
    /// records all of them.
    var historyPrecision: Int64?
    /// A Boolean value that indicates whether `##COMPLETE` was read, which means that the import is complete.
    public var isComplete = false
    /// The fields, in addition to ISIN, CUSIP, SEDOL and LOCAL_SYMBOL, by which instruments can be looked up
    /// (`Identifier.field`). They are standard or custom, given by name: `["FIGI"]`. The identifier fields of appended
    /// catalogs are added.
    public var identifierFields: [String] {
        get { parts.identifierFields.further }
        set { parts.identifierFields = IdentifierFields(further: newValue) }
    }
    /// Called for each record that cannot be parsed, with its text; throw from it to stop. By default, the first such
    /// record stops reading.
    ///
    /// - Throws: An error that ends reading; the reader rethrows it.
    public var onMalformed: (ProfileFormatError, Span<UInt8>) throws -> Void = { error, _ in throw error }

    /// The number of records and profiles passed so far, including skipped ones and those of type REMOVED.
    package private(set) var recordCount = 0
    private var withoutSymbol = 0
    private var withoutType = 0

    let parts: BuilderStorage
    private var encoded: EncodedRows
    private var format: RecordFormat?
    private var table: StableBox<BuilderTable>?
    private let partMemory = PartMemory()

    /// Creates a builder of a new catalog.
    public init() {
        parts = BuilderStorage()
        encoded = EncodedRows(parts)
    }

    /// Sets the number of distinct texts above which a field may store its texts by row, for tests.
    mutating func keepRowTexts(from minimum: Int) { parts.rowTextsMinimum = minimum }
}

extension CatalogBuilder: RecordConsumer {
    /// Adds the profile of a record.
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
    /// - Throws: Errors of `onMalformed`.
    public mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws {
        try onMalformed(error, text)
    }

    /// Does nothing, because every record is processed immediately.
    public mutating func flush() {}

    /// Records that `##COMPLETE` was read (`isComplete`).
    public mutating func complete() { isComplete = true }

    private mutating func select(_ newFormat: RecordFormat) {
        format = newFormat
        table = parts.table(of: newFormat)
    }
}

extension CatalogBuilder: MergingConsumer {
    /// A closure that creates a chunk for later records.
    package var newPart: @Sendable () -> ParsedChunk { { [memory = partMemory] in ParsedChunk(memory) } }

    /// Appends the records of a chunk, with the same result as passing them to `consume`.
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
    /// Appends a profile that a program created. A custom field with the name of a standard field counts as that field.
    ///
    /// - Throws: `CatalogError` of kind `invalidValue` if a number is infinite or a date is outside the years
    ///   0000–9999, in which case the profile is skipped; `tooLarge`.
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

    /// Appends an encoded profile (`EncodedProfile`), which must have a symbol and a type other than REMOVED.
    ///
    /// - Throws: `CatalogError` of kind `invalidValue` if the bytes are not such a profile, in which case it is
    ///   skipped; `tooLarge`.
    /// - Complexity: O(`profile.count`).
    package mutating func append(encoded profile: Span<UInt8>) throws(CatalogError) {
        recordCount += 1
        if try encoded.append(profile) { return }
        throw CatalogError(
            .invalidValue,
            "found \(profile.count) bytes that are not a profile with a symbol and a type; restore the store")
    }

    /// Removes a symbol if it is present, without listing it as removed.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge`.
    mutating func drop(_ symbol: Span<UInt8>) throws(CatalogError) {
        parts.droppedRows.append(try parts.appendSymbol(symbol))
    }

    /// Appends all instruments of a catalog, with the same result as appending their profiles one at a time. A merge
    /// starts with this call.
    ///
    /// Instruments that were removed since the catalog's file was written are removed here as well. The whole file is
    /// verified before it is read, unless it was verified before.
    ///
    /// - Throws: `CatalogError` of kind `damaged` if the file is damaged; `tooLarge`.
    /// - Complexity: O(instruments × fields).
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

    /// Writes the catalog to `path` and atomically replaces an existing file: if this method throws, the previous file
    /// remains.
    ///
    /// A symbolic link is followed. Only regular files are replaced.
    ///
    /// - Parameter path: The path of the catalog file.
    /// - Returns: The counts and timings of the build.
    /// - Throws: `CatalogError` of kind `io` if the system refuses access or `path` is not a regular file; `inUse` if a
    ///   `LiveCatalog` has the catalog open; `refused` if `rules` forbid it; `tooLarge`.
    /// - Complexity: O(*n* log *n*) for sorting *n* profiles by symbol, O(bytes) for the rest; runs on all cores.
    public consuming func write(to path: String) throws(CatalogError) -> CatalogBuildSummary {
        let lock = try CatalogWriteLock(path: path)
        defer { withExtendedLifetime(lock) {} }
        return try write(to: path) { () throws(CatalogError) in try lock.renew() }
    }

    /// Writes the catalog to `path`. Requires that the caller holds the catalog's lock.
    ///
    /// - Parameter mayReplace: A closure that is called when the new file is complete; it throws if the file must not
    ///   be replaced.
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

    /// Builds the catalog in memory, without writing a file.
    ///
    /// - Parameters:
    ///   - path: The file name in error messages about the catalog.
    ///   - fingerprint: A number that makes the catalog's cursors distinct from those of other catalogs.
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

    /// Returns the recorder that continues the history of the file at `path`; `nil` if no history is kept.
    private func history(of path: String) throws(CatalogError) -> HistoryRecorder? {
        // Only a regular file has a history. Do not open anything else to find out, because opening a pipe would block.
        if keepsHistory == false { return nil }
        var old: CatalogFile?
        do throws(CatalogError) {
            if FileStamp(path)?.kind == .file { old = try CatalogFile.open(path, checking: 0) }
        } catch {
            // An existing file that is not a readable catalog is replaced, unless a history was requested. If the
            // system refuses to open the file, throw, because the file may have a history.
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
