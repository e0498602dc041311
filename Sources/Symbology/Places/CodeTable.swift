import Scanning

/// The kind of a code in the table of places. Codes of different kinds never conflict.
enum CodeKind: UInt8 {
    case terminal = 1, ric, yahooLike, chart, mic, country
    /// Codes of chart services that denote price feeds instead of markets.
    case currencyFeed, cryptoFeed, indexFeed
    /// A code of an index, in any scheme.
    case index
    /// The roots of futures products: of exchanges, of terminals by sector, of RICs and of finance sites.
    case root, terminalIndexRoot, terminalCommodityRoot, terminalCurrencyRoot, ricRoot, yahooRoot
    case currency, crypto, quote
    /// Further names of currencies, crypto assets, indexes and products. The key contains a hash of the name.
    case alias
    /// A MIC. The value is the place that a scheme writes for the market.
    case writtenTerminal, writtenRic, writtenYahooLike, writtenChart
    /// The MIC of a market with futures.
    case futuresMarket
    /// The MIC of a stock venue.
    case venue
    /// The words of a name that restricts a search: of a country, venue, currency or type of instruments.
    case name
}

/// A code of up to 15 bytes and its kind in one number, for fast comparison.
struct CodeKey: Hashable {
    let bits: UInt128

    /// Creates a key from bytes, unchanged; `nil` if `text` is empty or longer than 15 bytes.
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

    /// Creates a key from the words of a name, of any length; `nil` if the name is empty. For a name of more than 15
    /// bytes, the key contains a hash, and bytes that do not occur in UTF-8 text.
    init?(name: Span<UInt8>) {
        if name.count <= 15 {
            self.init(.name, name)
        } else {
            let high = UInt64(CodeKind.name.rawValue) << 56 | 0xFF_FFFF_FFFF_FFFF
            self.init(bits: UInt128(_low: ByteHash.hash(name), _high: high))
        }
    }

    init?(_ kind: CodeKind, _ text: String) { self.init(kind, text.utf8Span.span) }

    /// A multiplicative hash. Use its highest bits, because they are mixed best.
    var hash: UInt64 {
        let mixed = (bits._low ^ bits._high &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed >> 32
    }
}

/// A multimap from codes to values, with open addressing and linear probing. Values of a code remain in insertion
/// order.
struct CodeTable: Sendable {
    private var keys: [UInt128] = Array(repeating: 0, count: 1024)
    private var values: [Int32] = Array(repeating: 0, count: 1024)
    private var count = 0

    /// Adds a value after the code's existing ones.
    mutating func insert(_ value: Int, for key: CodeKey) {
        if (count + 1) * 3 > keys.count { grow() }
        var slot = Int(truncatingIfNeeded: key.hash) & (keys.count - 1)
        while keys[slot] != 0 { slot = (slot + 1) & (keys.count - 1) }
        keys[slot] = key.bits
        values[slot] = Int32(value)
        count += 1
    }

    /// Returns the first value of a code; `nil` if the code has none.
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

    /// Calls `body` with each value of a code, in order.
    func forEach(_ key: CodeKey, _ body: (Int) -> Void) {
        var slot = Int(truncatingIfNeeded: key.hash) & (keys.count - 1)
        while keys[slot] != 0 {
            if keys[slot] == key.bits { body(Int(values[slot])) }
            slot = (slot + 1) & (keys.count - 1)
        }
    }

    /// Doubles the capacity. The values are inserted again in probing order, so values of one code stay in order.
    private mutating func grow() {
        var order: [(UInt128, Int32)] = []
        order.reserveCapacity(count)
        // Start after a free slot, because a run of used slots may wrap around the end.
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
