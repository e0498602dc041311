// swift-tools-version: 6.2
import PackageDescription

/// `make` sets IPF_STRICT for every build, so that a warning stops the work here and in CI,
/// while an application that depends on this package is never stopped by one.
let strict = Context.environment["IPF_STRICT"] != nil

let settings: [SwiftSetting] =
    [
        .strictMemorySafety(),
        .enableExperimentalFeature("Lifetimes"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (strict ? [.treatAllWarnings(as: .error)] : [])

func room(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource] = []
) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: settings)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource] = []
) -> Target {
    .testTarget(
        name: name, dependencies: ["TestSupport"] + dependencies, exclude: exclude, resources: resources,
        swiftSettings: settings)
}

let package = Package(
    name: "swift-ipf",
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "ProfileFormat", targets: ["ProfileFormat"]),
        .library(name: "MarketRules", targets: ["MarketRules"]),
        .library(name: "Ingest", targets: ["Ingest"]),
        .library(name: "InstrumentCatalog", targets: ["InstrumentCatalog"]),
        .library(name: "PersistenceSettings", targets: ["PersistenceSettings"]),
        .library(name: "Charting", targets: ["Charting"]),
        .library(name: "CatalogServer", targets: ["CatalogServer"]),
        .executable(name: "ipf", targets: ["ipf"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "CScan"),
        room("Scanning", ["CScan"]),
        room("ProfileFormat", ["Scanning"]),
        room("MarketRules", ["Scanning"], exclude: ["Bundled/bundled-schedule.properties"]),
        room("Publishers", [.product(name: "OpenCombineShim", package: "OpenCombine")]),
        room("Ingest", ["ProfileFormat", "Publishers", "CZlib", "CCurl"]),
        room("InstrumentCatalog", ["ProfileFormat", "MarketRules"]),
        room("ProfileGenerator", ["ProfileFormat"]),
        room("PersistenceSettings", ["Publishers"]),
        room("Charting", ["InstrumentCatalog", "Ingest", "PersistenceSettings", "Publishers"]),
        room(
            "CatalogServer",
            [
                "InstrumentCatalog", "Ingest", "Charting",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            // The page's files: a new one also stands in PageRoutes.
            resources: [.embedInCode("OpenAPI/openapi.json")]
                + [
                    "api.js",
                    "app.js",
                    "chain.js",
                    "charts.css",
                    "charts.js",
                    "compare.js",
                    "dom.js",
                    "icon.svg",
                    "index.html",
                    "instrument.js",
                    "ladder.js",
                    "month.js",
                    "preview.js",
                    "route.js",
                    "search.js",
                    "settings.html",
                    "settings.js",
                    "start.js",
                    "studies.html",
                    "studies.js",
                    "style.css",
                    "time.js",
                    "week.js",
                ].map { .embedInCode("Page/\($0)") }),
        .executableTarget(
            name: "ipf",
            dependencies: [
                "Ingest", "InstrumentCatalog", "ProfileGenerator", "CatalogServer", "Charting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        tests("ScanningTests", ["Scanning"]),
        tests("ProfileFormatTests", ["ProfileFormat"]),
        tests("MarketRulesTests", ["MarketRules"], exclude: ["Fixtures"]),
        tests("IngestTests", ["Ingest", "CCurl"]),
        tests("InstrumentCatalogTests", ["InstrumentCatalog", "ProfileGenerator"]),
        tests("PersistenceSettingsTests", ["PersistenceSettings"]),
        tests("ChartingTests", ["Charting", "ProfileGenerator"]),
        tests(
            "CatalogServerTests",
            [
                "CatalogServer", "Charting", "Ingest", "ProfileGenerator",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ]),
        tests("CommandTests", ["ipf", "Ingest", "InstrumentCatalog", "ProfileGenerator"]),
    ],
    swiftLanguageModes: [.v6]
)
