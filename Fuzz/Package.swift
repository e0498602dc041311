// swift-tools-version: 6.2
import PackageDescription

/// Entry points for libFuzzer, one per parser. Each is a static library that `run` links with the fuzzer's main
/// function.
let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Each target with the library of the root package that it tests.
let entryPoints = [
    // MasterStore links CatalogHistory, which is not a product.
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
