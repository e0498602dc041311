import InstrumentCatalog
import TestSupport

/// Catalogs and profiles for the tests.
enum Building {
    /// Reads `text` into a builder.
    static func builder(_ text: String) throws -> CatalogBuilder { try builder(Array(text.utf8)) }

    static func builder(_ text: [UInt8]) throws -> CatalogBuilder {
        var builder = CatalogBuilder()
        // Without the bundled aliases, searches use only those that a test adds.
        builder.includesBundledAliases = false
        var reader = RecordReader()
        try reader.read(text.span, into: &builder)
        try reader.finish(into: &builder)
        return builder
    }

    /// The catalog of `text`, and the summary of its build. The file is removed together with `folder`.
    static func catalog(
        _ text: String, in folder: TemporaryFolder, name: String = "catalog"
    ) throws -> (catalog: Catalog, summary: CatalogBuildSummary) {
        let path = folder.path(name)
        let summary = try builder(text).write(to: path)
        return (try Catalog.open(path), summary)
    }

    /// The profiles of `text`, in order.
    static func profiles(_ text: [UInt8]) throws -> [InstrumentProfile] {
        var profiles: [InstrumentProfile] = []
        var reader = ProfileReader()
        let take = { (event: ProfileEvent) in
            switch event {
            case .profile(let profile): profiles.append(profile)
            case .malformed(let error): throw error
            case .flush, .complete: break
            }
        }
        try reader.read(text.span, take)
        try reader.finish(take)
        return profiles
    }

    /// The profiles of `text` as a naive catalog.
    static func naive(_ text: [UInt8]) throws -> NaiveCatalog {
        var naive = NaiveCatalog()
        for profile in try profiles(text) { naive.append(profile) }
        return naive
    }
}

extension Catalog {
    /// All rows of a catalog without changes.
    var fileRows: [Row] { (0..<count).map { Row($0) } }

    /// The rows from `offset` on in an order, at most `limit`.
    func rows(in order: CatalogOrder, offset: Int = 0, limit: Int) -> [Row] {
        var rows: [Row] = []
        forEachRow(in: order, from: offset) { _, row in
            if rows.count < limit { rows.append(row) }
            return rows.count < limit
        }
        return rows
    }
}
