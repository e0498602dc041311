// swift-tools-version: 6.2
import PackageDescription

/// Small programs to run and to copy from, each the shortest that does its thing; a package of its own, as an application's is.
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
