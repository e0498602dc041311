import TestSupport
import Testing

@testable import InstrumentCatalog

/// Queries end when their work is stopped, and the number of their steps grows in proportion to the catalog.
@Suite struct WorkLimitTests {
    /// Returns a catalog of options whose symbols share a prefix, which share a local symbol and words of descriptions.
    private static func catalog(_ count: Int, _ folder: TemporaryFolder) throws -> Catalog {
        var builder = CatalogBuilder()
        for number in 0..<count {
            var profile = InstrumentProfile()
            profile.type = "OPTION"
            profile.symbol = ".AAPL261218C\(number)"
            profile.localSymbol = "L\(number / 2)"
            profile.description = "Apple Call \(number % 7) Common"
            profile.opol = "X\(number % 5)"
            try builder.append(profile)
        }
        let path = folder.path("\(count).ipfc")
        _ = try builder.write(to: path)
        return try Catalog.open(path)
    }

    private static func filter(_ field: ProfileField, _ text: String) -> CatalogFilter {
        var filter = CatalogFilter()
        filter.require(field, anyOf: [FieldPattern(text)])
        return filter
    }

    private struct Query: CustomTestStringConvertible, Sendable {
        let name: String
        let run: @Sendable (Catalog) throws -> Void
        var testDescription: String { name }

        static func select(_ text: String, _ filter: CatalogFilter = CatalogFilter()) -> Query {
            Query(name: "all of '\(text)' \(filter.conditions.count)") {
                _ = try $0.select(matching: text, filter: filter)
            }
        }

        static func page(_ text: String, _ limit: Int, _ filter: CatalogFilter = CatalogFilter()) -> Query {
            Query(name: "\(limit) of '\(text)' \(filter.conditions.count)") {
                _ = try $0.search(text, filter: filter, limit: limit)
            }
        }

        static func filter(_ filter: CatalogFilter) -> Query {
            Query(name: "filter \(filter.conditions[0].patterns[0].text)") { catalog in
                _ = catalog.select(filter).facets
                _ = try catalog.page(of: filter, in: .symbol, offset: 100, limit: 10)
                _ = catalog.misses(of: filter)
            }
        }
    }

    private static let queries: [Query] = {
        var queries: [Query] = []
        let texts = [
            ".", ".a", "a", "1", "apple", "app call", "l", "2612", "aple", "call call call call", "a b c d e f g h i",
        ]
        for text in texts { queries.append(.select(text)) }
        for text in [".", "a", "261", "apple"] { queries.append(.page(text, 10)) }
        for text in [".", "apple"] { queries.append(.page(text, 100, filter(.opol, "X3"))) }
        queries.append(.select(".", filter(.description, "*Call 3*")))
        queries.append(.page("apple", 10, filter(.symbol, "*7*")))
        let patterns: [(ProfileField, String)] = [
            (.symbol, ".AAPL*1,.AAPL*2,.AAPL*3"), (.description, "*a*,*e?l*"), (.opol, "X?,*1"),
            (.localSymbol, "L*1,?1*"),
        ]
        for (field, text) in patterns { queries.append(.filter(filter(field, text))) }
        queries.append(Query(name: "suggestions") { _ = $0.suggestions(for: "l1", limit: 50) })
        return queries
    }()

    @Test(arguments: queries) private func stepsGrowLinearlyWithTheCatalog(_ query: Query) throws {
        let folder = try TemporaryFolder()
        let steps = try [1000, 2000].map { count in
            let catalog = try Self.catalog(count, folder)
            let limit = WorkLimit(budget: nil, stride: 1)
            try limit.run { try query.run(catalog) }
            return limit.lookCount
        }
        #expect(steps[1] <= 2 * steps[0] + 200, "\(steps)")
        #expect(steps[1] <= 40 * 2000, "\(steps)")
    }

    @Test(arguments: [WorkLimit.Stop.clientLeft, .ending, .overBudget])
    func stoppedWorkEndsImmediately(_ reason: WorkLimit.Stop) throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(3000, folder)
        let limit = WorkLimit(budget: reason == .overBudget ? .zero : nil, stride: 16)
        limit.stop(reason)
        let found = try limit.run { try catalog.select(matching: ".").count }
        #expect(found < 64)
        #expect(limit.stop == reason)
        #expect(limit.lookCount < 20)
        #expect(try catalog.select(matching: ".").count == 3000)
    }

    @Test func aBudgetStopsTheWorkThatExceedsIt() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(3000, folder)
        let limit = WorkLimit(budget: .nanoseconds(1), stride: 16)
        #expect(try limit.run { try catalog.select(matching: ".").count } < 64)
        #expect(limit.stop == .overBudget)
        // If work is stopped twice, the first reason is retained.
        limit.stop(.ending)
        #expect(limit.stop == .overBudget)
        #expect(limit.used > .zero)
    }

    @Test func finishedWorkIsNotStopped() {
        let limit = WorkLimit(budget: .nanoseconds(1))
        #expect(limit.run { WorkLimit.isStopped } == false)
        #expect(limit.stop == nil)
        #expect(limit.run { WorkLimit.look() })
        #expect(!WorkLimit.look())
    }
}
