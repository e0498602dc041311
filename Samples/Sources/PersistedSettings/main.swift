// Settings that are there again with the next run: files in a folder here, `ApplicationStorage` chooses a place by itself.
//
//     swift run --package-path Samples PersistedSettings /tmp/settings
import PersistenceSettings

enum Theme: String, Codable { case dark, light }

let storage = try FileStorage(folder: CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "settings")
let theme = StoredSetting(key: "theme", titleString: "Theme", defaultValue: Theme.dark, storage: storage)
let grid = FlagSetting(key: "grid", titleString: "Grid", defaultValue: true, storage: storage)
let size = NumericStoredSetting(
    key: "size", titleString: "Text size", defaultValue: 11, step: 4, min: 8, max: 24, storage: storage,
    formatter: { "\($0) pt" })

let news = size.formattedValueChanged.sink { @Sendable text in print("now \(text)") }
for setting in [theme, grid, size] as [any PersistenceSettingBase] {
    print("\(setting.titleString): \(setting.formattedValueString)")
}
theme.value = .light
grid.toggle()
size.increase()
while !size.isAtMax { size.increase() }
