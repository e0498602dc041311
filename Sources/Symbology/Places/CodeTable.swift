/// What a code of the table of places is of: codes of different kinds don't meet.
enum CodeKind: UInt8 {
    case terminal = 1, ric, yahooLike, chart, mic, country
    /// A chart service's codes that are no market.
    case currencyFeed, cryptoFeed, indexFeed
    /// Any code of an index, whoever has it.
    case index
    /// Products by the roots of their exchange, terminals, RICs and sites, and by what people say.
    case root, terminalIndexRoot, terminalCommodityRoot, terminalCurrencyRoot, ricRoot, yahooRoot, productName
    case currency, crypto, quote
    /// By a MIC: the place that a scheme writes for the market.
    case writtenTerminal, writtenRic, writtenYahooLike, writtenChart
    /// By a MIC's product: futures are traded there.
    case futuresMarket
}

/// A code of up to 15 bytes and its kind in one number, so that one comparison decides.
struct CodeKey: Hashable {
    let bits: UInt128

    /// The key of some bytes as they are; `nil` of none and of more than 15.
    init?(_ kind: CodeKind, _ text: Span<UInt8>) {
        let count = text.count
        guard count > 0, count <= 15 else { return nil }
        var low: UInt64 = 0
        var high: UInt64 = 0
        for index in 0..<count {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(text[index])
        }
        bits = UInt128(_low: low, _high: high | UInt64(kind.rawValue) << 56)
    }

    init?(_ kind: CodeKind, _ text: String) { self.init(kind, text.utf8Span.span) }

    /// Multiplicative hashing: the highest bits are the best mixed.
    var hash: UInt64 {
        let mixed = (bits._low ^ bits._high &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed >> 32
    }
}

/// Values by code: open addressing with linear probing. A code may have several values, which stay in the order in which they came.
struct CodeTable: Sendable {
    private var keys: [UInt128] = Array(repeating: 0, count: 1024)
    private var values: [Int32] = Array(repeating: 0, count: 1024)
    private var count = 0

    /// Adds a value after those that the code has.
    mutating func insert(_ value: Int, for key: CodeKey) {
        if (count + 1) * 3 > keys.count { grow() }
        var slot = Int(truncatingIfNeeded: key.hash) & (keys.count - 1)
        while keys[slot] != 0 { slot = (slot + 1) & (keys.count - 1) }
        keys[slot] = key.bits
        values[slot] = Int32(value)
        count += 1
    }

    /// A code's first value; `nil` if it has none.
    ///
    /// - Complexity: O(1).
    func first(_ key: CodeKey) -> Int? {
        var slot = Int(truncatingIfNeeded: key.hash) & (keys.count - 1)
        while keys[slot] != 0 {
            if keys[slot] == key.bits { return Int(values[slot]) }
            slot = (slot + 1) & (keys.count - 1)
        }
        return nil
    }

    /// Calls `body` with each of a code's values, in order.
    func forEach(_ key: CodeKey, _ body: (Int) -> Void) {
        var slot = Int(truncatingIfNeeded: key.hash) & (keys.count - 1)
        while keys[slot] != 0 {
            if keys[slot] == key.bits { body(Int(values[slot])) }
            slot = (slot + 1) & (keys.count - 1)
        }
    }

    /// Twice the room. Values of one code keep their order: they are found in it, and inserted in it.
    private mutating func grow() {
        var order: [(UInt128, Int32)] = []
        order.reserveCapacity(count)
        // A run of taken slots may go round the end, so it is begun after a free one.
        let free = keys.firstIndex(of: 0) ?? 0
        for step in 0..<keys.count {
            let slot = (free + step) & (keys.count - 1)
            if keys[slot] != 0 { order.append((keys[slot], values[slot])) }
        }
        let size = keys.count * 2
        keys = Array(repeating: 0, count: size)
        values = Array(repeating: 0, count: size)
        for (bits, value) in order {
            var slot = Int(truncatingIfNeeded: CodeKey(bits: bits).hash) & (size - 1)
            while keys[slot] != 0 { slot = (slot + 1) & (size - 1) }
            keys[slot] = bits
            values[slot] = value
        }
    }
}

extension CodeKey {
    init(bits: UInt128) { self.bits = bits }
}
