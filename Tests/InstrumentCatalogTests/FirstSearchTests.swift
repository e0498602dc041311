import Foundation
import Synchronization
import TestSupport
import Testing

@testable import InstrumentCatalog

/// The first search creates some structures and caches them. Several threads may make the first search at once.
struct FirstSearchTests {
    @Test func firstSearchesOfSeveralThreadsAreCorrect() throws {
        let folder = try TemporaryFolder()
        var universe = SearchUniverse(seed: 21, count: 500)
        let catalog = try universe.catalog(in: folder)
        let texts = (0..<40).map { _ in universe.query() }
        let expected = try texts.map { try catalog.search($0, limit: 20).hits }
        let path = catalog.path
        for _ in 0..<5 {
            let fresh = try Catalog.open(path)
            let differing = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for step in texts.indices {
                    let number = thread % 2 == 0 ? step : texts.count - 1 - step
                    if (try? fresh.search(texts[number], limit: 20).hits) == expected[number] { continue }
                    differing.withLock { $0.append(texts[number]) }
                }
            }
            #expect(differing.withLock { $0 } == [])
        }
    }
}
