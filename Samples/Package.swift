// swift-tools-version: 6.2
import PackageDescription

/// Short programs to run and to copy from. They are a separate package, like an application.
let package = Package(
    name: "swift-ipf-samples",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "swift-ipf", path: "..", traits: ["Charting"])],
    targets: [
        .executableTarget(name: "QuickLookup", dependencies: [.product(name: "Charting", package: "swift-ipf")]),
        .executableTarget(name: "CustomStudies", dependencies: [.product(name: "Charting", package: "swift-ipf")]),
        .executableTarget(name: "SettingsScreen", dependencies: [.product(name: "Charting", package: "swift-ipf")]),
        .executableTarget(name: "TradingDesk", dependencies: [.product(name: "Charting", package: "swift-ipf")]),
        .executableTarget(name: "CustomPalette", dependencies: [.product(name: "Charting", package: "swift-ipf")]),
        .executableTarget(
            name: "PersistedSettings", dependencies: [.product(name: "PersistenceSettings", package: "swift-ipf")]),
    ],
    swiftLanguageModes: [.v6]
)
