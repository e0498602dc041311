// swift-tools-version: 6.2
import PackageDescription

/// The benchmarks. They are a separate package, so that users of the libraries do not build them.
let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "swift-ipf-benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "swift-ipf", path: "..", traits: [.defaults, "ISAL"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .target(name: "CAllocated"),
        .target(name: "BenchSupport", dependencies: ["CAllocated"], swiftSettings: settings),
        // The peer that the catalog is compared with.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(
            name: "main-bench",
            dependencies: [
                "BenchSupport", "CSQLite", .product(name: "Ingest", package: "swift-ipf"),
                .product(name: "InstrumentCatalog", package: "swift-ipf"),
            ],
            swiftSettings: settings),
        // For Benchmarks/counts.
        .executableTarget(
            name: "count-bench",
            dependencies: [
                "BenchSupport", .product(name: "Ingest", package: "swift-ipf"),
                .product(name: "InstrumentCatalog", package: "swift-ipf"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "overlay-bench",
            dependencies: ["BenchSupport", .product(name: "InstrumentCatalog", package: "swift-ipf")],
            swiftSettings: settings),
        .executableTarget(
            name: "live-bench",
            dependencies: [
                "BenchSupport", .product(name: "CatalogServer", package: "swift-ipf"),
                .product(name: "Ingest", package: "swift-ipf"),
                .product(name: "InstrumentCatalog", package: "swift-ipf"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        // An empty handler of the framework, for Benchmarks/serve.
        .executableTarget(
            name: "empty-handler", dependencies: [.product(name: "Hummingbird", package: "hummingbird")]),
        .executableTarget(
            name: "rules-bench",
            dependencies: [
                "BenchSupport", .product(name: "Charting", package: "swift-ipf"),
                .product(name: "MarketRules", package: "swift-ipf"),
                .product(name: "ProfileTransforms", package: "swift-ipf"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
