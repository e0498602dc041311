import CatalogSync
import Foundation
import TestSupport
import Testing

/// The program on the documentation page, verbatim.
struct DocumentationTests {
    func follow(_ text: String, _ path: String) async throws -> Int {
        let address = try SourceAddress(parsing: text)
        let summary = try CatalogImporter([address], to: path).run()
        print(summary.build?.instruments ?? summary.unchanged?.count ?? 0)

        let follower = CatalogFollower(address, into: try LiveCatalog.open(path: path))
        try await follower.run { event in
            if case .source(_, let changes, _) = event, !changes.isEmpty { print(changes.count) }
        }
        return summary.build?.instruments ?? 0
    }

    /// Cancelling the task ends the program.
    @Test(.timeLimit(.minutes(60))) func theDocumentedProgramRuns() async throws {
        let folder = try TemporaryFolder()
        try Data(Script.snapshot(["A": "1"])).write(to: URL(filePath: folder.path("a.ipf")))
        let task = Task { try await follow(folder.path("a.ipf"), folder.path("a.ipfc")) }
        task.cancel()
        #expect(try await task.value == 1)
    }
}
