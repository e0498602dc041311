import ArgumentParser
import CatalogServer
import Foundation
import Ingest
import InstrumentCatalog
import Logging

/// `ipf publish`: a file as a source for clients of the format.
struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Serve a file to clients of the format, as snapshots and live.",
        discussion: """
            FILE is a catalog, or profiles in the format itself, packed or not. Clients read /ipf/all.ipf, .gz or .zip, filter \
            with /ipf?TYPE=FUTURE&fields=SYMBOL,EXPIRATION, and stay connected with ?live=true or 'X-Live: yes': when the \
            file is replaced, they are told what changed.

            \(ListenOptions.help)

            Examples:
              ipf publish all.ipfc --port 7777
              ipf dump 127.0.0.1:7777 --format jsonl
            """)

    @Argument(help: ArgumentHelp("A catalog, or a file of profiles.", valueName: "file"))
    var file: String

    @OptionGroup(title: "Listening") var listen: ListenOptions
    @OptionGroup(title: "Limits") var source: SourceOptions

    func run() async throws {
        let logger = listen.logger
        let options = try listen.options()
        let reload = Reload()
        if let catalog = try openCatalog() {
            let watcher = CatalogWatcher(path: file, catalog, logger: logger, reload: reload)
            return try await Service.run(catalog, listen, options, logger, reload) { await watcher.run() }
        }
        let imported = try ImportedFile(file, source)
        defer { imported.remove() }
        try imported.refresh()
        let catalog = try CatalogWatcher.open(imported.path, defaults: .bundledIfUsable)
        let watcher = CatalogWatcher(path: imported.path, catalog, logger: logger)
        try await Service.run(catalog, listen, options, logger, reload) {
            await withDiscardingTaskGroup { group in
                group.addTask { await watcher.run() }
                group.addTask {
                    await imported.watch(reload) {
                        logger.error("the new file can't be read; the one before serves on: \($0)")
                    }
                }
            }
        }
    }

    /// The file as a catalog; `nil` where it is something else.
    private func openCatalog() throws -> ServedCatalog? {
        do throws(CatalogError) {
            return try CatalogWatcher.open(file, defaults: .bundledIfUsable)
        } catch {
            if error.kind == .foreign || error.kind == .truncated { return nil }
            throw error
        }
    }
}

/// A file of profiles, imported into a catalog of its own for as long as it is published.
struct ImportedFile: Sendable {
    private let source: SourceAddress
    private let options: SourceOptions
    private let folder: URL
    /// The catalog.
    let path: String

    init(_ file: String, _ options: SourceOptions) throws {
        source = SourceAddress(path: file)
        self.options = options
        folder = FileManager.default.temporaryDirectory.appending(path: "ipf-publish-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "published.ipfc").path
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func refresh() throws {
        _ = try ImportRun(
            addresses: [source], path: path, source: options, rejects: RejectLog(path: nil, stops: true),
            requiresComplete: false
        ).run()
    }

    /// Imports the file again whenever it has changed, or where that is asked for.
    func watch(_ reload: Reload, _ failed: @Sendable (any Error) -> Void) async {
        guard let path = source.path else { return }
        await reload.watch([path]) {
            do { try refresh() } catch { failed(error) }
        } refused: {
            failed(Failure(.inputOutput, $0))
        }
    }
}
