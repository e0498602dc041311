import ArgumentParser
import CatalogServer
import Foundation
import Ingest
import InstrumentCatalog
import Logging

/// A source that is imported and then followed: what it sends goes into a live catalog, and from there to what is served.
final class FollowedSource: Sendable {
    /// What is served; it has the source's instruments from the beginning.
    let catalog: ServedCatalog
    private let address: SourceAddress
    private let live: LiveCatalog
    private let rules: SnapshotRules
    private let logger: Logger
    private let options: IngestOptions
    /// Kept for as long as the service runs, where no catalog was named.
    private let folder: URL?

    /// Reads the source once, to the end of its snapshot.
    ///
    /// - Parameters:
    ///   - path: the catalog to keep it in; `nil` for one that ends with the service.
    ///   - rules: what a snapshot may take away.
    init(
        _ address: SourceAddress, _ reading: SourceOptions, path: String?, rules: SnapshotRules,
        defaults: ScheduleDefaults, logger: Logger
    ) throws {
        self.address = address
        self.logger = logger
        self.rules = rules
        if let path {
            var uses = FileUses(reading: [address])
            try uses.replaceCatalog(at: path, as: "CATALOG")
        }
        options = try reading.ingestOptions
        var folder: URL?
        if path == nil {
            let made = FileManager.default.temporaryDirectory.appending(path: "ipf-serve-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
            folder = made
        }
        self.folder = folder
        let file = path ?? folder!.appending(path: "served.ipfc").path
        if !FileManager.default.fileExists(atPath: file) {
            let run = ImportRun(
                addresses: [address], path: file, source: reading,
                rejects: RejectLog(path: nil, stops: false), requiresComplete: false, rules: rules)
            _ = try run.run()
        }
        var options = LiveCatalogOptions()
        options.program = "ipf serve"
        live = try LiveCatalog.open(path: file, options: options)
        for damage in live.status.damage { logger.error("\(damage)") }
        catalog = ServedCatalog(live.view, defaults: defaults, modified: Int64(Date().timeIntervalSince1970))
    }

    deinit {
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Follows the source until the task is cancelled, and asks it again where that is asked for.
    func run(_ reload: Reload) async {
        var options = LiveOptions()
        options.ingest = self.options
        let connection = LiveConnection(address: address, options: options)
        let asking = Task {
            await reload.watch([]) {
                connection.refresh()
            } refused: { _ in
            }
        }
        defer { asking.cancel() }
        await withTaskCancellationHandler {
            var follower = CatalogFollower(live, rules: rules)
            var unreadable = UnreadableRecords(printsAll: logger.logLevel <= .debug, option: "--log-level debug")
            for await event in connection.events { take(event, &follower, &unreadable) }
        } onCancel: {
            connection.close()
        }
        try? live.close()
    }

    private func take(_ event: LiveEvent, _ follower: inout CatalogFollower, _ unreadable: inout UnreadableRecords) {
        let before = follower.refusal
        do throws(CatalogError) {
            let changes = try follower.take(event)
            serve(changes, refused: follower.refusal, before)
        } catch {
            logger.error("\(error)")
        }
        for line in unreadable.lines(event) {
            logger.warning("source: \(line.text)", metadata: ["address": "\(address)"])
        }
        switch event {
        case .state(let state): logger.info("source: \(state.rawValue)", metadata: ["address": "\(address)"])
        case .snapshotComplete where follower.refusal == nil:
            logger.notice("source: complete", metadata: ["instruments": "\(live.view.count)"])
        case .fault, .snapshotComplete, .snapshotBegan, .profiles, .flushed, .heartbeat, .notModified: break
        }
    }

    /// Shows changes to new requests, and whether the source's last snapshot was refused.
    private func serve(_ changes: [CatalogChange], refused refusal: SnapshotRefusal?, _ before: SnapshotRefusal?) {
        if !changes.isEmpty {
            catalog.replace(
                live.view, modified: Int64(Date().timeIntervalSince1970), changes: changes, refused: refusal?.reason)
        }
        if refusal == before { return }
        guard let refusal else { return catalog.accept() }
        catalog.refuse(refusal.reason)
        logger.error(
            "source: refused its snapshot; what is known serves on",
            metadata: ["address": "\(address)", "reason": "\(refusal.reason)"])
    }
}
