// Settings that persist between runs. They are files in a folder here; `ApplicationStorage` chooses its own location.
//
//     swift run --package-path Samples PersistedSettings /tmp/settings
import PersistenceSettings

enum Theme: String, Codable { case dark, light }

let storage = try FileStorage(folder: CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "settings")
let theme = StoredSetting(titleString: "Theme", key: "theme", defaultValue: Theme.dark, storage: storage)
let grid = FlagSetting(titleString: "Grid", key: "grid", defaultValue: true, storage: storage)
let size = NumericStoredSetting(
    titleString: "Text size", key: "size", defaultValue: 11, min: 8, max: 24, step: 4, storage: storage,
    formatter: { "\($0) pt" })

let news = size.formattedValueChanged.sink { @Sendable text in print("now \(text)") }
for setting in [theme, grid, size] as [any PersistenceSettingBase] {
    print("\(setting.titleString): \(setting.formattedValueString)")
}
theme.value = .light
grid.toggle()
size.increase()
while !size.isAtMax { size.increase() }
