import CatalogSync

/// One import by a command: runs the importer, and adds the checks, locks and messages of commands.
struct ImportRun {
    let addresses: [SourceAddress]
    /// The path of the catalog's file, or the address of its object.
    let path: String
    let source: SourceOptions
    /// The treatment of unreadable records.
    let rejects: RejectLog
    let requiresComplete: Bool
    /// The fields for look-ups.
    var identifierFields: [String] = []
    /// The aliases to add to those of the existing catalog; `nil` for none.
    var aliases: AliasOptions?
    /// Whether the bundled aliases are added.
    var includesBundledAliases = true
    /// Whether the catalog keeps its history; `nil` to leave that unchanged.
    var keepsHistory: Bool?
    /// The effective time of the import; `nil` for now.
    var validFrom: Instant?
    /// The transforms for the sources; `nil` for none.
    var transforming: Transforming?
    /// The limits for removing instruments of the existing catalog.
    let rules: SnapshotRules

    /// Imports the sources. If the rules refuse the import, the summary contains the refusal, and the catalog is
    /// unchanged.
    ///
    /// - Parameter lock: Acquires the lock of the catalog, which is held until the import ends. Called after the paths
    ///   are checked.
    /// - Throws: `Failure` with the code `usage` if the catalog or the rejected records would overwrite an input.
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
        options.ingest.rewrite(with: transforming?.rewriter)
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
