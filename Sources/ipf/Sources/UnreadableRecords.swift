import ArgumentParser
import Ingest
import InstrumentCatalog
import Logging

/// The option for printing unreadable records.
struct FindingOptions: ParsableArguments {
    @Flag(help: "Print all unreadable records, not only the first \(UnreadableRecords.printed).")
    var allErrors = false
}

/// Limits how many unreadable records of a source's response are printed. Further ones are only counted.
struct UnreadableRecords {
    /// The maximum number of printed records.
    static let printed = 20

    let printsAll: Bool
    /// The option that prints all records.
    private let option: TerminalText
    /// The number of unreadable records in the current response.
    private var count = 0
    private var notPrinted = 0

    init(printsAll: Bool, option: TerminalText = "--all-errors") {
        self.printsAll = printsAll
        self.option = option
    }

    /// Returns the lines to print for an event: its fault, preceded by the number of earlier faults that were only
    /// counted.
    mutating func lines(_ event: LiveEvent) -> [TerminalText] {
        switch event {
        case .fault(let fault):
            guard case .malformed = fault.kind else { return rest() + ["\(fault)"] }
            count += 1
            if printsAll || count <= Self.printed { return ["\(fault)"] }
            notPrinted += 1
            return []
        case .snapshotBegan:
            count = 0
            return rest()
        case .snapshotComplete, .state(.closed): return rest()
        case .state, .profiles, .flushed, .heartbeat, .notModified: return []
        }
    }

    /// Logs an event of a followed source, except its profiles.
    ///
    /// - Returns: Whether a snapshot was refused.
    mutating func log(_ event: LiveEvent, _ refusal: SnapshotRefusal?, to logger: Logger) -> Bool {
        for line in lines(event) { logger.warning("\(line.text)") }
        switch event {
        case .state(let state): logger.info("\(state.words)")
        case .snapshotBegan(let isLive):
            logger.info("snapshot started; \(isLive ? "changes follow" : "the source is not live and will be polled")")
        case .notModified: logger.info("not modified")
        case .heartbeat: logger.debug("heartbeat")
        case .snapshotComplete:
            guard let refusal else { return false }
            logger.warning("snapshot refused: \(refusal); the current instruments remain (--allow-shrink accepts it)")
            return true
        case .fault(let fault):
            guard let refusal, fault.isOfIncompleteSnapshot else { return false }
            logger.warning("snapshot refused: \(refusal); the current instruments remain")
            return true
        case .profiles, .flushed: break
        }
        return false
    }

    private mutating func rest() -> [TerminalText] {
        defer { notPrinted = 0 }
        if notPrinted == 0 { return [] }
        return ["\(Numbers.grouped(notPrinted)) more records can't be read; \(option) prints them all"]
    }
}
