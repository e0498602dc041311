internal import Synchronization

/// The number of the last change of each symbol: a table that grows only, whose copies go on showing what they showed. Copies share
/// the table, and nothing is copied for a change.
///
/// A slot has a symbol's last change, whoever made it; a copy that is older goes from there to the changes before, until it comes to
/// one that it has. Readers and the one writer need no lock.
///
/// ```
/// changes     0: A    1: B    2: A    3: C    4: A
/// slots       A → 4   B → 1   C → 3
/// before      0: –    1: –    2: 0    3: –    4: 2
/// a copy of 3 changes finds of A: 4, which it hasn't, then 2; of C: 3, which it hasn't, and none before
/// ```
struct LastChanges: Sendable {
    private var table = Table(capacity: 16)
    /// Changes.
    private(set) var count = 0

    /// The number of a symbol's last change; `nil` where it hasn't changed.
    ///
    /// - Parameter isOfSymbol: whether a change is of that symbol: two may have one hash.
    /// - Complexity: O(1), and the symbol's changes since this copy.
    @inline(__always)
    func number(_ hash: UInt64, _ isOfSymbol: (Int) -> Bool) -> Int? {
        table.number(hash, below: count, isOfSymbol)
    }

    /// Appends a change, whose number is the count before.
    ///
    /// - Parameter previous: the symbol's last change so far.
    mutating func append(_ hash: UInt64, previous: Int?) {
        // Where the table has more, they are changes that couldn't be kept, which this copy never had.
        if count == table.capacity || count != table.count { table = Table(table, below: count) }
        table.append(hash, previous.map(UInt32.init) ?? Self.none)
        count += 1
    }

    private static let none = UInt32.max

    /// SAFETY: both blocks have the places that `capacity` says, initialized from the start, and are freed with the table alone.
    /// `@unchecked Sendable`: slots are atomic; what stands before a change is written before the slot that leads to it, and never
    /// changes; `count` is the writer's.
    @safe private final class Table: @unchecked Sendable {
        /// The high half of a hash, then a change's number and 1 more; 0 for none.
        private typealias Slot = Atomic<UInt64>

        /// Changes that there is room for.
        let capacity: Int
        /// Changes.
        private(set) var count = 0
        /// Twice the capacity, so that at least half of them are empty.
        private let slotCount: Int
        private let slots: UnsafeMutablePointer<Slot>
        private let before: UnsafeMutablePointer<UInt32>

        init(capacity: Int) {
            self.capacity = capacity
            let slotCount = 2 * capacity
            self.slotCount = slotCount
            unsafe slots = .allocate(capacity: slotCount)
            for slot in 0..<slotCount { unsafe (slots + slot).initialize(to: Slot(0)) }
            unsafe before = .allocate(capacity: capacity)
            unsafe before.initialize(repeating: 0, count: capacity)
        }

        /// The first changes of another table, and room for as many more.
        convenience init(_ other: Table, below count: Int) {
            self.init(capacity: max(16, 2 * count))
            unsafe before.update(from: other.before, count: count)
            self.count = count
            for place in 0..<other.slotCount {
                let slot = unsafe other.slots[place].load(ordering: .relaxed)
                if slot == 0 { continue }
                let number = other.number(in: slot, below: count)
                if number != LastChanges.none { put(slot >> 32, number, in: firstPlace(slot >> 32) { $0 == 0 }) }
            }
        }

        deinit {
            unsafe slots.deinitialize(count: slotCount)
            unsafe slots.deallocate()
            unsafe before.deallocate()
        }

        @inline(__always)
        func number(_ hash: UInt64, below count: Int, _ isOfSymbol: (Int) -> Bool) -> Int? {
            var found: Int?
            _ = firstPlace(hash >> 32) { slot in
                if slot == 0 { return true }
                guard slot >> 32 == hash >> 32 else { return false }
                let number = number(in: slot, below: count)
                guard number != LastChanges.none, isOfSymbol(Int(number)) else { return false }
                found = Int(number)
                return true
            }
            return found
        }

        func append(_ hash: UInt64, _ previous: UInt32) {
            let number = UInt32(count)
            unsafe before[count] = previous
            count += 1
            let wanted = previous == LastChanges.none ? 0 : Self.slot(hash >> 32, previous)
            put(hash >> 32, number, in: firstPlace(hash >> 32) { $0 == wanted })
        }

        /// The first place from that of a hash's high half on whose slot is the wanted one; an empty one comes before all have been seen.
        @inline(__always)
        private func firstPlace(_ half: UInt64, _ isWanted: (UInt64) -> Bool) -> Int {
            // The upper bits, so that a slot tells its place in a larger table.
            var place = Int((half &* UInt64(slotCount)) >> 32)
            while !isWanted(unsafe slots[place].load(ordering: .acquiring)) {
                place += 1
                if place == slotCount { place = 0 }
            }
            return place
        }

        /// The last change below `count` of a slot's symbol.
        @inline(__always)
        private func number(in slot: UInt64, below count: Int) -> UInt32 {
            var number = UInt32(truncatingIfNeeded: slot) &- 1
            while number >= count, number != LastChanges.none { number = unsafe before[Int(number)] }
            return number
        }

        private func put(_ half: UInt64, _ number: UInt32, in place: Int) {
            unsafe slots[place].store(Self.slot(half, number), ordering: .releasing)
        }

        private static func slot(_ half: UInt64, _ number: UInt32) -> UInt64 { half << 32 | UInt64(number + 1) }
    }
}
