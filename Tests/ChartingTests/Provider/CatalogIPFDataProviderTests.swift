import Charting
import Foundation
import Ingest
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct CatalogIPFDataProviderTests {
    static let text = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,PRICE_INCREMENTS,TRADING_HOURS
        STOCK,AAPL,Apple Inc.,0.01,NewYorkETH()
        STOCK,THYAO,"Türk Hava Yolları",0.01 20; 0.02,BIST(name=BIST;tz=Asia/Istanbul;0=10001800)
        STOCK,X,"Hours that nobody knows",,Nowhere()
        ##COMPLETE

        """

    private let folder: TemporaryFolder
    private var options = CatalogDataOptions()

    init() throws {
        folder = try TemporaryFolder()
        options.catalogPath = folder.path("cache.ipfc")
        options.ingest.retry.retries = 0
        // A stalled server must not time out within a test.
        options.ingest.stallTimeout = .zero
    }

    typealias Told = Result<[Instrument], any Error>

    private func symbols(_ told: [Told]) -> [[String]] {
        told.map { (try? $0.get().map(\.symbol).sorted()) ?? ["failure"] }
    }

    // MARK: Results

    @Test func aFileIsImportedIntoInstruments() async throws {
        try Data(Self.text.utf8).write(to: folder.url.appending(path: "a.ipf"))
        let provider = CatalogIPFDataProvider(address: folder.path("a.ipf"), options: options)
        let loading = Received(provider.isLoading)
        #expect(loading.values == [false] && provider.instruments == nil)
        let told = Received(provider.dataPublisher)
        await told.wait { $0.count == 1 }
        #expect(symbols(told.values) == [["AAPL", "THYAO", "X"]])
        #expect(loading.values == [false, true, false])
        let instruments = try #require(provider.instruments)
        let turkish = try #require(instruments.first { $0.symbol == "THYAO" })
        #expect(turkish.description == "Türk Hava Yolları" && turkish.timezone == "Asia/Istanbul")
        #expect(try turkish.priceRules.round(20.01, .up) == 20.02)
        #expect(instruments.first { $0.symbol == "X" }?.schedule == nil)
        // A late subscriber receives the instruments immediately, on its own thread, without another load.
        #expect(symbols(Received(provider.dataPublisher).values) == [["AAPL", "THYAO", "X"]])
        #expect(loading.values == [false, true, false])
        // An unchanged file isn't read again.
        provider.refresh()
        await loading.wait { $0.count == 5 }
        let next = CatalogIPFDataProvider(address: folder.path("a.ipf"), options: options)
        let again = Received(next.dataPublisher)
        let nextLoading = Received(next.isLoading)
        await nextLoading.wait { $0.last == false && !again.values.isEmpty }
        #expect(told.values.count == 1 && symbols(again.values) == [["AAPL", "THYAO", "X"]])
    }

    @Test func manySubscribersShareOneLoad() async throws {
        let server = try LoopbackServer { _ in [.waitForTest, .response(200, [:], Array(Self.text.utf8))] }
        let provider = CatalogIPFDataProvider(address: server.url + "/a.ipf", options: options)
        let all = (0..<5).map { _ in Received(provider.dataPublisher) }
        let loading = Received(provider.isLoading)
        provider.refresh()
        #expect(loading.values == [true] && all.allSatisfy { $0.values.isEmpty })
        server.goOn()
        for told in all { await told.wait { $0.count == 1 } }
        #expect(server.requests.count == 1 && loading.values == [true, false])
    }

    @Test func instrumentsOfAnEarlierRunAreAvailableImmediately() async throws {
        let etags = ["\"1\"", "\"1\"", "\"2\""]
        let server = try LoopbackServer { request in
            let etag = etags[min(request.number, 2)]
            if request.headers["if-none-match"] == etag { return [.waitForTest, .response(304, ["ETag": etag])] }
            let text = etag == "\"2\"" ? Self.text.replacing("AAPL", with: "MSFT") : Self.text
            return [.response(200, ["ETag": etag], Array(text.utf8))]
        }
        let address = server.url + "/a.ipf"
        let first = CatalogIPFDataProvider(address: address, options: options)
        await Received(first.dataPublisher).wait { $0.count == 1 }
        // In the next run, the instruments come from the catalog file while the server does not answer yet. They are
        // published only once, because nothing changes.
        let second = CatalogIPFDataProvider(address: address, options: options)
        let loading = Received(second.isLoading)
        let told = Received(second.dataPublisher)
        await told.wait { $0.count == 1 }
        #expect(loading.values == [false, true])
        server.goOn()
        await loading.wait { $0.count == 3 }
        #expect(symbols(told.values) == [["AAPL", "THYAO", "X"]])
        // The instruments are delivered again if the source has changed.
        second.refresh()
        await told.wait { $0.count == 2 }
        #expect(symbols(told.values).last == ["MSFT", "THYAO", "X"])
        #expect(loading.values == [false, true, false, true, false])
        // Instruments that were delivered earlier still read the earlier file.
        #expect(symbols(told.values).first == ["AAPL", "THYAO", "X"])
    }

    @Test func aCatalogFileIsUsedWithoutImport() async throws {
        var builder = CatalogBuilder()
        var profile = InstrumentProfile()
        (profile.type, profile.symbol) = ("STOCK", "A")
        try builder.append(profile)
        _ = try builder.write(to: folder.path("own.ipfc"))
        let provider = CatalogIPFDataProvider(catalog: folder.path("own.ipfc"))
        let told = Received(provider.dataPublisher)
        await told.wait { $0.count == 1 }
        var other = CatalogBuilder()
        profile.symbol = "B"
        try other.append(profile)
        _ = try other.write(to: folder.path("own.ipfc"))
        provider.refresh()
        await told.wait { $0.count == 2 }
        #expect(symbols(told.values) == [["A"], ["B"]])
    }

    // MARK: Failures

    static let malformed = "#STOCK::=TYPE,SYMBOL\nSTOCK,A\nSTOCK,B,C\n"

    /// Each response of the server with the resulting fault.
    @Test(
        arguments: [
            (429, "", ServerError.tooManyRequests, nil), (404, "", .noData, nil), (200, "", .noData, nil),
            (200, "##COMPLETE\n", .noData, nil), (200, "#STOCK::=TYPE,SYMBOL\nSTOCK,\n", .noData, nil),
            (200, malformed, .parseError, 3), (500, "", .unknown, nil), (403, "", .unknown, nil),
        ] as [(Int, String, ServerError, Int?)])
    func failuresAreReportedWithTheirKind(_ status: Int, _ body: String, _ kind: ServerError, _ line: Int?) async throws
    {
        let server = try LoopbackServer { _ in [.response(status, [:], Array(body.utf8))] }
        let provider = CatalogIPFDataProvider(address: "\(server.url)/a.ipf", options: options)
        let error = try #require(await failure(provider))
        #expect(error.kind == kind && error.position?.line == line, "\(error)")
    }

    /// A truncated source doesn't replace the known instruments, and the reason is reported.
    @Test func refusedSnapshotsRetainTheCurrentInstruments() async throws {
        let cut = Self.text.replacing("##COMPLETE\n", with: "").replacing(
            "STOCK,X,\"Hours that nobody knows\",,Nowhere()\n", with: "")
        let texts = [Self.text, cut, "##COMPLETE\n", Self.text]
        let server = try LoopbackServer { request in
            [.response(200, [:], Array(texts[min(request.number, 3)].utf8))]
        }
        let provider = CatalogIPFDataProvider(address: server.url + "/a.ipf", options: options)
        let told = Received(provider.dataPublisher)
        let refused = Received(provider.loadFaultChanged)
        await told.wait { $0.count == 1 }
        for count in 2...4 {
            provider.refresh()
            await refused.wait { $0.count == count }
        }
        #expect(
            refused.values.map { $0?.reason } == [
                nil,
                "\(server.url)/a.ipf: no ##COMPLETE was found, so the source may be truncated; it would have removed 1 of 3 instruments; "
                    + "the current instruments remain",
                "\(server.url)/a.ipf: it has no instruments, and would have removed 3 of 3 instruments; the current instruments remain",
                nil,
            ])
        #expect(told.values.allSatisfy { symbols([$0]) == [["AAPL", "THYAO", "X"]] })
        // If incomplete sources are allowed, the snapshot is accepted.
        var options = options
        options.rules.allowsIncomplete = true
        try Data(Self.text.utf8).write(to: folder.url.appending(path: "a.ipf"))
        options.catalogPath = folder.path("own.ipfc")
        let own = CatalogIPFDataProvider(address: folder.path("a.ipf"), options: options)
        let ownTold = Received(own.dataPublisher)
        await ownTold.wait { $0.count == 1 }
        try Data(cut.utf8).write(to: folder.url.appending(path: "a.ipf"))
        own.refresh()
        await ownTold.wait { symbols($0).last == ["AAPL", "THYAO"] }
    }

    /// The catalog's path must not be that of its source.
    @Test func theSourceIsNotOverwritten() async throws {
        try Data(Self.text.utf8).write(to: folder.url.appending(path: "a.ipf"))
        for interval in [nil, .seconds(1)] as [Duration?] {
            var options = options
            options.followInterval = interval
            options.catalogPath = folder.path("./a.ipf")
            let provider = CatalogIPFDataProvider(address: folder.path("a.ipf"), options: options)
            let told = Received(provider.dataPublisher)
            await told.wait { $0.count == 1 }
            let reason = try #require(provider.loadFault?.reason)
            #expect(symbols(told.values) == [["failure"]])
            #expect(reason.hasSuffix("a.ipf: the catalog would replace the source; use another file"))
        }
        #expect(try Data(contentsOf: folder.url.appending(path: "a.ipf")) == Data(Self.text.utf8))
    }

    @Test func invalidAddressesAreErrorsWithoutSecrets() async throws {
        let error = try #require(
            await failure(CatalogIPFDataProvider(address: "http://user:secret@", options: options)))
        #expect(error.kind == .urlError && !error.reason.contains("secret"))
        let missing = try #require(
            await failure(CatalogIPFDataProvider(address: folder.path("none.ipf"), options: options)))
        #expect(missing.kind == .noData)
        let foreign = try #require(await failure(CatalogIPFDataProvider(catalog: #filePath)))
        #expect(foreign.kind == .parseError)
        let port = try ClosedPort()
        let nobody = try #require(
            await failure(CatalogIPFDataProvider(address: "http://127.0.0.1:\(port.number)/a.ipf", options: options)))
        #expect(nobody.kind == .unknown)
    }

    /// Returns the fault of a failed load. Checks that the same kind of fault is published.
    private func failure(_ provider: CatalogIPFDataProvider) async -> LoadFault? {
        let loading = Received(provider.isLoading)
        let told = Received(provider.dataPublisher)
        await told.wait { $0.count == 1 }
        #expect(loading.values == [false, true, false])
        guard case .failure(let error)? = told.values.first else { return nil }
        #expect(error as? ServerError == provider.loadFault?.kind)
        return provider.loadFault
    }

    @Test func loadingCanBeRepeatedAfterAFailure() async throws {
        let server = try LoopbackServer { request in
            [.response(request.number == 0 ? 500 : 200, [:], Array(Self.text.utf8))]
        }
        let provider = CatalogIPFDataProvider(address: server.url + "/a.ipf", options: options)
        let told = Received(provider.dataPublisher)
        await told.wait { $0.count == 1 }
        #expect(symbols(Received(provider.dataPublisher).values) == [["failure"]])
        #expect(try await provider.load().count == 3)
        #expect(symbols(told.values) == [["failure"], ["AAPL", "THYAO", "X"]] && provider.loadFault == nil)
        // The instruments are loaded, so the server receives no further request.
        #expect(try await provider.load().count == 3)
        #expect(server.requests.count == 2)
    }

    /// While the source is unavailable, the known instruments remain, and the fault is published.
    @Test func instrumentsRemainWhileTheSourceIsUnavailable() async throws {
        let server = try LoopbackServer { request in
            [.response(request.number == 0 ? 200 : 500, [:], Array(Self.text.utf8))]
        }
        let address = server.url + "/a.ipf"
        try await CatalogIPFDataProvider(address: address, options: options).load()
        let provider = CatalogIPFDataProvider(address: address, options: options)
        let faults = Received(provider.loadFaultChanged)
        let told = Received(provider.dataPublisher)
        await faults.wait { $0.count == 2 }
        #expect(symbols(told.values) == [["AAPL", "THYAO", "X"]])
        let fault = try #require(provider.loadFault)
        #expect(fault.reason.hasPrefix(address + ": ") && fault.kind == .unknown)
        #expect(try await provider.load().count == 3)
    }

    // MARK: The current catalog

    @Test func instrumentsAreFoundBySymbolAndText() async throws {
        try Data(Self.text.utf8).write(to: folder.url.appending(path: "a.ipf"))
        let provider = CatalogIPFDataProvider(address: folder.path("a.ipf"), options: options)
        #expect(provider.catalog == nil && provider.instrument("AAPL") == nil && provider.chain("AAPL") == nil)
        #expect(try provider.search("turk").isEmpty)
        let catalog = try await provider.load()
        #expect(catalog.instrument("THYAO")?.timezone == "Asia/Istanbul" && catalog.instrument("NONE") == nil)
        #expect(provider.instrument("AAPL")?.description == "Apple Inc." && provider.instrument("aapl") == nil)
        #expect(try provider.search("turk hav").map(\.symbol) == ["THYAO"])
        #expect(throws: CatalogError.self) { try provider.search(String(repeating: "x", count: 2000)) }
    }

    @Test func chainsAreReturnedWithTheirCatalog() async throws {
        let text = """
            #OPTION::=TYPE,SYMBOL,DESCRIPTION,UNDERLYING,EXPIRATION,STRIKE,CFI
            OPTION,.C100,Call,AAPL,2026-12-18,100,OCASPS
            OPTION,.P100,Put,AAPL,2026-12-18,100,OPASPS
            ##COMPLETE

            """
        try Data(text.utf8).write(to: folder.url.appending(path: "a.ipf"))
        let provider = CatalogIPFDataProvider(address: folder.path("a.ipf"), options: options)
        try await provider.load()
        let (chain, catalog) = try #require(provider.chain("AAPL"))
        let strike = try #require(chain.series.first?.strikes.first)
        #expect(strike.call.map(catalog.symbol(at:)) == ".C100" && strike.put.map(catalog.symbol(at:)) == ".P100")
        #expect(provider.chain("MSFT") == nil)
    }

    /// A publisher of one instrument sends its changes, but neither changes of others nor loads without changes.
    @Test func changesOfOneInstrumentArePublished() async throws {
        let others = Self.text.replacing("Apple Inc.", with: "Apple Incorporated")
        let removed = others.replacing("STOCK,THYAO,\"Türk Hava Yolları\"", with: "STOCK,OTHER,\"Other\"")
        let texts = [Self.text, others, removed]
        let server = try LoopbackServer { request in
            [.response(200, [:], Array(texts[min(request.number, 2)].utf8))]
        }
        let provider = CatalogIPFDataProvider(address: server.url + "/a.ipf", options: options)
        let loading = Received(provider.isLoading)
        let turkish = Received(provider.changes(of: "THYAO"))
        let apple = Received(provider.changes(of: "AAPL"))
        await apple.wait { $0.count == 1 }
        await loading.wait { $0.count == 3 }
        provider.refresh()
        await apple.wait { $0.count == 2 }
        await loading.wait { $0.count == 5 }
        provider.refresh()
        await turkish.wait { $0.count == 2 }
        #expect(turkish.values.map { $0?.description } == ["Türk Hava Yolları", nil])
        #expect(apple.values.map { $0?.description } == ["Apple Inc.", "Apple Incorporated"])
        #expect(Received(provider.changes(of: "NONE")).values == [nil])
    }

    @Test func loadingCanBeCanceled() async throws {
        let server = try LoopbackServer { _ in [.stall] }
        let provider = CatalogIPFDataProvider(address: server.url + "/a.ipf", options: options)
        let task = Task { try await provider.load().count }
        await server.waitForRequests(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: Instruments of a chart

    /// Instruments of any provider are indexed by symbol. They remain if a later load fails.
    @Test func anyProviderGivesInstrumentsBySymbol() async throws {
        struct Own: IPFDataProvider {
            let results = CurrentValueSubject<Result<[Instrument], any Error>, Never>(.failure(ServerError.noData))
            var dataPublisher: AnyPublisher<Result<[Instrument], any Error>, Never> { results.eraseToAnyPublisher() }
            var isLoading: AnyPublisher<Bool, Never> { Just(false).eraseToAnyPublisher() }
        }
        let own = Own()
        let data = DataProvider(ipfDataProvider: own)
        #expect(data.instruments.isEmpty && data.instrument("A") == nil)
        own.results.send(.success([Instrument(type: "STOCK", symbol: "A"), Instrument(type: "STOCK", symbol: "B")]))
        own.results.send(.failure(ServerError.unknown))
        #expect(data.instrument("B")?.symbol == "B" && data.instrument("C") == nil && data.instruments.count == 2)
        own.results.send(.success([Instrument(type: "STOCK", symbol: "C")]))
        #expect(data.instrument("C")?.symbol == "C" && data.instrument("B") == nil)
    }

    /// A catalog is queried by its own index. Only `DataProvider` starts its load.
    @Test func aCatalogIsQueriedByItsOwnIndex() async throws {
        try Data(Self.text.utf8).write(to: folder.url.appending(path: "a.ipf"))
        let provider = CatalogIPFDataProvider(address: folder.path("a.ipf"), options: options)
        let data = DataProvider(ipfDataProvider: provider)
        await Received(provider.isLoading).wait { $0.last == false && provider.catalog != nil }
        #expect(data.instrument("AAPL")?.description == "Apple Inc." && data.instruments.count == 3)
    }

    @Test func malformedRecordsCanBeSkipped() async throws {
        try Data(Self.malformed.utf8).write(to: folder.url.appending(path: "a.ipf"))
        var options = options
        options.skipsMalformed = true
        let told = Received(CatalogIPFDataProvider(address: folder.path("a.ipf"), options: options).dataPublisher)
        await told.wait { $0.count == 1 }
        #expect(symbols(told.values) == [["A"]])
    }

    /// The server accepts one connection at a time. It serves the second one, so the first must have been canceled.
    @Test func loadingEndsWithTheLastSubscriber() async throws {
        let server = try LoopbackServer { request in
            request.number == 0 ? [.stall] : [.response(200, [:], Array(Self.text.utf8))]
        }
        var provider: CatalogIPFDataProvider? = CatalogIPFDataProvider(address: server.url + "/a.ipf", options: options)
        var told: Received<Told>? = Received(provider!.dataPublisher)
        await server.waitForRequests(1)
        // Only the subscription keeps the provider alive.
        provider = nil
        #expect(told?.values.isEmpty == true)
        told = nil
        let second = Received(CatalogIPFDataProvider(address: server.url + "/a.ipf", options: options).dataPublisher)
        await second.wait { $0.count == 1 }
        #expect(server.requests.count == 2)
    }
}
