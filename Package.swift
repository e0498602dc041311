// swift-tools-version: 6.2
import PackageDescription

/// `make` sets IPF_STRICT for every build, so that warnings are errors here and in CI, but not in applications that
/// depend on this package.
let strict = Context.environment["IPF_STRICT"] != nil

let settings: [SwiftSetting] =
    [
        .strictMemorySafety(),
        .enableExperimentalFeature("Lifetimes"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (strict ? [.treatAllWarnings(as: .error)] : [])

func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], linker: [LinkerSetting] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings,
        linkerSettings: linker)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource] = [],
    settings further: [SwiftSetting] = []
) -> Target {
    .testTarget(
        name: name, dependencies: ["TestSupport"] + dependencies, exclude: exclude, resources: resources,
        swiftSettings: settings + further)
}

/// Tests that use only public declarations, as an application does. They are compiled in two language modes. The
/// folders of both modes contain links to the files of `Tests/DocumentedUse/Shared`.
func documentedUse(_ name: String, path: String, _ mode: SwiftLanguageMode) -> Target {
    .testTarget(
        name: name, dependencies: ["Charting", "DXChart", "PersistenceSettings"], path: path, packageAccess: false,
        swiftSettings: [.swiftLanguageMode(mode)])
}

/// Apple systems use URLSession instead.
let curl = Target.Dependency.target(name: "CCurl", condition: .when(platforms: [.linux]))
/// Apple systems use CryptoKit instead.
let crypto = Target.Dependency.target(name: "CCrypto", condition: .when(platforms: [.linux]))

/// Inflates faster than zlib. Optional.
let isal = Target.Dependency.target(name: "CIsal", condition: .when(traits: ["ISAL"]))

/// Dependencies of traits are resolved and built only if an application enables the trait. The data libraries need
/// none.
let publishing: TargetDependencyCondition = .when(traits: ["Charting"])!
let serving: TargetDependencyCondition = .when(traits: ["Service"])!
let securing: TargetDependencyCondition = .when(traits: ["TLS"])!
let commanding: TargetDependencyCondition = .when(traits: ["CommandLine"])!
let mastering: TargetDependencyCondition = .when(traits: ["Master"])!

let package = Package(
    name: "swift-ipf",
    // `InlineArray` and `String.utf8Span` require these versions.
    platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
    products: [
        .library(name: "ProfileFormat", targets: ["ProfileFormat"]),
        .library(name: "MarketRules", targets: ["MarketRules"]),
        .library(name: "Symbology", targets: ["Symbology"]),
        .library(name: "ProfileTransforms", targets: ["ProfileTransforms"]),
        .library(name: "Ingest", targets: ["Ingest"]),
        .library(name: "Lists", targets: ["Lists"]),
        .library(name: "InstrumentCatalog", targets: ["InstrumentCatalog"]),
        .library(name: "CatalogSync", targets: ["CatalogSync"]),
        .library(name: "StudyFormulas", targets: ["StudyFormulas"]),
        .library(name: "SettingsStorage", targets: ["SettingsStorage"]),
        .library(name: "PersistenceSettings", targets: ["PersistenceSettings"]),
        .library(name: "Charting", targets: ["Charting"]),
        .library(name: "DXChart", targets: ["DXChart"]),
        .library(name: "CatalogServer", targets: ["CatalogServer"]),
        .library(name: "MasterStore", targets: ["MasterStore"]),
        // `make library` links libipf.so from this library and the Swift runtime.
        .library(name: "ipf-c", type: .static, targets: ["CInterface"]),
        .executable(name: "ipf", targets: ["ipf"]),
    ],
    traits: [
        .trait(
            name: "Charting",
            description: "PersistenceSettings and Charting: publishers, from OpenCombine if there is no Combine."),
        .trait(
            name: "Service", description: "CatalogServer over HTTP, with `ipf serve` and `ipf publish`.",
            enabledTraits: ["Charting"]),
        .trait(
            name: "TLS", description: "HTTPS in CatalogServer. It builds BoringSSL.", enabledTraits: ["Service"]),
        .trait(
            name: "Master", description: "MasterStore, the instrument master in PostgreSQL, with `ipf master`."),
        .trait(
            name: "CommandLine",
            description: "The command `ipf`; with Service also `ipf serve` and `ipf publish`, with Master `ipf master`."
        ),
        .trait(name: "ISAL", description: "Inflates with ISA-L (libisal), three to five times as fast as zlib."),
        .default(enabledTraits: ["Charting", "Service", "TLS", "Master", "CommandLine"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // The traits are disabled, because swift-configuration's file readers depend on all of Foundation.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        // The framework depends on these too.
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // The libraries of these modules are loaded at their first call.
        .target(name: "CLoad"),
        .target(name: "CIsal", dependencies: ["CLoad"]),
        .target(name: "CCrypto", dependencies: ["CLoad"]),
        .target(name: "CCurl", dependencies: ["CLoad"]),
        .target(name: "CExpat", dependencies: ["CLoad"]),
        .target(name: "CPostgres", dependencies: ["CLoad"]),
        .target(name: "CSQLite3", dependencies: ["CLoad"]),
        .systemLibrary(name: "CLinux"),
        .target(name: "CScan"),
        .target(name: "CIPF"),
        // These embed files with `#embed`. The Swift compiler would need minutes to type-check an array literal.
        .target(name: "CMasterFiles"),
        .target(name: "CServiceFiles"),
        .target(name: "CBundledFiles"),
        module("SystemFiles", [.target(name: "CLinux", condition: .when(platforms: [.linux]))]),
        // Rounding calls the C math library, which nothing else links into an application without Foundation.
        module("Scanning", ["CBundledFiles", "CScan"], linker: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        module("Packing", ["CZlib", isal]),
        module("ProfileFormat", ["Scanning"]),
        module(
            "MarketRules", ["Scanning", "SystemFiles"],
            exclude: ["Bundled/bundled-schedule.properties", "Contracts/bundled-contracts.txt"]),
        module("Symbology", ["Scanning"], exclude: ["Places/bundled-places.txt"]),
        module("StudyFormulas", ["MarketRules", "Scanning", "SystemFiles"]),
        module("Essentials"),
        module("Ingest", ["CExpat", "Packing", "ProfileFormat", "Scanning", "SystemFiles", curl, crypto]),
        module(
            "Lists", ["Ingest", "MarketRules", "ProfileFormat", "Scanning", "Symbology"], exclude: ["bundled-lists.txt"]
        ),
        module("ProfileTransforms", ["Ingest", "MarketRules", "ProfileFormat", "Scanning", "SystemFiles"]),
        module(
            "CatalogCore",
            ["Packing", "ProfileFormat", "MarketRules", "Symbology", "Scanning", "SystemFiles"]),
        module("CatalogBuilding", ["CatalogCore", "ProfileFormat", "Scanning", "Symbology", "SystemFiles"]),
        module(
            "InstrumentCatalog",
            [
                "CatalogBuilding", "CatalogCore", "Packing", "ProfileFormat", "MarketRules", "Symbology", "Scanning",
                "SystemFiles",
            ], exclude: ["Aliases/bundled-aliases.txt"]),
        module("CatalogHistory", ["InstrumentCatalog", "MarketRules", "ProfileFormat", "Scanning", "SystemFiles"]),
        module(
            "CatalogAnswers",
            ["CatalogHistory", "InstrumentCatalog", "MarketRules", "ProfileFormat", "Scanning", "Symbology"]),
        module("CatalogSync", ["Ingest", "InstrumentCatalog", "ProfileFormat", "SystemFiles"]),
        module(
            "CInterface",
            [
                "CIPF", "CatalogAnswers", "CatalogHistory", "CatalogSync", "Ingest", "InstrumentCatalog", "Lists",
                "MarketRules", "ProfileFormat", "Scanning", "StudyFormulas",
            ]),
        module(
            "CatalogExport",
            [
                "CatalogHistory", "InstrumentCatalog", "MarketRules", "Scanning",
                .target(name: "CSQLite3", condition: commanding),
            ]),
        module("ProfileGenerator", ["MarketRules", "ProfileFormat"]),
        module(
            "MasterStore",
            [
                "CatalogHistory", "CatalogSync", "Ingest", "InstrumentCatalog", "ProfileFormat", "Scanning",
                "SystemFiles", "CMasterFiles", .target(name: "CPostgres", condition: mastering),
            ],
            exclude: ["SQL"]),
        module(
            "SettingsStorage",
            [
                "Essentials", "SystemFiles",
                .product(name: "OpenCombine", package: "OpenCombine", condition: publishing),
                .product(name: "OpenCombineDispatch", package: "OpenCombine", condition: publishing),
            ]),
        module("PersistenceSettings", ["SettingsStorage"]),
        module(
            "Charting",
            [
                "CatalogSync", "InstrumentCatalog", "Ingest", "Essentials", "MarketRules", "SettingsStorage",
                "Scanning", "StudyFormulas", "SystemFiles",
            ]),
        module("DXChart", ["Charting", "PersistenceSettings"]),
        module(
            "CatalogServer",
            [
                "CServiceFiles", "ProfileFormat", "CatalogAnswers", "CatalogHistory", "CatalogSync", "Essentials",
                "InstrumentCatalog", "Ingest", "Charting", "Scanning", "Symbology", "SystemFiles",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: serving),
                .product(name: "Hummingbird", package: "hummingbird", condition: serving),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: serving),
                .product(name: "Logging", package: "swift-log", condition: serving),
                .product(name: "NIOCore", package: "swift-nio", condition: serving),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: serving),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: serving),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: serving),
                .product(name: "NIOPosix", package: "swift-nio", condition: serving),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: securing),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: serving),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: serving),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: serving),
            ],
            exclude: ["OpenAPI", "Page", "Pictures/outlines.txt"]),
        .executableTarget(
            name: "ipf",
            dependencies: [
                "ProfileFormat", "CatalogAnswers", "CatalogExport", "CatalogHistory", "CatalogSync", "Essentials",
                "Ingest", "InstrumentCatalog", "Lists", "MarketRules", "ProfileGenerator", "ProfileTransforms",
                "Scanning", "Symbology", "SystemFiles",
                .target(name: "CatalogServer", condition: serving),
                .target(name: "SettingsStorage", condition: serving),
                .target(name: "MasterStore", condition: mastering),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: commanding),
                .product(name: "Configuration", package: "swift-configuration", condition: serving),
                .product(name: "Logging", package: "swift-log", condition: commanding),
            ],
            swiftSettings: settings, plugins: ["SourceCommit"]),
        .plugin(name: "SourceCommit", capability: .buildTool()),

        .target(
            name: "TestSupport", dependencies: ["ProfileGenerator", "SettingsStorage"], path: "Tests/TestSupport",
            swiftSettings: settings),
        tests("SystemFilesTests", ["SystemFiles"]),
        tests("ScanningTests", ["Scanning"]),
        tests("PackingTests", ["Packing"]),
        tests("ProfileFormatTests", ["ProfileFormat"]),
        tests("MarketRulesTests", ["MarketRules", "Scanning"], exclude: ["Fixtures"]),
        tests("SymbologyTests", ["Symbology"]),
        tests("StudyFormulasTests", ["MarketRules", "StudyFormulas"], exclude: ["Recorded"]),
        tests("ListsTests", ["Lists", "Ingest", "ProfileFormat"]),
        tests("ProfileTransformsTests", ["ProfileTransforms", "ProfileFormat"]),
        // Also compiles Ingest's files for URLSession, so that they are tested on systems where Ingest uses libcurl.
        tests(
            "IngestTests", ["ProfileFormat", "SystemFiles", "Ingest", curl],
            settings: [.define("URLSESSION_IN_TESTS")]),
        tests(
            "InstrumentCatalogTests",
            [
                "CatalogBuilding", "CatalogCore", "CatalogHistory", "InstrumentCatalog", "ProfileFormat",
                "ProfileGenerator", "Symbology",
            ],
            exclude: ["Fixtures"]),
        // Compares the command, the service and the C interface. The folder contains links to helpers of their tests.
        tests(
            "CatalogAnswersTests",
            [
                "ipf", "CatalogServer", "CIPF", "CInterface", "CatalogAnswers", "InstrumentCatalog", "ProfileFormat",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: serving),
                .product(name: "Hummingbird", package: "hummingbird", condition: serving),
                .product(name: "Logging", package: "swift-log", condition: serving),
                .product(name: "NIOCore", package: "swift-nio", condition: serving),
            ]),
        tests("CatalogSyncTests", ["CatalogSync", "Ingest", "InstrumentCatalog"]),
        tests(
            "CInterfaceTests",
            [
                "CIPF", "CInterface", "CatalogCore", "CatalogHistory", "InstrumentCatalog", "MarketRules",
                "ProfileFormat", "ProfileGenerator",
            ]),
        tests("SettingsStorageTests", ["SettingsStorage"]),
        .executableTarget(
            name: "StorageSteps", dependencies: ["PersistenceSettings"], path: "Tests/StorageSteps",
            swiftSettings: settings),
        tests("PersistenceSettingsTests", ["PersistenceSettings", "StorageSteps", "SystemFiles"]),
        tests("ChartingTests", ["CatalogSync", "Charting", "Ingest", "InstrumentCatalog", "ProfileGenerator"]),
        documentedUse("DocumentedUseTests", path: "Tests/DocumentedUse/Swift6", .v6),
        documentedUse("DocumentedUseSwift5Tests", path: "Tests/DocumentedUse/Swift5", .v5),
        tests(
            "CatalogServerTests",
            [
                "CatalogHistory", "CatalogServer", "Charting", "Ingest", "InstrumentCatalog", "ProfileFormat",
                "ProfileGenerator",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: serving),
                .product(name: "Hummingbird", package: "hummingbird", condition: serving),
                .product(name: "Logging", package: "swift-log", condition: serving),
                .product(name: "NIOCore", package: "swift-nio", condition: serving),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: serving),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: serving),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: serving),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: serving),
                .product(name: "NIOEmbedded", package: "swift-nio", condition: serving),
            ]),
        tests(
            "MasterStoreTests",
            [
                "MasterStore", "CatalogHistory", "CatalogSync", "Ingest", "InstrumentCatalog", "ProfileFormat",
                "ProfileGenerator",
            ]),
        tests("CommandTests", ["ipf", "Ingest", "InstrumentCatalog", "ProfileFormat", "ProfileGenerator"]),
    ],
    swiftLanguageModes: [.v6]
)

// `make check` skips the tests of these targets, so it does not compile them.
if Context.environment["IPF_CHECK"] != nil {
    let skipped: Set = [
        "ipf", "CatalogExport", "MasterStore", "CatalogAnswersTests", "CommandTests", "MasterStoreTests",
        "DocumentedUseTests", "DocumentedUseSwift5Tests",
    ]
    package.products.removeAll { skipped.contains($0.name) }
    package.targets.removeAll { skipped.contains($0.name) }
}
