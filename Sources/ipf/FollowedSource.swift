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
    /// Kept for as long as the service runs, where no catalog was named.
    private let folder: URL?

    /// Reads the source once, to the end of its snapshot.
    ///
    /// - Parameter path: the catalog to keep it in; `nil` for one that ends with the service.
    init(_ address: SourceAddress, path: String?, defaults: ScheduleDefaults, logger: Logger) throws {
        self.address = address
        self.logger = logger
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
                addresses: [address], path: file, source: try SourceOptions.parse([]),
                rejects: RejectLog(path: nil, stops: false), requiresComplete: false)
            _ = try run.run()
        }
        live = try LiveCatalog.open(path: file)
        catalog = ServedCatalog(live.view, defaults: defaults, modified: Int64(Date().timeIntervalSince1970))
    }

    deinit {
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Follows the source until the task is cancelled, and asks it again where that is asked for.
    func run(_ reload: Reload) async {
        var options = LiveOptions()
        if let source = try? SourceOptions.parse([]) { options.ingest = source.ingestOptions(ProgressBar("")) }
        options.ingest.progress = nil
        let connection = LiveConnection(address: address, options: options)
        let asking = Task {
            await reload.watch([]) {
                connection.refresh()
            } refused: { _ in
            }
        }
        defer { asking.cancel() }
        await withTaskCancellationHandler {
            var follower = CatalogFollower(live)
            for await event in connection.events { take(event, &follower) }
        } onCancel: {
            connection.close()
        }
        try? live.close()
    }

    private func take(_ event: LiveEvent, _ follower: inout CatalogFollower) {
        do throws(CatalogError) {
            serve(try follower.take(event))
        } catch {
            logger.error("\(error)")
        }
        switch event {
        case .state(let state): logger.info("source: \(state.rawValue)", metadata: ["address": "\(address)"])
        case .snapshotComplete:
            logger.notice("source: complete", metadata: ["instruments": "\(live.view.count)"])
        case .fault(let fault): logger.warning("source: \(fault)", metadata: ["address": "\(address)"])
        case .snapshotBegan, .profiles, .flushed, .heartbeat, .notModified: break
        }
    }

    private func serve(_ changes: [CatalogChange]) {
        if changes.isEmpty { return }
        catalog.replace(live.view, modified: Int64(Date().timeIntervalSince1970), changes: changes)
    }
}
