import Charting
import Foundation
import TestSupport
import Testing

/// Settings and palettes whose stored text was written by another version or edited by hand.
@Suite struct KeptSettingsTests {
    private static let key = "chart.settings"

    /// A text, the message of its fault, and the part that is still valid.
    static let unreadable: [(text: String, fault: String, candleStyle: Chart.CandleStyle)] = [
        // The text is JSON, but not an object.
        ("[]", "the store contains no", .candle), ("3", "the store contains no", .candle),
        ("{", "the store contains no", .candle),
        // Unknown values don't invalidate the other values.
        (
            #"{"candleStyle": "renko", "future": {"a": [1, 0.1, null]}}"#, "found “renko” for candleStyle, expected",
            .candle
        ),
        (#"{"candleStyle": "line", "theme": 7}"#, "found 7 for theme, expected", .line),
        (#"{"candleStyle": "line", "timezone": "Mars/Olympus"}"#, "found “Mars/Olympus” for timezone, expected", .line),
        (#"{"candleStyle": "line", "flags": 3}"#, "found 3 for flags, expected", .line),
        (#"{"candleStyle": "line", "flags": {"volume": "no"}}"#, "found “no” for flags.volume, expected", .line),
        (
            #"{"candleStyle": "line", "colors": {"up": "red", "down": []}}"#,
            "found “red” for colors.up, a list for colors.down, expected", .line
        ),
        (
            #"{"candleStyle": "line", "heldBack": {"extendedHours": 1}}"#, "found an object for heldBack, expected",
            .line
        ),
        (#"{"candleStyle": "line", "future": 1e999}"#, "found a value for future, expected", .line),
    ]

    @Test(arguments: unreadable)
    func settingsThatCannotBeReadAreReportedAndSetAside(
        _ text: String, _ fault: String, _ candleStyle: Chart.CandleStyle
    ) {
        let storage = InMemoryStorage(texts: [Self.key: text])
        let store = ChartSettingsStore(storage: storage, onMainThread: false)
        #expect(store.settings.candleStyle == candleStyle)
        #expect(store.storageFault?.kind == .corrupt && store.storageFault?.reason.contains(fault) == true)
        // Nothing is written before a change.
        store.update { $0 }
        #expect(storage.allTexts == [Self.key: text])
        store.update { $0.applying(.theme(.light)) }
        #expect(storage.allTexts["\(Self.key).corrupt"] == text)
        #expect(
            store.storageFault == nil && store.settings.theme == .light && store.settings.candleStyle == candleStyle)
        #expect(ChartSettingsStore(storage: storage).settings == store.settings)
    }

    @Test func aResetSetsDamagedSettingsAsideToo() {
        let text = #"{"candleStyle": "renko"}"#
        let storage = InMemoryStorage(texts: [Self.key: text])
        let store = ChartSettingsStore(storage: storage, onMainThread: false)
        store.resetSettings()
        #expect(storage.allTexts["\(Self.key).corrupt"] == text && store.storageFault == nil)
    }

    /// Another process damages the stored text, and this process gets no notification.
    @Test func damageIsSetAsideWhenAChangeIsWritten() throws {
        let folder = try TemporaryFolder()
        let store = ChartSettingsStore(storage: try FileStorage(folder: folder.url), onMainThread: false)
        let text = #"{"candleStyle": "renko", "priceType": "bid"}"#
        try Data(text.utf8).write(to: folder.url.appending(path: "chart.settings.json"))
        store.update { $0.applying(.theme(.light)) }
        let aside = folder.url.appending(path: "chart.settings.json.corrupt")
        #expect(try String(contentsOf: aside, encoding: .utf8) == text)
        #expect(store.settings.priceType == .bid && store.settings.theme == .light)
    }

    @Test func membersOfOtherVersionsArePreserved() throws {
        let others = """
            {"future": {"a": [1, 0.1, null, true, 12345678901234567890], "b": "c"},
             "flags": {"sparkle": true, "volume": false}, "colors": {"halo": "#000000", "up": "#010203"},
             "conditions": {"hasExtendedHours": true, "hasSessionBreaks": true, "isWeekend": false},
             "heldBack": {"extendedHours": false, "sessionBreaks": false, "x": 1}}
            """
        let storage = InMemoryStorage(texts: [Self.key: others])
        let store = ChartSettingsStore(storage: storage, onMainThread: false)
        #expect(store.storageFault == nil)
        store.update { $0.applying(.candleStyle(.line)).applying(.color(.up, nil)) }
        store.resetSettings()
        store.settingsDidChanged(store.settings.applying(.theme(.light)))
        #expect(storage.allTexts.keys.sorted() == [Self.key])
        let kept = try #require(storage.allTexts[Self.key])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(kept.utf8)) as? [String: Any])
        func members(_ name: String) -> [String: Any] { object[name] as? [String: Any] ?? [:] }
        #expect(kept.contains("12345678901234567890") && kept.contains("0.1,"))
        #expect(members("future")["b"] as? String == "c" && (members("future")["a"] as? [Any])?.count == 5)
        #expect(members("flags")["sparkle"] as? Bool == true && members("flags")["volume"] as? Bool == true)
        #expect(members("colors")["halo"] as? String == "#000000" && members("colors")["up"] == nil)
        #expect(members("conditions")["isWeekend"] as? Bool == false && members("heldBack")["x"] as? Int == 1)
        #expect(object["candleStyle"] as? String == "candle" && object["theme"] as? String == "light")
    }

    /// Reading the settings has no effect on a later change by another process.
    @Test func readingSettingsHasNoEffect() {
        let storage = InMemoryStorage()
        let stores = (0..<2).map { _ in ChartSettingsStore(storage: storage, onMainThread: false) }
        let late = stores[0].settings.applying(.flag(.highLow, true))
        stores[1].update { $0.applying(.scaleType(.logarithmic)) }
        _ = stores[0].settings
        _ = ChartSettings.makeScreen(delegate: stores[0], dataSource: stores[0])
        stores[0].settingsDidChanged(late)
        #expect(stores[0].settings.scaleType == .logarithmic && stores[0].settings.highLow)
    }

    /// The stored text changes without a notification, as if the system has not yet reported another process's change.
    @Test func anUpdateReadsAgainBeforeItWrites() throws {
        let folder = try TemporaryFolder()
        let store = ChartSettingsStore(storage: try FileStorage(folder: folder.url), onMainThread: false)
        store.update { $0.applying(.theme(.light)) }
        try Data(#"{"candleStyle": "line", "theme": "light"}"#.utf8)
            .write(to: folder.url.appending(path: "chart.settings.json"))
        store.update { $0.applying(.flag(.highLow, true)) }
        #expect(store.settings.candleStyle == .line && store.settings.theme == .light && store.settings.highLow)
    }

    @Test(
        arguments: [
            (#"["#, "the store contains no", []), (#"{"a": 1}"#, "the store contains no", []),
            (##"["#F00", "red", 5]"##, "found “red” at [1] and 1 more, expected colors", [0xFF00_00FF]),
            (##"["#F00", {"p3": [1, 0, 0]}]"##, "found an object at [1], expected colors", [0xFF00_00FF]),
        ] as [(String, String, [UInt32])])
    func palettesThatCannotBeReadAreReportedAndSetAside(_ text: String, _ fault: String, _ colors: [UInt32]) {
        let storage = InMemoryStorage(texts: ["palette": text])
        let provider = StoredColorPaletteProvider(storage: storage, defaults: [], onMainThread: false)
        #expect(provider.colors.map(\.rgba) == colors)
        #expect(provider.storageFault?.kind == .corrupt && provider.storageFault?.reason.contains(fault) == true)
        #expect(storage.allTexts == ["palette": text])
        provider.addColor(ChartColor(rgba: 0xFF).cgColor)
        #expect(storage.allTexts["palette.corrupt"] == text && provider.storageFault == nil)
        #expect(provider.colors.map(\.rgba) == colors + [0xFF])
    }
}
