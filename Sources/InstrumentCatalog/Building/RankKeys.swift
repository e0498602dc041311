/// By what gathered profiles are ranked before their symbols: how many weights are higher, the standing, the symbol's length, in one number.
/// Of these keys each different one has a number.
struct RankKeys: ~Copyable {
    /// In `numbers`: what stands there is no rank yet.
    static let isNumber: UInt32 = 1 << 31

    /// Of each gathered profile the number of its key, with `isNumber`.
    private var numbers: RawArray<UInt32>
    /// The keys, by number, and how many profiles have each.
    private var keys = RawArray<UInt64>()
    private var counts = RawArray<UInt32>()

    /// The keys of all that was gathered.
    init(_ parts: BuilderParts) {
        var all = RawArray<UInt64>(repeating: 0, count: parts.symbols.value.count)
        Self.weigh(parts, &all)
        numbers = RawArray()
        numbers = number(all)
    }

    /// The number that ranks each profile: how many weights are higher, the standing, the symbol's length.
    private static func weigh(_ parts: BuilderParts, _ keys: inout RawArray<UInt64>) {
        let weights = parts.weightRanks()
        for table in parts.tables {
            table.value.forEachRun(parts, BuilderParts.weightName) { text, rows in
                for row in rows { keys[Int(table.value.rows[row])] = weights[Int(text)] &<< 32 }
            }
            // Those without the field weigh nothing, like those where it is empty.
            if !table.value.hasField(parts, BuilderParts.weightName) {
                for row in 0..<table.value.rows.count {
                    keys[Int(table.value.rows[row])] = weights[0] &<< 32
                }
            }
            table.value.forEachRun(parts, ProfileField.type.name) { text, rows in
                let kind = parts.withText(ProfileField.type, text) { InstrumentType.rank(of: $0) }
                if kind != InstrumentType.rankOfPairs || !parts.ranksQuotes {
                    let standing = UInt64(kind) &<< 28
                    for row in rows { keys[Int(table.value.rows[row])] |= standing }
                    return
                }
                for row in rows {
                    let profile = table.value.rows[row]
                    let standing = parts.symbols.value.withText(profile + 1) { RankStanding.of(kind: kind, symbol: $0) }
                    keys[Int(profile)] |= UInt64(standing) &<< 24
                }
            }
        }
        for index in 0..<keys.count {
            keys[index] |= UInt64(min(parts.symbols.value.length(UInt32(index + 1)), RankOrder.lengthLimit))
        }
    }

    /// The number of each profile's key, with `isNumber`, in the memory of the keys.
    private mutating func number(_ all: consuming RawArray<UInt64>) -> RawArray<UInt32> {
        // Open addressing: a key's number + 1; 0 where free.
        var slots = RawArray<UInt32>(repeating: 0, count: 1 << 10)
        var last: UInt32 = 0
        return all.narrowed { key in
            if keys.isEmpty || keys[Int(last)] != key {
                if 2 * keys.count >= slots.count { grow(&slots) }
                let slot = slot(of: key, slots)
                if slots[slot] == 0 {
                    keys.append(key)
                    counts.append(0)
                    slots[slot] = UInt32(keys.count)
                }
                last = slots[slot] - 1
            }
            counts[Int(last)] &+= 1
            return last | Self.isNumber
        }
    }

    /// Where the number of a key stands, or can stand.
    @inline(__always)
    private func slot(of key: UInt64, _ slots: borrowing RawArray<UInt32>) -> Int {
        let mask = slots.count - 1
        // The upper bits of a product depend on all bits.
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 32) & mask
        while slots[slot] != 0, keys[Int(slots[slot]) - 1] != key { slot = (slot + 1) & mask }
        return slot
    }

    private func grow(_ slots: inout RawArray<UInt32>) {
        slots = RawArray(repeating: 0, count: 4 * slots.count)
        for number in 0..<keys.count { slots[slot(of: keys[number], slots)] = UInt32(number + 1) }
    }

    /// The first row of each key, by number, where only the profiles in `rows` are rows.
    mutating func places(of rows: borrowing RawArray<UInt32>) -> RawArray<UInt32> {
        if rows.count != numbers.count {
            for number in 0..<counts.count { counts[number] = 0 }
            for index in 0..<rows.count { counts[Int(numbers[Int(rows[index])] & ~Self.isNumber)] += 1 }
        }
        let order = sortedNumbers()
        var places = RawArray<UInt32>(repeating: 0, count: keys.count)
        var place: UInt32 = 0
        for index in 0..<order.count {
            places[Int(order[index])] = place
            place += counts[Int(order[index])]
        }
        return places
    }

    /// The numbers of the keys, by key (LSD radix sort).
    private func sortedNumbers() -> RawArray<UInt32> {
        var order = RawArray<UInt32>()
        order.reserve(keys.count)
        var varying: UInt64 = 0
        for number in 0..<keys.count {
            order.append(UInt32(number))
            varying |= keys[number] ^ keys[0]
        }
        var sorted = RawArray<UInt32>(repeating: 0, count: keys.count)
        for shift in stride(from: UInt64(0), to: 64, by: 8) where (varying &>> shift) & 0xFF != 0 {
            var places = InlineArray<257, UInt32>(repeating: 0)
            for index in 0..<order.count {
                places[Int(truncatingIfNeeded: keys[Int(order[index])] &>> shift) & 0xFF + 1] += 1
            }
            for value in 1..<257 { places[value] += places[value - 1] }
            for index in 0..<order.count {
                let value = Int(truncatingIfNeeded: keys[Int(order[index])] &>> shift) & 0xFF
                sorted[Int(places[value])] = order[index]
                places[value] += 1
            }
            swap(&order, &sorted)
        }
        return order
    }

    /// The number of each profile's key, with `isNumber`; taken out.
    mutating func takeNumbers() -> RawArray<UInt32> { numbers.take() }
}
