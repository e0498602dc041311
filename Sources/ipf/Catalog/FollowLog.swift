import CatalogSync
import Logging

/// The log of `ipf import --follow`, with a line on standard error for each event.
struct FollowLog {
    let logger: Logger
    private let address: SourceAddress
    private let catalog: LiveCatalog
    /// The fields for look-ups that were not yet compared with the instruments.
    private var awaitedFields: [String]
    /// The aliases that were not yet compared with the catalog.
    private var awaitedAliases: AliasTable?
    /// The changes since the last line about changes.
    private var changes: [CatalogChange] = []
    private var profiles = 0
    private var unreadable: UnreadableRecords

    init(
        _ address: SourceAddress, _ catalog: LiveCatalog, identifierFields: [String], aliases: AliasTable?,
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
            // The changes of this event were stored before the fault.
            self.changes += changes
            if !self.changes.isEmpty { say("changes") }
            throw error
        case .compacted(nil): logger.info("catalog file written")
        case .compacted(let error?): logger.error("catalog file not written: \(error)")
        }
    }

    private mutating func take(_ event: LiveEvent, _ changes: [CatalogChange], _ refusal: SnapshotRefusal?) {
        self.changes += changes
        let isRefused = unreadable.log(event, refusal, to: logger)
        switch event {
        case .snapshotBegan: (self.changes, profiles) = ([], 0)
        case .profiles(let profiles): self.profiles += profiles.count
        case .flushed: say("changes")
        case .snapshotComplete where !isRefused:
            say("snapshot complete")
            sayAbsentFields()
            sayUnknownAliases()
        default: break
        }
    }

    /// Warns once about each look-up field that no instrument has.
    private mutating func sayAbsentFields() {
        for warning in IdentifierOption.absences(of: awaitedFields, in: catalog.view) { logger.warning("\(warning)") }
        awaitedFields = []
    }

    /// Warns once about aliases whose instruments are not in the catalog.
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
