import CatalogSync
import Logging
import Synchronization

/// `ipf import --follow`: keeps a catalog current, as a daemon that logs a line for each event.
struct ImportFollow {
    let address: SourceAddress
    let path: String
    let options: LiveOptions
    /// Rules that are applied to what comes; `nil` for none.
    let transforming: Transforming?
    let rules: SnapshotRules
    /// Fields by which instruments will be looked up.
    let identifierFields: [String]
    /// Names of instruments in place of those of the catalog; `nil` for its own.
    let aliases: AliasTable?
    /// Whether the names that come with the program are added; `nil` as it is.
    let includesBundledAliases: Bool?
    /// Whether the catalog keeps its history; `nil` as it is.
    let keepsHistory: Bool?
    /// Each record that can't be read is logged.
    let allErrors: Bool
    let logger: Logger

    func run() async throws {
        let following = try Following(
            address, path: path, as: "-o", options: options, transforming: transforming, rules: rules,
            identifierFields: identifierFields,
            aliases: aliases,
            includesBundledAliases: includesBundledAliases, keepsHistory: keepsHistory, program: "ipf import --follow")
        let log = Mutex(
            FollowLog(
                address, following.catalog, identifierFields: identifierFields, aliases: aliases, allErrors: allErrors,
                logger: logger))
        do {
            try await following.run { event in try log.withLock { try $0.take(event) } }
        } catch {
            log.withLock { $0.logger.error("ended: \(error)") }
            throw error
        }
        log.withLock { $0.ends() }
    }
}

/// The daemon's log: on standard error, a line for each event.
struct FollowLog {
    let logger: Logger
    private let address: SourceAddress
    private let catalog: LiveCatalog
    /// Fields that instruments are to be looked up by, and that none is known to have.
    private var awaitedFields: [String]
    /// Names whose instruments are not known to be there.
    private var awaitedAliases: AliasTable?
    /// What changed since the last line that said so.
    private var changes: [CatalogChange] = []
    private var profiles = 0
    private var unreadable: UnreadableRecords

    init(
        _ address: SourceAddress, _ catalog: LiveCatalog, identifierFields: [String] = [], aliases: AliasTable? = nil,
        allErrors: Bool, logger: Logger
    ) {
        awaitedAliases = aliases
        awaitedFields = identifierFields
        self.address = address
        self.catalog = catalog
        self.logger = logger
        unreadable = UnreadableRecords(printsAll: allErrors)
    }

    private var instruments: String { "\(Numbers.grouped(catalog.view.count)) instruments" }

    func ends() { logger.info("ended, \(catalog.path) has \(instruments)") }

    mutating func take(_ event: CatalogFollowerEvent) throws {
        switch event {
        case .damaged(let damage): logger.error("\(damage)")
        case .began: logger.info("following \(address) into \(catalog.path), \(instruments)")
        case .source(let event, let changes, let refusal): take(event, changes, refusal)
        case .notKept(let error, let changes, _):
            // Those were kept before.
            self.changes += changes
            if !self.changes.isEmpty { say("changes") }
            throw error
        case .compacted(nil): logger.info("catalog file written")
        case .compacted(let error?): logger.error("catalog file not written: \(error)")
        }
    }

    private mutating func take(_ event: LiveEvent, _ changes: [CatalogChange], _ refusal: SnapshotRefusal?) {
        self.changes += changes
        for line in unreadable.lines(event) { logger.warning("\(line.text)") }
        switch event {
        case .state(let state): logger.info("\(state.words)")
        case .snapshotBegan(let isLive):
            (self.changes, profiles) = ([], 0)
            logger.info("snapshot begins, \(isLive ? "changes follow" : "no live stream, so it will be asked again")")
        case .profiles(let profiles): self.profiles += profiles.count
        case .flushed: say("changes")
        case .snapshotComplete:
            guard let refusal else {
                say("snapshot complete")
                sayAbsentFields()
                return sayUnknownAliases()
            }
            logger.warning("snapshot refused: \(refusal); what is known stays (--allow-shrink takes it)")
        case .notModified: logger.info("not modified")
        case .heartbeat: logger.debug("heartbeat")
        case .fault(let fault):
            if let refusal, fault.isOfIncompleteSnapshot {
                logger.warning("snapshot refused: \(refusal); what is known stays")
            }
        }
    }

    /// Warns, once for each, of fields that were named for looking instruments up and that no instrument has.
    private mutating func sayAbsentFields() {
        for warning in IdentifierOption.absences(of: awaitedFields, in: catalog.view) { logger.warning("\(warning)") }
        awaitedFields = []
    }

    /// Warns, once, of aliases whose instruments are not there.
    private mutating func sayUnknownAliases() {
        if let table = awaitedAliases, let warning = AliasOptions.unknown(table, in: catalog.view) {
            logger.warning("\(warning)")
        }
        awaitedAliases = nil
    }

    private mutating func say(_ what: String) {
        logger.info(
            "\(what): \(Numbers.grouped(profiles)) profiles, \(ChangeCounts(changes)), \(instruments)")
        (changes, profiles) = ([], 0)
    }
}
