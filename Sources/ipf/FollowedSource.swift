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
    private let logger: Logger
    private let options: IngestOptions
    /// Kept for as long as the service runs, where no catalog was named.
    private let folder: URL?

    /// Reads the source once, to the end of its snapshot.
    ///
    /// - Parameter path: the catalog to keep it in; `nil` for one that ends with the service.
    init(
        _ address: SourceAddress, _ source: SourceOptions, path: String?, defaults: ScheduleDefaults, logger: Logger
    ) throws {
        self.address = address
        self.logger = logger
        options = try source.ingestOptions
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
                addresses: [address], path: file, source: source,
                rejects: RejectLog(path: nil, stops: false), requiresComplete: false)
            _ = try run.run()
        }
        live = try LiveCatalog.open(path: file)
        catalog = ServedCatalog(live.view, defaults: defaults, modified: Int64(Date().timeIntervalSince1970))
    }

    deinit {
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Follows the source until the task is cancelled.
    func run() async {
        var options = LiveOptions()
        options.ingest = self.options
        let connection = LiveConnection(address: address, options: options)
        await withTaskCancellationHandler {
            var follower = CatalogFollower(live)
            var unreadable = UnreadableRecords(printsAll: logger.logLevel <= .debug, option: "--log-level debug")
            for await event in connection.events { take(event, &follower, &unreadable) }
        } onCancel: {
            connection.close()
        }
        try? live.close()
    }

    private func take(_ event: LiveEvent, _ follower: inout CatalogFollower, _ unreadable: inout UnreadableRecords) {
        do throws(CatalogError) {
            serve(try follower.take(event))
        } catch {
            logger.error("\(error)")
        }
        for line in unreadable.lines(event) {
            logger.warning("source: \(line.text)", metadata: ["address": "\(address)"])
        }
        switch event {
        case .state(let state): logger.info("source: \(state.rawValue)", metadata: ["address": "\(address)"])
        case .snapshotComplete:
            logger.notice("source: complete", metadata: ["instruments": "\(live.view.count)"])
        case .fault, .snapshotBegan, .profiles, .flushed, .heartbeat, .notModified: break
        }
    }

    private func serve(_ changes: [CatalogChange]) {
        if changes.isEmpty { return }
        catalog.replace(live.view, modified: Int64(Date().timeIntervalSince1970), changes: changes)
    }
}
