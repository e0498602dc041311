import BenchSupport
import Foundation
import InstrumentCatalog

/// Measures a catalog that changes while it is queried: `overlay-bench CATALOG [UPDATES]`. Uses a copy of the catalog.
/// A whole day has 10,000,000 updates.
@main
struct OverlayBench {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let source = arguments.first, arguments.count <= 2,
            let updates = Int(arguments.dropFirst().first ?? "1000000"), updates > 0
        else {
            FileHandle.standardError.write(Data("usage: overlay-bench CATALOG [UPDATES]\n".utf8))
            exit(2)
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "overlay-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "live.catalog").path
        try FileManager.default.copyItem(atPath: source, toPath: path)

        var table = FigureTable("a live catalog")
        try RateFigures.add(to: &table, path)
        try DayFigures.add(to: &table, folder.appending(path: "day.catalog").path, source: source, updates: updates)
    }
}

/// Updated profiles of random instruments, with other strikes or descriptions.
struct UpdateSource {
    private var random = FixedGenerator(seed: 6)
    private let view: Catalog
    private let symbols: [String]
    private var number = 0

    /// Makes updates of `count` instruments of the catalog.
    init(_ live: LiveCatalog, count: Int) {
        let view = live.view
        self.view = view
        let all = view.count
        var random = FixedGenerator(seed: 7)
        symbols = (0..<count).map { _ in
            view.symbol(at: view.row(atSymbolPosition: Int.random(in: 0..<all, using: &random)))
        }
    }

    var someSymbols: [String] { symbols }

    mutating func batch(_ count: Int) -> [InstrumentProfile] {
        (0..<count).map { _ in
            number += 1
            let symbol = symbols.randomElement(using: &random)!
            var profile = view[symbol]!
            switch number % 20 {
            case 0: profile.type = "REMOVED"
            case 1...10: profile.description = "Changed \(number)"
            default: profile.setCustomField("CHANGE", "\(number)")
            }
            return profile
        }
    }
}
