// swift-tools-version: 6.2
import PackageDescription

/// Entry points for libFuzzer, one a parser: each is a static library that `run` links with the fuzzer's own main.
let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Target, and the library of the root package that it feeds.
let entryPoints = [
    // MasterStore brings CatalogHistory, which is no product of its own.
    ("CatalogBytes", "MasterStore"), ("Notations", "Symbology"), ("PriceRules", "MarketRules"),
    ("Spreads", "Symbology"), ("TradingHours", "MarketRules"), ("Transforms", "ProfileTransforms"),
]

let package = Package(
    name: "swift-ipf-fuzz",
    platforms: [.macOS(.v26)],
    products: entryPoints.map { .library(name: $0.0, type: .static, targets: [$0.0]) },
    dependencies: [.package(name: "swift-ipf", path: "..")],
    targets: entryPoints.map {
        .target(
            name: $0.0, dependencies: [.product(name: $0.1, package: "swift-ipf")], swiftSettings: settings)
    },
    swiftLanguageModes: [.v6]
)
