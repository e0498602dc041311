// swift-tools-version: 6.2
import PackageDescription

/// Entry points for libFuzzer, one per parser. Each entry point is a static library, which `Fuzz/run` links with the
/// main function of libFuzzer.
let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The name of each target, and the library of the root package that it tests.
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
