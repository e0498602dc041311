/// Assigns numbers to the distinct series of a catalog's options, with an open-addressing hash table keyed by the
/// positions of their values.
///
/// Neighboring options usually belong to one series, so most options never reach the table.
struct SeriesNumbering: ~Copyable {
    private var known: [SeriesFields.Places] = []
    private var slots = TrivialArray<UInt32>(repeating: 0, count: 1 << 10)
    private var last = -1

    /// Returns the number of the series with these positions; numbers start at 0, in order of first appearance.
    @inline(__always)
    mutating func number(of places: SeriesFields.Places) -> Int {
        if last >= 0, Self.areEqual(known[last], places) { return last }
        last = find(places)
        return last
    }

    private mutating func find(_ places: SeriesFields.Places) -> Int {
        if 2 * known.count >= slots.count { grow() }
        var slot = Self.hash(places) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if Self.areEqual(known[number], places) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        known.append(places)
        slots[slot] = UInt32(known.count)
        return known.count - 1
    }

    private mutating func grow() {
        slots = TrivialArray(repeating: 0, count: 2 * slots.count)
        for number in known.indices {
            var slot = Self.hash(known[number]) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number + 1)
        }
    }

    /// Returns, for each series number, the position of the series in sort order.
    consuming func ranks() -> TrivialArray<UInt32> {
        let order = known.indices.sorted { Self.precedes(known[$0], known[$1]) }
        var ranks = TrivialArray<UInt32>(repeating: 0, count: known.count)
        for (rank, number) in order.enumerated() { ranks[number] = UInt32(rank) }
        return ranks
    }

    @inline(__always)
    private static func areEqual(_ a: SeriesFields.Places, _ b: SeriesFields.Places) -> Bool {
        let a = a.span
        let b = b.span
        var difference: UInt32 = 0
        for index in a.indices { difference |= a[index] ^ b[index] }
        return difference == 0
    }

    private static func precedes(_ a: SeriesFields.Places, _ b: SeriesFields.Places) -> Bool {
        let a = a.span
        let b = b.span
        for index in a.indices where a[index] != b[index] { return a[index] < b[index] }
        return false
    }

    private static func hash(_ places: SeriesFields.Places) -> Int {
        let places = places.span
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
        for index in places.indices {
            let product = (hash ^ UInt64(places[index])).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
            hash = product.high ^ product.low
        }
        return Int(truncatingIfNeeded: hash &>> 1)
    }
}
