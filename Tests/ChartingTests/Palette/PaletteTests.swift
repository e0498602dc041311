import Charting
import Foundation
import TestSupport
import Testing

@Suite struct PaletteTests {
    @Test(
        arguments: [
            ("#FF8800", 0xFF88_00FF, "#FF8800"), ("ff8800", 0xFF88_00FF, "#FF8800"), ("#f80", 0xFF88_00FF, "#FF8800"),
            ("#FF880080", 0xFF88_0080, "#FF880080"), ("f808", 0xFF88_0088, "#FF880088"), ("#00000000", 0, "#00000000"),
            ("#FFFFFFFF", 0xFFFF_FFFF, "#FFFFFF"),
        ] as [(String, UInt32, String)])
    func hexTextsRoundTrip(_ text: String, _ rgba: UInt32, _ hex: String) throws {
        let color = try #require(ChartColor(text))
        #expect(color.rgba == rgba && color.description == hex)
        #expect(try JSONDecoder().decode([ChartColor].self, from: JSONEncoder().encode([color])) == [color])
        #expect(ChartColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) == color)
    }

    @Test(arguments: [
        "", "#", "#12", "#12345", "#1234567", "#123456789", "red", "#GG0000", "##FF0000", "#FF 000", "#+F0000", "#١٢٣",
    ])
    func otherTextsAreNotColors(_ text: String) {
        #expect(ChartColor(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ChartColor.self, from: JSONEncoder().encode(text))
        }
    }

    @Test func componentsAreLimited() throws {
        #expect(ChartColor(red: -1, green: 2, blue: .nan, alpha: .infinity) == Self.green)
        #expect(try #require(ChartColor("#123456")).with(alpha: 0.5).description == "#12345680")
        #expect(ChartColor(cgColor: Self.green.cgColor) == Self.green)
    }

    static let red = ChartColor(rgba: 0xFF00_00FF)
    static let green = ChartColor(rgba: 0x00FF_00FF)
    static let blue = ChartColor(rgba: 0x0000_FFFF)
    static let grey = ChartColor(rgba: 0x1111_11FF)

    @Test func distinctColorsAreStoredAndPublished() {
        let storage = InMemoryStorage()
        let provider = StoredColorPaletteProvider(
            storage: storage, defaults: [Self.red, Self.red, Self.blue], onMainThread: false)
        let received = Received(provider.palette)
        provider.addColor(Self.red)
        provider.removeColor(Self.grey)
        provider.addColor(Self.green)
        provider.removeColor(Self.red)
        #expect(
            received.values == [[Self.red, Self.blue], [Self.red, Self.blue, Self.green], [Self.blue, Self.green]])
        #expect(StoredColorPaletteProvider(storage: storage).colors == [Self.blue, Self.green])
        provider.reset()
        #expect(provider.colors == [Self.red, Self.blue])
    }

    @Test func twoProvidersOfOneStoreRetainBothChanges() {
        let storage = InMemoryStorage()
        let first = StoredColorPaletteProvider(storage: storage, defaults: [])
        let second = StoredColorPaletteProvider(storage: storage, defaults: [])
        first.addColor(Self.red)
        second.addColor(Self.green)
        first.reload()
        #expect(first.colors == [Self.red, Self.green] && second.colors == first.colors)
    }

    @Test(
        arguments: [
            ("[\"#F00\", \"#f00\", \"red\", 5, \"#0000FFFF\"]", [red, blue]), ("[]", []), ("{}", [grey]), ("[", [grey]),
        ] as [(String, [ChartColor])])
    func storedValuesThatAreNotColorsAreIgnored(_ text: String, _ colors: [ChartColor]) {
        let provider = StoredColorPaletteProvider(
            storage: InMemoryStorage(texts: ["palette": text]), defaults: [Self.grey])
        #expect(provider.colors == colors)
    }

    @Test func theManagerPublishesThePaletteOfItsProvider() {
        let manager = ChartResourceManager(onMainThread: false)
        let received = Received(manager.palette)
        manager.colorPaletteProvider.addColor(Self.red)
        manager.colorPaletteProvider = StoredColorPaletteProvider(
            storage: InMemoryStorage(), defaults: [Self.grey], onMainThread: false)
        manager.colorPaletteProvider.addColor(Self.blue)
        let own = manager.defaultPaletteColors
        #expect(received.values == [own, own + [Self.red], [Self.grey], [Self.grey, Self.blue]])
        #expect(Set(own).count == own.count && own == DXChartApp.resourceManager.defaultPaletteColors)
    }

    // MARK: The main thread

    /// An object like a view: it is on the main actor, and reads the colors when it is created.
    @MainActor final class Swatches {
        private(set) var shown: [[CGColor]] = []
        private var subscription: AnyCancellable?

        init(_ palette: AnyPublisher<[CGColor], Never>) {
            subscription = palette.sink { @Sendable [weak self] colors in
                MainActor.assumeIsolated { self?.shown.append(colors) }
            }
        }
    }

    @MainActor @Test func anOwnerOnTheMainActorReceivesImmediately() {
        let provider = StoredColorPaletteProvider(storage: InMemoryStorage(), defaults: [Self.red])
        let manager = ChartResourceManager(colorPaletteProvider: provider)
        let swatches = [Swatches(provider.palette), Swatches(manager.palette)]
        provider.addColor(Self.blue)
        for swatches in swatches { #expect(swatches.shown == [[Self.red], [Self.red, Self.blue]]) }
    }

    /// Changes by other threads arrive as tasks on the main actor. The last change always arrives, none arrives twice,
    /// and they arrive in order.
    @MainActor @Test(.timeLimit(.minutes(60))) func changesOfOtherThreadsArriveOnTheMainThread() async {
        let provider = StoredColorPaletteProvider(storage: InMemoryStorage(), defaults: [])
        let swatches = Swatches(provider.palette)
        let colors = (1...200).map { ChartColor(rgba: $0) }
        await Task.detached { for color in colors { provider.addColor(color) } }.value
        while swatches.shown.last?.count != colors.count { await Task.yield() }
        #expect(swatches.shown.allSatisfy { colors.starts(with: $0) })
        #expect(zip(swatches.shown, swatches.shown.dropFirst()).allSatisfy { $0.count < $1.count })
    }
}
