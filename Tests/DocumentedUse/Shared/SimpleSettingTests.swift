import Foundation
import PersistenceSettings
import Testing

/// A setting with a key and a default value, as in the article about settings.
struct SimpleSettingTests {
    @Test func aValueIsStoredUnderItsKey() {
        let key = "swift-ipf.documented-use.\(UUID())"
        defer { UserDefaults.forget(key) }
        let contracts = UserDefaultsSetting<Int>(key: key, defaultValue: 10)
        #expect(contracts.value == 10)
        contracts.value = 12
        #expect(UserDefaultsSetting<Int>(key: key, defaultValue: 10).value == 12)
    }
}
