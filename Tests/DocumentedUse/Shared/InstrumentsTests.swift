import DXChart
import Foundation
import Testing

/// A custom provider like that of the article about instruments: it loads on demand and in the background, and stores
/// the result.
final class ListProvider: DXChart.IPFDataProvider {
    typealias ListResult = Result<[DXChart.Instrument], Error>
    let address: String
    private var instruments: [Instrument]?
    private var loading = PassthroughSubject<Bool, Never>()
    var isLoading: AnyPublisher<Bool, Never> {
        loading.eraseToAnyPublisher()
    }
    lazy var dataPublisher: AnyPublisher<ListResult, Never> = Deferred { [weak self] in
        Future<ListResult, Never> { promise in
            guard let self else { return promise(.success(.failure(ServerError.noData))) }
            if let instruments = self.instruments {
                return promise(.success(.success(instruments)))
            }
            DispatchQueue.global(qos: .userInitiated).async {
                self.loading.send(true)
                defer { self.loading.send(false) }
                do {
                    guard let profiles = try readProfiles(self.address) else {
                        return promise(.success(.failure(ServerError.noData)))
                    }
                    let instruments = profiles.map { profile in
                        Instrument(
                            type: profile.type,
                            symbol: profile.symbol,
                            description: profile.description,
                            timezone: profile.tradingHours.zone ?? "America/New_York",
                            priceIncrements: profile.priceIncrements
                        )
                    }
                    self.instruments = instruments
                    return promise(.success(.success(instruments)))
                } catch {
                    return promise(.success(.failure(ServerError.unknown)))
                }
            }
        }
    }.eraseToAnyPublisher()

    init(_ address: String) {
        self.address = address
    }
}

extension String {
    /// The time zone that `tz=` names in the trading hours.
    fileprivate var zone: String? {
        components(separatedBy: "tz=").dropFirst().first?.components(separatedBy: ";").first
    }
}

private struct Unreadable: Error {}

/// Reads the profiles, as an application would with its own code; `nil` if the text is missing.
private func readProfiles(_ address: String) throws -> [InstrumentProfile]? {
    switch address {
    case "list":
        var profile = InstrumentProfile()
        profile.type = "STOCK"
        profile.symbol = "THYAO:TR"
        profile.description = "Türk Hava Yolları"
        profile.priceIncrements = "0.01 20; 0.02"
        profile.tradingHours = "BIST(name=BIST;tz=Asia/Istanbul;0=10001800)"
        return [profile]
    case "nothing": return nil
    default: throw Unreadable()
    }
}

/// A provider that is a structure.
struct FixedProvider: IPFDataProvider {
    var dataPublisher: AnyPublisher<Result<[Instrument], Error>, Never> {
        Just(.success([Instrument(type: "FOREX", symbol: "EUR/USD")])).eraseToAnyPublisher()
    }
    var isLoading: AnyPublisher<Bool, Never> {
        Just(false).eraseToAnyPublisher()
    }
}

/// An exhaustive switch over all cases.
private func advice(_ error: ServerError) -> String {
    switch error {
    case .unknown: return "again"
    case .noData: return "nothing there"
    case .parseError: return "unreadable"
    case .urlError: return "address"
    case .tooManyRequests: return "later"
    }
}

struct InstrumentsTests {
    private func result(of provider: IPFDataProvider) async -> Result<[Instrument], Error> {
        var subscription: AnyCancellable?
        defer { subscription?.cancel() }
        return await withCheckedContinuation { continuation in
            subscription = provider.dataPublisher.first().sink { @Sendable result in
                continuation.resume(returning: result)
            }
        }
    }

    private func error(of provider: IPFDataProvider) async -> String {
        do {
            return "found \(try await result(of: provider).get().count)"
        } catch ServerError.noData {
            return "no data"
        } catch let error as ServerError {
            return advice(error)
        } catch {
            return "another error"
        }
    }

    @Test func customProvidersPublishInstruments() async throws {
        let provider = ListProvider("list")
        let instruments = try await result(of: provider).get()
        #expect(instruments.map(\.symbol) == ["THYAO:TR"] && instruments[0].timezone == "Asia/Istanbul")
        #expect(try await result(of: provider).get() == instruments)
        #expect(await error(of: ListProvider("nothing")) == "no data")
        #expect(await error(of: ListProvider("elsewhere")) == "again")
    }

    @Test func aProviderCanBeAStructure() async throws {
        let instruments = try await result(of: FixedProvider()).get()
        #expect(instruments.map(\.type) == ["FOREX"])
        #expect(DXChart.DataProvider(ipfDataProvider: FixedProvider()).instrument("EUR/USD")?.symbol == "EUR/USD")
    }

    @Test func theIncludedProviderReportsItsErrors() async throws {
        #expect(await error(of: CatalogIPFDataProvider(address: "http://user@")) == "address")
        #expect(await error(of: CatalogIPFDataProvider(catalog: "no such file")) == "no data")
    }

    @Test func propertiesOfAnInstrumentCanBeSet() throws {
        var instrument = Instrument(
            type: "CRYPTO",
            symbol: "BTC/USD",
            description: "Bitcoin",
            timezone: "America/New_York",
            priceIncrements: "0.01"
        )
        #expect(instrument.schedule == nil)
        instrument.type = "INDEX"
        instrument.symbol = "BTC"
        instrument.description = "Bitcoin index"
        instrument.timezone = "Europe/Berlin"
        instrument.priceIncrements = "0.1"
        instrument.schedule = try Trading.Schedule("Own(name=Own;tz=Europe/Berlin;0=09001730)")
        let data = try JSONEncoder().encode([instrument])
        let decoded = try JSONDecoder().decode([Instrument].self, from: data)
        #expect(decoded == [instrument] && decoded[0].timezone == "Europe/Berlin")
    }

    @available(*, deprecated, message: "names the deprecated name")
    @Test func theArticlesNamesAreThoseOfThisLibrary() async throws {
        let provider = DXFeedIPFDataProvider("/nothing")
        await #expect(throws: (any Error).self) { try await provider.load() }
        let manager: DXCResourceManager = DXChartApp.resourceManager
        #expect(!manager.defaultPaletteColors.isEmpty)
    }

    @Test func hoursThatAProviderStoredBecomeSchedules() throws {
        let storage = DataStorage.shared
        storage.setTradingHours(symbol: "STORED", tradingHours: "BIST(name=BIST;tz=Asia/Istanbul;hd=TR;0=10001800)")
        storage.setTradingHours(symbol: "BROKEN", tradingHours: "BIST(0=")
        #expect(storage.schedule("STORED")?.zone.id == "Asia/Istanbul")
        #expect(storage.schedule("BROKEN") == nil)
        #expect(storage.schedule("NONE") == nil)
    }

    @Test func theEarlierNameIsTheSameType() {
        let instrument: InstrumentData = Instrument(type: "STOCK", symbol: "GOOG")
        #expect(instrument.symbol == "GOOG")
    }
}
