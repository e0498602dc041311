import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CatalogBuilding
@testable import CatalogCore
@testable import InstrumentCatalog

struct LastChangesTests {
    /// Returns the hash of a symbol. Some symbols share the half of the hash that slots store.
    private static func hash(_ symbol: Int) -> UInt64 { ByteHash.hash(UInt64(symbol / 3), 1) ^ UInt64(symbol % 3) }

    /// Changes of symbols, and the index that finds the last change of each symbol.
    private struct Changes {
        var symbols: [Int] = []
        var table = LastChanges()

        func number(of symbol: Int) -> Int? { table.number(hash(symbol)) { symbols[$0] == symbol } }

        mutating func append(_ symbol: Int) {
            table.append(hash(symbol), previous: number(of: symbol))
            symbols.append(symbol)
        }

        func isRight(below limit: Int) -> Bool {
            (0..<limit).allSatisfy { number(of: $0) == symbols.lastIndex(of: $0) }
        }
    }

    @Test(arguments: [1, 40, 2000]) func copiesAreUnaffectedByLaterChanges(symbols: Int) {
        var generator = SeededGenerator(seed: 5)
        var changes = Changes()
        var copies = [changes]
        for step in 0..<3000 {
            // Simulates a change that fails: the next change continues from an earlier copy.
            if step % 97 == 0 {
                var lost = changes
                for _ in 0..<Int.random(in: 0..<200, using: &generator) {
                    lost.append(Int.random(in: 0..<symbols, using: &generator))
                }
                #expect(lost.isRight(below: symbols))
            }
            changes.append(Int.random(in: 0..<symbols, using: &generator))
            #expect(changes.table.count == changes.symbols.count)
            if step % 100 == 0 { copies.append(changes) }
        }
        for copy in copies + [changes] { #expect(copy.isRight(below: symbols)) }
    }

    @Test func copiesCanBeReadDuringChanges() {
        let symbols = 30
        let published = Mutex(Changes())
        let isEnded = Atomic(false)
        let wrong = Atomic(0)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            Thread.detachNewThread {
                repeat {
                    let copy = published.withLock { $0 }
                    if !copy.isRight(below: symbols) { wrong.add(1, ordering: .relaxed) }
                } while !isEnded.load(ordering: .relaxed)
                done.signal()
            }
        }
        var changes = Changes()
        for number in 0..<5000 {
            changes.append((number &* 7 ^ number / 11) % symbols)
            let copy = changes
            published.withLock { $0 = copy }
        }
        isEnded.store(true, ordering: .relaxed)
        for _ in 0..<2 { done.wait() }
        #expect(wrong.load(ordering: .relaxed) == 0)
        #expect(published.withLock { $0 }.isRight(below: symbols))
    }
}
