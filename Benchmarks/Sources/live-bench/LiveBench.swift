import BenchSupport
import CatalogServer
import Foundation
import Ingest
import InstrumentCatalog
import Logging

/// Measures the time from a changed profile on the server to the callback of a client: `live-bench [UPDATES]`. Server
/// and client run in one process, connected by a socket with a compressed stream.
@main
struct LiveBench {
    static let instruments = 10_000

    static func main() async throws {
        let updates = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2000
        let folder = FileManager.default.temporaryDirectory.appending(path: "live-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let live = try LiveCatalog.open(path: folder.appending(path: "live.catalog").path)
        _ = try live.apply((0..<instruments).map { profile($0, "As it was") })

        let served = ServedCatalog(live.view, modified: 1_790_000_000)
        var options = ServerOptions()
        options.port = 0
        var logger = Logger(label: "live-bench")
        logger.logLevel = .error
        let server = CatalogServer(served, options: options, logger: logger)
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let service = Task { try await server.run(handlesSignals: false) { found.yield($0) } }
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next() else { return }

        var table = FigureTable("following a live source (server and client on loopback)")
        let delays = try await measure(live, served, port: port, updates: updates)
        table.add("a changed profile to a client's callback", delays / 1e6, "ms")
        table.add("a changed profile to a client's callback, p99", delays.percentile(99) / 1e6, "ms", atMost: 5)
        service.cancel()
        _ = try? await service.value
    }

    private static func profile(_ number: Int, _ description: String) -> InstrumentProfile {
        var profile = InstrumentProfile()
        profile.type = "STOCK"
        profile.symbol = "S\(number)"
        profile.description = description
        profile.currency = "USD"
        return profile
    }

    /// Makes changes one after the other. Each change waits until the previous one has arrived.
    private static func measure(
        _ live: LiveCatalog, _ served: ServedCatalog, port: Int, updates: Int
    ) async throws -> Samples {
        let connection = LiveConnection(address: try SourceAddress(parsing: "127.0.0.1:\(port)"))
        defer { connection.close() }
        var delays: [Double] = []
        var number = 0
        var start: UInt64 = 0
        func change() throws {
            number += 1
            start = Timing.now(.wall)
            let changes = try live.apply([profile(number % instruments, "Change \(number)")])
            served.replace(live.view, modified: 1_790_000_000, changes: changes)
        }
        for await event in connection.events {
            switch event {
            case .snapshotComplete: try change()
            case .profiles(let profiles) where number > 0 && profiles.contains { $0.description == "Change \(number)" }:
                delays.append(Double(Timing.now(.wall) - start))
                if number == updates { return Samples(delays) }
                try change()
            case .fault(let fault): throw fault
            default: break
            }
        }
        throw CancellationError()
    }
}
