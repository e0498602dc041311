import Charting

/// The settings screen: its items, their values, and the reasons why items are disabled.
extension Desk {
    func showSettings() {
        for section in screen.sections {
            print(section.title)
            for item in section.items {
                print("  \(item.content.rawValue.padded(24))\(item.value)\(item.isEnabled ? "" : " (\(item.reason))")")
            }
        }
    }

    func set(_ name: String, to value: String) throws {
        guard let content = SettingsContent(rawValue: name) else {
            throw DeskError("found “\(name)”, expected a setting that “settings” lists")
        }
        try screen.set(content, to: value)
    }
}
