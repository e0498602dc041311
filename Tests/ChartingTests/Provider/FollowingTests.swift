import Charting
import Foundation
import Ingest
import TestSupport
import Testing

/// A provider that follows a live source.
@Suite(.timeLimit(.minutes(60))) struct FollowingTests {
    private let folder: TemporaryFolder
    private var options = CatalogDataOptions()

    init() throws {
        folder = try TemporaryFolder()
        options.catalogPath = folder.path("cache.ipfc")
        options.followInterval = .zero
    }

    static let head = "HTTP/1.1 200 OK\r\nX-Live: provided\r\nConnection: close\r\n\r\n"

    private static func send(_ text: String) -> LoopbackServer.Step { .send(Array(text.utf8)) }

    @Test func changesArePublishedAsTheyArrive() async throws {
        let server = try LoopbackServer { request in
            guard request.number == 0 else { return [.stall] }
            return [
                Self.send(Self.head + "#STOCK::=TYPE,SYMBOL\nSTOCK,A\nSTOCK,B\n"), .waitForTest,
                Self.send("##COMPLETE\n"),
                .waitForTest, Self.send("STOCK,C\n##\n"), .waitForTest,
                Self.send("#REMOVED::=TYPE,SYMBOL\nREMOVED,A\n##\n"), .stall,
            ]
        }
        let provider = CatalogIPFDataProvider(address: server.url + "/a.ipf", options: options)
        let loading = Received(provider.isLoading)
        let told = Received(provider.dataPublisher)
        await server.waitForRequests(1)
        #expect(loading.values == [false, true] && told.values.isEmpty)
        server.goOn()
        await told.wait { symbols($0.last) == ["A", "B"] }
        #expect(loading.values == [false, true, false])
        server.goOn()
        await told.wait { symbols($0.last) == ["A", "B", "C"] }
        server.goOn()
        await told.wait { symbols($0.last) == ["B", "C"] }
        // Instruments that were delivered don't change. A late subscriber receives the latest ones.
        #expect(symbols(told.values.first) == ["A", "B"])
        #expect(symbols(Received(provider.dataPublisher).values.first) == ["B", "C"])
        #expect(loading.values == [false, true, false])
    }

    @Test func aFailureIsPublishedBeforeTheFirstInstruments() async throws {
        let server = try LoopbackServer { request in
            request.number == 0 ? [.response(404)] : [.stall]
        }
        let provider = CatalogIPFDataProvider(address: server.url + "/a.ipf", options: options)
        let told = Received(provider.dataPublisher)
        await told.wait { $0.count == 1 }
        guard case .failure(let error)? = told.values.first else {
            Issue.record("\(told.values)")
            return
        }
        #expect(error as? ServerError == .noData)
    }

    /// If a polled source has an unreadable record, the other records are delivered.
    @Test func theReadablePartOfADamagedSnapshotIsPublished() async throws {
        let server = try LoopbackServer { _ in
            [.response(200, [:], Array("#STOCK::=TYPE,SYMBOL\nSTOCK,A\nSTOCK,B,C\n##COMPLETE\n".utf8))]
        }
        let provider = CatalogIPFDataProvider(address: server.url + "/a.ipf", options: options)
        let told = Received(provider.dataPublisher)
        await told.wait { symbols($0.last) == ["A"] }
        await Received(provider.isLoading).wait { $0.last == false }
        #expect(provider.loadFault?.kind == .parseError)
    }

    /// A source that can never be read is not retried, so its fault must not be lost.
    @Test func aPermanentFaultIsPublished() async throws {
        var options = options
        options.ingest.headers = [("X-Client", "line\nbreak")]
        let provider = CatalogIPFDataProvider(address: "http://127.0.0.1:1/a.ipf", options: options)
        await #expect(throws: LoadFault.self) { try await provider.load().count }
        #expect(provider.loadFault?.kind == .urlError)
    }

    /// The result of an earlier run is available immediately, and remains while the source is unavailable.
    @Test func instrumentsOfAnEarlierRunRemain() async throws {
        let earlier = try LiveCatalog.open(path: folder.path("cache.ipfc"))
        var profile = InstrumentProfile()
        (profile.type, profile.symbol) = ("STOCK", "A")
        try earlier.apply([profile])
        try earlier.close()
        let server = try LoopbackServer { _ in [.response(500)] }
        let provider = CatalogIPFDataProvider(address: server.url + "/a.ipf", options: options)
        let loading = Received(provider.isLoading)
        let told = Received(provider.dataPublisher)
        await loading.wait { $0.suffix(2) == [true, false] }
        #expect(told.values.map { symbols($0) } == [["A"]])
        await Received(provider.loadFaultChanged).wait { $0.last??.kind == .unknown }
    }

    /// A snapshot that would remove too much is reported as refused, and the instruments remain.
    @Test func refusedSnapshotsAreReported() async throws {
        let texts = ["STOCK,A\nSTOCK,B\nSTOCK,C\n", "STOCK,A\n", "", "STOCK,A\nSTOCK,B\n"]
        let server = try LoopbackServer { request in
            let text = texts[min(request.number, texts.count - 1)]
            return [.waitForTest, Self.send(Self.head + "#STOCK::=TYPE,SYMBOL\n\(text)##COMPLETE\n")]
        }
        var options = options
        options.ingest.retry.retries = 0
        let provider = CatalogIPFDataProvider(address: "\(server.url)/a.ipf[update=1ms]", options: options)
        let told = Received(provider.dataPublisher)
        // This server closes the connection after each response, which is a fault of its own.
        let refused = Received(
            provider.loadFaultChanged.filter { !($0?.reason.contains("the live stream has ended") ?? false) }
                .removeDuplicates().eraseToAnyPublisher())
        server.goOn()
        await told.wait { symbols($0.last) == ["A", "B", "C"] }
        server.goOn()
        await refused.wait { $0.count == 2 }
        server.goOn()
        await refused.wait { $0.count == 3 }
        #expect(symbols(told.values.last) == ["A", "B", "C"])
        server.goOn()
        await told.wait { symbols($0.last) == ["A", "B"] }
        await refused.wait { $0.count == 4 }
        #expect(
            refused.values.map { $0?.reason } == [
                nil,
                "\(server.url)/a.ipf: it would have removed 2 of 3 instruments, more than 50%; the current instruments remain",
                "\(server.url)/a.ipf: it has no instruments, and would have removed 3 of 3 instruments; the current instruments remain",
                nil,
            ])
    }

    private func symbols(_ told: Result<[Instrument], any Error>?) -> [String]? {
        try? told?.get().map(\.symbol).sorted()
    }
}
