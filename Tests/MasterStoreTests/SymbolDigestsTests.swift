import TestSupport
import Testing

@testable import MasterStore

struct SymbolDigestsTests {
    /// Compares with a dictionary. Snapshots are in the known order or in another, with gaps, and with new symbols.
    @Test func digestsEqualADictionary() {
        var random = SeededGenerator(seed: 5)
        var known: [UInt64: UInt64] = [:]
        var order: [UInt64] = []
        var digests = SymbolDigests()
        for round in 0..<60 {
            // As a load reads the digests: each symbol once in the order of the source, then the later changes.
            if round % 4 == 0 {
                digests = SymbolDigests(capacity: order.count)
                for symbol in order { digests.learn(symbol: symbol, digest: round % 8 == 0 ? known[symbol]! : 4) }
                if round % 8 != 0 { for symbol in order { digests.relearn(symbol: symbol, digest: known[symbol]!) } }
            }
            digests.beginSnapshot()
            if round % 5 == 0 { order.shuffle(using: &random) }
            let news = (0..<(round % 3 == 0 ? 700 : 3)).map { _ in random.next() | 1 << 40 }
            let snapshot = order.filter { _ in random.next() % 50 != 0 } + news
            var seen: Set<UInt64> = []
            for symbol in snapshot where seen.insert(symbol).inserted {
                let digest = random.next() % 10 == 0 ? (random.next() | 4) & ~3 : known[symbol] ?? 8
                let expected: SymbolDigests.Comparison = known[symbol].map { $0 == digest ? .same : .differs } ?? .new
                #expect(digests.see(symbol: symbol, digest: digest) == expected)
                if expected == .new { order.append(symbol) }
                known[symbol] = digest
            }
            let missing = Set(order).subtracting(seen)
            #expect((digests.unseenCount, digests.broughtCount) == (missing.count, seen.count))
            #expect(digests.liveCount == order.count)
            for symbol in order where digests.isUnseen(symbol) != missing.contains(symbol) {
                Issue.record("\(symbol) is not what it is")
            }
            digests.dropUnseen()
            order.removeAll { missing.contains($0) }
            #expect((digests.unseenCount, digests.liveCount) == (0, order.count))
            for symbol in missing {
                #expect(digests.see(symbol: symbol, digest: 8) == .differs)
                known[symbol] = 8
                order.append(symbol)
            }
            #expect(!digests.hasRepeated || !missing.isEmpty)
            for symbol in order { digests.settle(symbol) }
        }
    }
}
