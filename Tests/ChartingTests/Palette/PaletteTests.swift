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
    func hexGoesBothWays(_ text: String, _ rgba: UInt32, _ hex: String) throws {
        let color = try #require(ChartColor(text))
        #expect(color.rgba == rgba && color.hex == hex && "\(color)" == hex)
        #expect(try JSONDecoder().decode([ChartColor].self, from: JSONEncoder().encode([color])) == [color])
        #expect(ChartColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) == color)
    }

    @Test(arguments: [
        "", "#", "#12", "#12345", "#1234567", "#123456789", "red", "#GG0000", "##FF0000", "#FF 000", "#+F0000", "#١٢٣",
    ])
    func otherTextIsNoColour(_ text: String) {
        #expect(ChartColor(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ChartColor.self, from: JSONEncoder().encode(text))
        }
    }

    @Test func partsAreLimited() {
        #expect(ChartColor(red: -1, green: 2, blue: .nan, alpha: .infinity) == "#00FF00")
        #expect(ChartColor("#123456").with(alpha: 0.5) == "#12345680")
    }

    @Test func thePaletteIsKeptEachColourOnceAndToldWhenItChanges() {
        let storage = InMemoryStorage()
        let provider = StoredColorPaletteProvider(storage: storage, defaults: ["#F00", "#FF0000", "#00F"])
        let received = Received(provider.palette)
        provider.addColor("#ff0000")
        provider.removeColor("#ABCDEF")
        provider.addColor("#0F0")
        provider.removeColor("#F00")
        #expect(received.values == [["#F00", "#00F"], ["#F00", "#00F", "#0F0"], ["#00F", "#0F0"]])
        #expect(Received(StoredColorPaletteProvider(storage: storage).palette).values == [["#00F", "#0F0"]])
        provider.reset()
        #expect(provider.colors == ["#F00", "#00F"])
    }

    @Test(
        arguments: [
            ("[\"#F00\", \"#f00\", \"red\", 5, \"#0000FFFF\"]", ["#F00", "#00F"]), ("[]", []), ("{}", ["#111"]),
            ("[", ["#111"]),
        ] as [(String, [ChartColor])])
    func whatIsStoredCountsAsFarAsItIsColours(_ text: String, _ colors: [ChartColor]) {
        let provider = StoredColorPaletteProvider(
            storage: InMemoryStorage(texts: ["palette": text]), defaults: ["#111"])
        #expect(provider.colors == colors)
    }

    @Test func allChartsShareOneProvider() {
        let manager = ChartResourceManager()
        let received = Received(manager.palette)
        manager.colorPaletteProvider.addColor("#010203")
        let kept = StoredColorPaletteProvider(storage: InMemoryStorage(), defaults: ["#111"])
        manager.colorPaletteProvider = kept
        manager.colorPaletteProvider.addColor("#222")
        #expect(
            received.values == [
                ChartResourceManager.defaultPaletteColors, ChartResourceManager.defaultPaletteColors + ["#010203"],
                ["#111"],
                ["#111", "#222"],
            ])
        #expect(Set(ChartResourceManager.defaultPaletteColors).count == ChartResourceManager.defaultPaletteColors.count)
        #expect(ChartResourceManager.shared.colorPaletteProvider === ChartResourceManager.shared.colorPaletteProvider)
    }
}
