import CatalogServer
import Foundation
import Ingest
import InstrumentCatalog

/// Follows a source into a catalog file until a signal or the source ends it.
///
/// SIGTERM and SIGINT end it with everything kept, a second one at once; SIGHUP asks the source again now. Changes are in the
/// catalog's journal before anybody is told of them, and in the file, where other commands see them, some seconds later.
struct Following {
    let connection: LiveConnection
    let catalog: LiveCatalog
    private let rules: SnapshotRules

    /// - Parameters:
    ///   - path: the catalog's file, made where there is none.
    ///   - option: how the command calls that.
    ///   - rules: what a snapshot may take away.
    ///   - program: who follows, for others that want the catalog meanwhile.
    init(
        _ address: SourceAddress, path: String, as option: String, options: LiveOptions, rules: SnapshotRules,
        program: String
    ) throws {
        var uses = FileUses(reading: [address])
        try uses.replaceCatalog(at: path, as: option)
        self.rules = rules
        connection = LiveConnection(address: address, options: options)
        var catalogOptions = LiveCatalogOptions()
        catalogOptions.program = program
        catalog = try LiveCatalog.open(path: path, options: catalogOptions)
    }

    /// Runs to the end.
    ///
    /// - Parameters:
    ///   - told: gets each event, what it changed, and why the snapshot that ended last was refused, where it was.
    ///   - folded: gets the reason why the file could not be written, `nil` where it was.
    /// - Throws: `Failure` where the source can never be read again.
    func run(
        told: (LiveEvent, [CatalogChange], SnapshotRefusal?) throws -> Void,
        folded: @escaping @Sendable ((any Error)?) -> Void
    ) async throws {
        let signals = try Signals([SIGTERM, SIGINT, SIGHUP]) { [connection] signal in
            if signal == SIGHUP { connection.refresh() } else { connection.close() }
        }
        let folder = Task { [catalog] in await Self.keepFolding(catalog, folded) }
        let result = await take(told)
        withExtendedLifetime(signals) {}
        connection.close()
        folder.cancel()
        await folder.value
        try Self.fold(catalog, folded)
        try catalog.close()
        try result.get()
    }

    private func take(
        _ told: (LiveEvent, [CatalogChange], SnapshotRefusal?) throws -> Void
    ) async -> Result<Void, any Error> {
        var follower = CatalogFollower(catalog, rules: rules)
        var last: LiveFault?
        do {
            for await event in connection.events {
                let changes = try follower.take(event)
                try told(event, changes, follower.refusal)
                if case .fault(let fault) = event { last = fault.retryIn == nil && !fault.goesOn ? fault : nil }
            }
        } catch {
            return .failure(error)
        }
        // The source itself ended it, and not well.
        return last.map { .failure(Failure($0)) } ?? .success(())
    }

    // MARK: The file

    private static let shortestPause = Duration.seconds(2)

    /// Folds what has changed into the file, now and then: it takes a twentieth of the time at most.
    private static func keepFolding(
        _ catalog: LiveCatalog, _ folded: @escaping @Sendable ((any Error)?) -> Void
    ) async {
        var pause = shortestPause
        while (try? await Task.sleep(for: pause)) != nil {
            let start = ContinuousClock.now
            await withCheckedContinuation { continuation in
                // Writing a file is nothing for the threads that tasks share.
                DispatchQueue.global(qos: .utility).async {
                    try? fold(catalog, folded)
                    continuation.resume()
                }
            }
            pause = max(shortestPause, (ContinuousClock.now - start) * 20)
        }
    }

    private static func fold(_ catalog: LiveCatalog, _ folded: @Sendable ((any Error)?) -> Void) throws {
        guard catalog.status.changes > 0 else { return }
        do {
            try catalog.fold()
            folded(nil)
        } catch {
            folded(error)
            throw error
        }
    }
}

extension Failure {
    /// The end that a fault makes of a command.
    init(_ fault: LiveFault) {
        switch fault.kind {
        case .source(let error): self.init(Self.code(of: error), "\(fault.reason)")
        case .silent: self.init(.inputOutput, "\(fault.reason)")
        case .malformed, .warning, .tooManyMalformed, .damagedSnapshot, .notProfiles, .empty, .incomplete, .ended:
            self.init(.badInput, "\(fault.reason)")
        }
    }
}
