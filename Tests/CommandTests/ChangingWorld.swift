import Foundation
import InstrumentCatalog
import Synchronization
import TestSupport

/// The data of a server: instruments that change with every response. Each change has a number, which is also the
/// profile's description, so that earlier and later changes can be distinguished.
final class ChangingWorld: Sendable {
    /// Each symbol with the number of its last change.
    typealias Truth = [String: Int]

    /// A line that a follower printed.
    struct Told {
        let symbol: String
        /// The number of the change; for a removal, that of the removed profile.
        let number: Int
        let isRemoval: Bool
    }

    private struct State {
        var generator: SeededGenerator
        var truth: Truth = [:]
        var number = 0
        /// The numbers of all changes of a symbol, and of its last removal.
        var numbers: [String: Set<Int>] = [:]
        var removals: Truth = [:]
        var isSettled = false
    }

    private let state: Mutex<State>

    init(seed: UInt64) {
        var state = State(generator: SeededGenerator(seed: seed))
        for _ in 0..<300 { _ = Self.change(&state) }
        self.state = Mutex(state)
    }

    var truth: Truth { state.withLock { $0.truth } }

    /// Stops changing the data.
    func settle() { state.withLock { $0.isSettled = true } }

    /// Returns a snapshot, and batches of changes after it.
    func answer() -> [LoopbackServer.Step] {
        state.withLock { state in
            if !state.isSettled {
                // Changes that happen while no client is connected.
                for _ in 0..<50 { _ = Self.change(&state) }
            }
            var texts = ["#STOCK::=TYPE,SYMBOL,DESCRIPTION\n#REMOVED::=TYPE,SYMBOL,DESCRIPTION\n"]
            texts[0] += state.truth.sorted { $0.key < $1.key }.map { "STOCK,\($0.key),\($0.value)\n" }.joined()
            texts[0] += "##COMPLETE\n\n"
            for _ in 0..<(state.isSettled ? 0 : 100) {
                var batch = ""
                for _ in 0..<Int.random(in: 1...9, using: &state.generator) { batch += Self.change(&state) }
                texts.append(batch + "##\n\n")
            }
            let head = "HTTP/1.1 200 OK\r\nX-Live: provided\r\nConnection: close\r\n\r\n"
            return ([head] + texts).map { .send(Array($0.utf8)) } + [.stall]
        }
    }

    /// Changes an instrument. Returns the record of the change.
    private static func change(_ state: inout State) -> String {
        let symbol = "S\(Int.random(in: 0..<400, using: &state.generator))"
        state.number += 1
        if Int.random(in: 0..<4, using: &state.generator) == 0 {
            state.truth[symbol] = nil
            state.removals[symbol] = state.number
            return "REMOVED,\(symbol),\n"
        }
        state.truth[symbol] = state.number
        state.numbers[symbol, default: []].insert(state.number)
        return "STOCK,\(symbol),\(state.number)\n"
    }

    // MARK: Comparing

    /// Returns the faults in the catalog of a follower that was killed. The catalog must contain each printed change,
    /// or a later one, and nothing that the server never had.
    func faults(of catalog: Truth, after told: [Told]) -> [String] {
        state.withLock { state in
            var faults = catalog.filter { state.numbers[$0.key]?.contains($0.value) != true }
                .map { "\($0.key) \($0.value) never was" }
            for told in told {
                let kept = catalog[told.symbol]
                let isKept =
                    if told.isRemoval { kept.map { $0 > told.number } ?? true } else {
                        kept.map { $0 >= told.number } ?? (state.removals[told.symbol, default: 0] > told.number)
                    }
                if !isKept { faults.append("\(told) was told, found \(kept.map(String.init) ?? "nothing")") }
            }
            return faults
        }
    }

    static func state(_ view: Catalog) -> Truth {
        var state: Truth = [:]
        view.forEachRow(in: .symbol) { _, row in
            state[view.symbol(at: row)] = Int(view.string(.description, at: row))
            return true
        }
        return state
    }

    /// Parses a line of `ipf watch --format jsonl`.
    static func read(_ line: String) throws -> Told {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        let profile = object["profile"] as? [String: String] ?? [:]
        let fields = object["fields"] as? [String: [String: String]] ?? [:]
        let number = profile["DESCRIPTION"] ?? fields["DESCRIPTION"]?["new"]
        guard let symbol = object["symbol"] as? String, let number = number.flatMap({ Int($0) }) else {
            throw CocoaError(.coderReadCorrupt, userInfo: [NSDebugDescriptionErrorKey: line])
        }
        return Told(symbol: symbol, number: number, isRemoval: object["change"] as? String == "removed")
    }
}
