import Foundation
import PersistenceSettings
import TestSupport
import Testing

@Suite struct PersistenceSettingsTests {
    enum Theme: String, Codable, Sendable { case dark, light }

    @Test func aSettingIsStoredPublishedAndFormatted() throws {
        let storage = InMemoryStorage()
        let theme = StoredSetting(
            titleString: "Theme", infoString: "Of all charts", key: "theme", defaultValue: Theme.dark, storage: storage,
            formatter: { $0.rawValue.capitalized })
        let values = Received(theme.valueChanged)
        let texts = Received(theme.formattedValueChanged)
        theme.value = .light
        theme.value = .light
        #expect(values.values == [.dark, .light])
        #expect(texts.values == ["Dark", "Light"])
        #expect(theme.formattedValueString == "Light" && theme.titleString == "Theme")
        #expect(!theme.isNumeric && !theme.isAtMin && !theme.isAtMax)
        theme.increase()
        #expect(theme.value == .light && theme.defaultValue == .dark)
        // In the next run, the short initializer reads the stored value.
        let again = StoredSetting(key: "theme", defaultValue: Theme.dark, storage: storage)
        #expect(again.value == .light && again.titleString == "theme" && again.formattedValueString == "light")
        // Another part of the program changes the value.
        try storage.setObject(Theme.dark, forKey: "theme")
        theme.reload()
        #expect(values.values == [.dark, .light, .dark])
    }

    @Test func unreadableValuesGiveTheDefaultAndAreSetAside() throws {
        let storage = InMemoryStorage(texts: ["theme": "\"purple\""])
        let theme = StoredSetting(key: "theme", defaultValue: Theme.dark, storage: storage)
        #expect(theme.value == .dark && theme.storageFault?.kind == .corrupt)
        #expect(storage.allTexts == ["theme": "\"purple\""])
        theme.value = .light
        #expect(theme.storageFault == nil)
        #expect(storage.allTexts == ["theme": "\"light\"", "theme.corrupt": "\"purple\""])
    }

    @Test func valuesRefusedByTheStoreAreUsedAndReported() throws {
        let folder = try TemporaryFolder()
        let storage = try FileStorage(folder: folder.path("store"))
        let flag = FlagSetting(key: "grid", defaultValue: false, storage: storage)
        try FileManager.default.removeItem(atPath: folder.path("store"))
        flag.toggle()
        #expect(flag.isSet && flag.storageFault?.kind == .io)
        try FileManager.default.createDirectory(atPath: folder.path("store"), withIntermediateDirectories: true)
        flag.toggle()
        #expect(!flag.isSet && flag.storageFault == nil && flag.formattedValueString == "Off")
        // NaN, which JSON can't represent, doesn't cause a hang.
        let ratio = StoredSetting(key: "ratio", defaultValue: 1.0, storage: storage)
        ratio.value = .nan
        ratio.value = 2
        #expect(ratio.value == 2 && ratio.storageFault == nil)
    }

    /// The assigned number, and the number that is stored.
    @Test(arguments: [
        (5, 5), (0, 1), (-7, 1), (20, 20), (21, 20), (Int.max, 20), (Int.min, 1),
    ]) func numbersAreLimitedToTheRange(_ set: Int, _ value: Int) throws {
        let storage = InMemoryStorage()
        try storage.setObject(set, forKey: "found")
        let found = NumericStoredSetting(key: "found", defaultValue: 14, min: 1, max: 20, step: 5, storage: storage)
        #expect(found.value == value)
        let length = NumericStoredSetting(key: "length", defaultValue: 14, min: 1, max: 20, step: 5, storage: storage)
        length.value = set
        #expect(length.value == value)
        #expect(length.isNumeric && length.isAtMin == (value == 1) && length.isAtMax == (value == 20))
        #expect(length.formattedValueString == "\(value)")
    }

    @Test func stepsEndAtTheLimits() {
        let length = NumericStoredSetting(
            key: "length", defaultValue: 99, min: 1, max: 20, step: 5, storage: InMemoryStorage())
        #expect(length.defaultValue == 20)
        length.value = 14
        let received = Received(length.valueChanged)
        for _ in 0..<3 { length.increase() }
        for _ in 0..<5 { length.decrease() }
        #expect(received.values == [14, 19, 20, 15, 10, 5, 1])
        let byte = NumericStoredSetting(
            key: "byte", defaultValue: UInt8(250), min: 0, max: 255, step: 10, storage: InMemoryStorage())
        byte.increase()
        #expect(byte.value == 255 && byte.isAtMax)
        byte.value = 3
        byte.decrease()
        #expect(byte.value == 0 && byte.isAtMin)
    }

    @Test func fractionalStepsAreRounded() {
        let factor = NumericStoredSetting(
            key: "factor", defaultValue: 0.0, min: 0, max: 1, step: 0.1, storage: InMemoryStorage())
        let received = Received(factor.formattedValueChanged)
        for _ in 0..<11 { factor.increase() }
        #expect(received.values == ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"])
        factor.value = 0.25
        factor.increase()
        #expect(factor.value == 0.35)
        factor.value = .nan
        #expect(factor.value == 0)
        factor.value = .infinity
        #expect(factor.value == 1)
    }

    @Test func userDefaultsStorePlainValues() throws {
        let folder = try TemporaryFolder()
        defer { StorageTests.removeSuite(folder) }
        let suite = "swift-ipf-tests-\(folder.url.lastPathComponent)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        let length = NumericUserDefaultsSetting(
            titleString: "Length", key: "length", defaultValue: 14, min: 1, max: 200, step: 1, userDefaults: defaults,
            formatter: { "\($0) bars" })
        length.increase()
        #expect(defaults.integer(forKey: "length") == 15)
        #expect(length.formattedValueString == "15 bars" && length.key == "length")
        defaults.set(9999, forKey: "length")
        length.reload()
        #expect(length.value == 200)
        let theme = UserDefaultsSetting(key: "theme", defaultValue: Theme.dark, userDefaults: defaults)
        theme.value = .light
        #expect(UserDefaultsSetting(key: "theme", defaultValue: Theme.dark, userDefaults: defaults).value == .light)
        let settings: [any UserDefaultsSettingBase] = [length, theme]
        #expect(settings.map(\.key) == ["length", "theme"])
    }

    /// Concurrent toggles and increments are not lost, and the store contains the last value.
    @Test func concurrentChangesAreNotLost() throws {
        let storage = InMemoryStorage()
        let count = NumericStoredSetting(key: "n", defaultValue: 0, min: 0, max: 10_000, step: 1, storage: storage)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in for _ in 0..<250 { count.increase() } }
        #expect(count.value == 1000)
        #expect(try storage.getObject(forKey: "n", castTo: Int.self) == 1000)
    }

    /// A subclass that restricts its values in its own way.
    final class EvenSetting: StoredSetting<Int>, @unchecked Sendable {
        override func limited(_ value: Int) -> Int { value - value % 2 }
        override func format(value: Int) -> String { "even \(value)" }
    }

    @Test func subclassesLimitAndFormat() {
        let even = EvenSetting(key: "even", defaultValue: 2, storage: InMemoryStorage(texts: ["even": "7"]))
        #expect(even.value == 6 && even.formattedValueString == "even 6")
    }
}
