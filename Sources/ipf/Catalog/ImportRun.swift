import CatalogSync

/// One import: the importer with the checks, locks and messages of a command.
struct ImportRun {
    let addresses: [SourceAddress]
    /// The catalog: a file, or an object.
    let path: String
    let source: SourceOptions
    /// The treatment of unreadable records.
    let rejects: RejectLog
    let requiresComplete: Bool
    /// Fields by which instruments will be looked up.
    var identifierFields: [String] = []
    /// Names of instruments besides those of the catalog that is there; `nil` for none.
    var aliases: AliasOptions?
    /// The names that come with the program are added.
    var includesBundledAliases = true
    /// Whether the catalog keeps its history; `nil` as it is.
    var keepsHistory: Bool?
    /// Since when what is imported is true; `nil` for now.
    var validFrom: Instant?
    /// Rules that are applied to what is read; `nil` for none.
    var transforming: Transforming?
    /// The limits for removing instruments of the existing catalog.
    let rules: SnapshotRules

    /// Imports; where the rules forbid that, the summary says so, and the catalog is left as it was.
    ///
    /// - Parameter lock: taken once it is known that nothing would be written over what is read, and held to the end.
    /// - Throws: `Failure` of wrong usage if the catalog or the rejected records would be written over what is read.
    func run(lock: (CatalogOutput) throws -> CatalogWriteLock? = { _ in nil }) throws -> ImportSummary {
        let start = ContinuousClock.now
        var uses = PathConflicts(reading: addresses + (aliases?.addresses ?? []) + (transforming?.addresses ?? []))
        try uses.replaceCatalog(at: path, as: "-o", mayBeObject: true)
        if let path = rejects.path { try uses.writeText(to: path, as: "--rejects") }
        let output = try CatalogOutput(path)
        let lock = try lock(output)
        defer { withExtendedLifetime(lock) {} }
        try rejects.begin()
        var options = CatalogImportOptions()
        options.ingest = try source.ingestOptions
        options.ingest.rewriter = transforming?.rewriter
        options.rules = rules
        options.requiresComplete = requiresComplete
        options.identifierFields = identifierFields
        let aliases = try aliases?.load()
        options.aliases = aliases
        options.includesBundledAliases = includesBundledAliases
        options.keepsHistory = keepsHistory
        options.validFrom = validFrom
        options.skipsMalformed = !rejects.stops
        let importer = CatalogImporter(addresses, to: output.path, options: options)
        let imported: CatalogImportSummary
        do {
            try output.fetch()
            imported = try output.naming { try ReadingLog.run(path, rejects) { try importer.run($0) } }
            if imported.build != nil { try output.send() }
        } catch {
            rejects.finishFailed()
            throw error
        }
        if let absent = imported.build?.absentIdentifierFields, !absent.isEmpty {
            for warning in IdentifierOption.absences(of: absent, in: try Catalog.open(output.path)) {
                StandardError.warn("\(warning)")
            }
        }
        if let warning = transforming?.warning { StandardError.warn(warning) }
        if let aliases, imported.refusal == nil,
            let warning = AliasOptions.unknown(aliases, in: try Catalog.open(output.path))
        {
            StandardError.warn(warning)
        }
        return ImportSummary(
            path: path, imported: imported, transforming: transforming,
            seconds: (ContinuousClock.now - start) / .seconds(1),
            history: imported.build == nil ? nil : try Catalog.open(output.path).history())
    }
}
