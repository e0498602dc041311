import Foundation
import PersistenceSettings
import Testing

/// The article about settings: the calls of its samples with user defaults, and custom settings.
struct PersistenceSettingsArticleTests {
    private let key = "swift-ipf.documented-use.\(UUID())"

    private func remove() { UserDefaults.forget(key) }

    @Test func stepsAreLimitedToTheRange() {
        defer { remove() }
        let rows = NumericUserDefaultsSetting<Int>(
            titleString: "Rows", infoString: "Rows of the watchlist", key: key, defaultValue: 4, min: 2, max: 9, step: 3
        )
        rows.increase()
        #expect(rows.value == 7)
        rows.increase()
        #expect(rows.value == 9 && rows.isAtMax && rows.isNumeric)
        rows.value = 2
        #expect(rows.isAtMin && rows.formattedValueString == "2" && rows.infoString == "Rows of the watchlist")
        rows.step = 1
        rows.increase()
        #expect(rows.value == 3 && UserDefaults.standard.integer(forKey: key) == 3)
        let again = NumericUserDefaultsSetting<Int>(key: key, defaultValue: 4, min: 2, max: 9, step: 3)
        #expect(again.value == 3 && again.key == key)
    }

    @Test func settingsHaveATitleAndADescription() {
        defer { remove() }
        let name = UserDefaultsSetting<String>(
            titleString: "Name", infoString: "Of the layout", key: key, defaultValue: "first")
        let listed: UserDefaultsSettingBase = name
        #expect(listed.titleString == "Name" && listed.infoString == "Of the layout" && listed.key == key)
        #expect(!listed.isNumeric && !listed.isAtMin && !listed.isAtMax && listed.formattedValueString == "first")
    }

    @Test func changesArePublishedAsValuesAndTexts() {
        defer { remove() }
        let rows = NumericUserDefaultsSetting<Double>(key: key, defaultValue: 1, min: 0, max: 2, step: 0.5)
        var values: [Double] = []
        var texts: [String] = []
        let subscriptions = [
            rows.valueChanged.sink { values.append($0) }, rows.formattedValueChanged.sink { texts.append($0) },
        ]
        rows.increase()
        rows.decrease()
        rows.value = 2
        #expect(values == [1, 1.5, 1, 2] && texts == ["1", "1.5", "1", "2"])
        #expect(rows.format(value: 0.5) == "0.5" && rows.titleString == key && rows.infoString == "")
        for subscription in subscriptions { subscription.cancel() }
    }

    /// A flag is a Boolean setting, usable in a list of any settings.
    @Test func aFlagIsABooleanSetting() {
        defer { remove() }
        let flag = UserDefaultsSetting<Bool>(key: key, defaultValue: true)
        func turnOff<Flag: PersistenceSettingFlag>(_ flag: Flag) -> Bool {
            flag.toggle()
            let setting: any PersistenceSetting<Bool> = flag
            return flag.isSet || setting.value || setting.format(value: false) != "Off"
        }
        #expect(!turnOff(flag) && flag.defaultValue)
        flag.isSet = true
        #expect(flag.value)
    }

    /// A custom setting without storage.
    final class Beeps: PersistenceSettingFlag {
        typealias T = Bool
        let defaultValue = false
        let titleString = "Beeps"
        let infoString = ""
        let isNumeric = false
        let isAtMin = false
        let isAtMax = false
        private let changes = CurrentValueSubject<Bool, Never>(false)

        var value: Bool {
            get { changes.value }
            set { changes.send(newValue) }
        }
        var valueChanged: AnyPublisher<Bool, Never> { changes.eraseToAnyPublisher() }
        func format(value: Bool) -> String { value ? "beep" : "quiet" }
        var formattedValueString: String { format(value: value) }
        var formattedValueChanged: AnyPublisher<String, Never> {
            changes.map { $0 ? "beep" : "quiet" }.eraseToAnyPublisher()
        }
        func increase() {}
        func decrease() {}
    }

    @Test func subclassesFormatTheirValues() {
        let beeps = Beeps()
        beeps.toggle()
        #expect(beeps.isSet && beeps.formattedValueString == "beep")
    }

    /// `UserDefaults` can be used as a store, as in the articles on studies and the palette.
    @Test func userDefaultsAreAStore() throws {
        defer { remove() }
        let storage: StorageManager = UserDefaults.standard
        try storage.setObject(["one", "two"], forKey: key)
        #expect(try storage.getObject(forKey: key, castTo: [String].self) == ["one", "two"])
        #expect((try? storage.getObject(forKey: key + ".none", castTo: Set<String>.self)) == nil)
        #expect(try storage.migrate(from: key, to: nil))
        #expect(throws: StorageError.self) { try storage.getObject(forKey: key, castTo: [String].self) }
    }

    /// A custom store.
    final class Notebook: StorageManager {
        private var pages: [String: Data] = [:]

        func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object {
            guard let page = pages[key] else {
                throw StorageError(.noValue, key: key, reason: "found no such page; write it first")
            }
            return try JSONDecoder().decode(type, from: page)
        }

        func setObject<Object: Encodable>(_ object: Object, forKey key: String) throws {
            pages[key] = try JSONEncoder().encode(object)
        }
    }

    @Test func customStoresReturnTheirValues() throws {
        let storage: StorageManager = Notebook()
        #expect(try storage.object(forKey: "a", castTo: Int.self) == nil)
        try storage.setObject(7, forKey: "a")
        #expect(try storage.getObject(forKey: "a", castTo: Int.self) == 7)
    }
}
