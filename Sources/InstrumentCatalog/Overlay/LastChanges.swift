internal import Synchronization

/// Maps each symbol to the number of its last change: an append-only hash table whose copies are snapshots. Copies
/// share the table, and appending a change copies nothing.
///
/// A slot contains the number of a symbol's last change across all copies. An older copy follows the chain of the
/// symbol's previous changes until it reaches a change that it includes. Readers and the single writer need no lock.
///
/// ```
/// changes     0: A    1: B    2: A    3: C    4: A
/// slots       A → 4   B → 1   C → 3
/// before      0: –    1: –    2: 0    3: –    4: 2
/// a copy with 3 changes finds for A: 4, which is too new, then 2; for C: 3, which is too new, then no other
/// ```
struct LastChanges: Sendable {
    private var table = Table(capacity: 16)
    /// The number of changes.
    private(set) var count = 0

    /// Returns the number of a symbol's last change; `nil` if the symbol has not changed.
    ///
    /// - Parameter isOfSymbol: A closure that returns whether a change belongs to the symbol, because two symbols may
    ///   have the same hash.
    /// - Complexity: O(1 + changes of the symbol since this copy).
    @inline(__always)
    func number(_ hash: UInt64, _ isOfSymbol: (Int) -> Bool) -> Int? {
        table.number(hash, below: count, isOfSymbol)
    }

    /// Appends a change. Its number is `count` before the call.
    ///
    /// - Parameter previous: The number of the symbol's previous change.
    mutating func append(_ hash: UInt64, previous: Int?) {
        // The table has more changes than this copy if writing some changes to the journal failed. They were not
        // applied, so continue in a new table without them.
        if count == table.capacity || count != table.count { table = Table(table, below: count) }
        table.append(hash, previous.map(UInt32.init) ?? Self.none)
        count += 1
    }

    private static let none = UInt32.max

    /// SAFETY: both blocks have the number of elements given by `capacity`, are initialized from the start, and are
    /// freed only with the table. `@unchecked Sendable`: Slots are atomic. The link from a change to the previous one
    /// is written before the slot that leads to it, and never changes. Only the writer accesses `count`.
    @safe private final class Table: @unchecked Sendable {
        /// The upper half of a hash, followed by a change's number + 1; 0 if the slot is free.
        private typealias Slot = Atomic<UInt64>

        /// The number of changes that the table has room for.
        let capacity: Int
        /// The number of changes.
        private(set) var count = 0
        /// Twice the capacity, so that at least half of the slots are free.
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

        /// Copies the first `count` changes of another table, with twice its capacity.
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

        /// Returns the first slot that `isWanted` accepts. Uses linear probing from the slot that belongs to the upper
        /// half of the hash. Probing terminates because there are always free slots.
        @inline(__always)
        private func firstPlace(_ half: UInt64, _ isWanted: (UInt64) -> Bool) -> Int {
            // The position depends only on the upper bits, which a slot contains. So the slot can be copied to a larger
            // table without the symbol.
            var place = Int((half &* UInt64(slotCount)) >> 32)
            while !isWanted(unsafe slots[place].load(ordering: .acquiring)) {
                place += 1
                if place == slotCount { place = 0 }
            }
            return place
        }

        /// Returns the number of the last change below `count` in a slot's chain.
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
