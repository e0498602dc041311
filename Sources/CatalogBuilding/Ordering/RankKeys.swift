/// The sort keys of profiles. Profiles with equal keys are ordered by symbol. A key combines three values in one
/// integer: the number of higher weights, the standing (16 bits), and the length of the symbol (16 bits). Each distinct
/// key has a number.
struct RankKeys: ~Copyable {
    /// A flag in `numbers` that marks a key number, before it is replaced by a rank.
    static let isNumber: UInt32 = 1 << 31

    /// The key number of each gathered profile, with `isNumber`.
    private var numbers: TrivialArray<UInt32>
    /// The keys by number, and the number of profiles with each. Intermediate keys have a count of 0.
    private var keys = TrivialArray<UInt64>()
    private var counts = TrivialArray<UInt32>()
    /// An open-addressing hash table of key numbers + 1; 0 if the slot is free.
    private var slots = TrivialArray<UInt32>(repeating: 0, count: 1 << 10)
    /// The result of the last look-up.
    private var last: UInt32 = 0

    /// Computes the keys of all gathered profiles.
    ///
    /// Keys are built one component at a time. After each step, a profile stores only the number of its incomplete key,
    /// which is four bytes. `CompanyListings` needs more for stocks and funds while their standings are added.
    ///
    /// - Parameter rows: The profiles that become rows, if not all do; otherwise empty.
    init(_ parts: BuilderStorage, rows: borrowing TrivialArray<UInt32> = TrivialArray()) {
        numbers = TrivialArray(repeating: 0, count: parts.symbols.value.count)
        last = findNumber(of: 0)
        addWeights(parts)
        addStandings(parts, rows: rows)
        for index in 0..<numbers.count {
            add(UInt64(min(parts.symbols.value.length(UInt32(index + 1)), RankOrder.lengthLimit)), to: index)
            counts[Int(numbers[index])] &+= 1
            numbers[index] |= Self.isNumber
        }
    }

    /// Adds the number of higher weights to the keys.
    private mutating func addWeights(_ parts: BuilderStorage) {
        let weights = parts.weightRanks()
        for table in parts.tables {
            table.value.forEachRun(parts, BuilderStorage.weightName) { text, rows in
                let number = self.number(of: weights[Int(text)] &<< 32)
                for row in rows { numbers[Int(table.value.numbers[row])] = number }
            }
            // Profiles without the field have the weight of the empty text.
            if table.value.hasField(parts, BuilderStorage.weightName) { continue }
            let number = self.number(of: weights[0] &<< 32)
            for row in 0..<table.value.numbers.count { numbers[Int(table.value.numbers[row])] = number }
        }
    }

    private mutating func addStandings(_ parts: BuilderStorage, rows: borrowing TrivialArray<UInt32>) {
        if let standings = parts.standings {
            // There are more standings than profiles if the changes of a damaged file repeat a symbol.
            for (profile, standing) in standings.prefix(numbers.count).enumerated() { add(standing, to: profile) }
            return
        }
        let listings = CompanyListings(parts, rows: rows)
        for (number, table) in parts.tables.enumerated() {
            table.value.forEachRun(parts, ProfileField.type.name) { text, rows in
                let kind = parts.withText(ProfileField.type, text) { InstrumentType.rank(of: $0) }
                if RankStanding.isListed(kind: kind) {
                    for row in rows {
                        add(listings.standing(table: number, row, kind: kind), to: Int(table.value.numbers[row]))
                    }
                } else if kind == InstrumentType.rankOfPairs {
                    for row in rows {
                        let profile = table.value.numbers[row]
                        let standing = parts.symbols.value.withText(profile + 1) { symbol in
                            RankStanding(kind: kind, symbol: symbol)
                        }
                        add(standing, to: Int(profile))
                    }
                } else {
                    let standing = RankStanding(kind: kind, symbol: Span())
                    for row in rows { add(standing, to: Int(table.value.numbers[row])) }
                }
            }
        }
    }

    @inline(__always)
    private mutating func add(_ standing: RankStanding, to profile: Int) {
        add(UInt64(standing.rawValue) &<< 16, to: profile)
    }

    /// Adds a component to the key of a profile. Precondition: the component is not in the key yet.
    @inline(__always)
    private mutating func add(_ part: UInt64, to profile: Int) {
        numbers[profile] = number(of: keys[Int(numbers[profile])] | part)
    }

    /// Returns the number of a key, which is added if it is new.
    @inline(__always)
    private mutating func number(of key: UInt64) -> UInt32 {
        if keys[Int(last)] != key { last = findNumber(of: key) }
        return last
    }

    private mutating func findNumber(of key: UInt64) -> UInt32 {
        if 2 * keys.count >= slots.count { grow() }
        let slot = slot(of: key)
        if slots[slot] == 0 {
            keys.append(key)
            counts.append(0)
            slots[slot] = UInt32(keys.count)
        }
        return slots[slot] - 1
    }

    /// Returns the slot that contains the number of a key, or the free slot for it.
    @inline(__always)
    private func slot(of key: UInt64) -> Int {
        let mask = slots.count - 1
        // The upper bits of the product depend on all bits of the key.
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 32) & mask
        while slots[slot] != 0, keys[Int(slots[slot]) - 1] != key { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        slots = TrivialArray(repeating: 0, count: 4 * slots.count)
        for number in 0..<keys.count { slots[slot(of: keys[number])] = UInt32(number + 1) }
    }

    /// Returns the first row of each key, by number, if only the profiles in `rows` become rows.
    ///
    /// - Parameter standings: Receives the standing of each row.
    mutating func places(
        of rows: borrowing TrivialArray<UInt32>, standings: inout TrivialArray<UInt16>
    ) -> TrivialArray<UInt32> {
        if rows.count != numbers.count {
            for number in 0..<counts.count { counts[number] = 0 }
            for index in 0..<rows.count { counts[Int(numbers[Int(rows[index])] & ~Self.isNumber)] += 1 }
        }
        let order = sortedNumbers()
        var places = TrivialArray<UInt32>(repeating: 0, count: keys.count)
        var place: UInt32 = 0
        for index in 0..<order.count {
            let number = Int(order[index])
            places[number] = place
            place += counts[number]
            let standing = UInt16(truncatingIfNeeded: keys[number] &>> 16)
            standings.append(repeating: standing, count: Int(counts[number]))
        }
        return places
    }

    /// Returns the key numbers in ascending order of keys (LSD radix sort).
    private func sortedNumbers() -> TrivialArray<UInt32> {
        var order = TrivialArray<UInt32>()
        order.reserve(keys.count)
        var varying: UInt64 = 0
        for number in 0..<keys.count {
            order.append(UInt32(number))
            varying |= keys[number] ^ keys[0]
        }
        var sorted = TrivialArray<UInt32>(repeating: 0, count: keys.count)
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

    /// Moves `numbers` out of this value: the key number of each profile, with the flag `isNumber`.
    mutating func takeNumbers() -> TrivialArray<UInt32> { numbers.take() }
}
