import Synchronization

/// The blocks of a schedule that were asked for, by number: one or two loads for a reader, no lock, and no reference counted.
///
/// A slot is filled once, by whoever makes its block first, and emptied only when the store goes: what a reader finds stays.
/// Blocks outside the window are never kept, so a store has a largest size, about half a megabyte.
///
/// `@unchecked Sendable`: all that changes is atomic.
struct BlockStore: ~Copyable, @unchecked Sendable {
    private typealias Slot = Atomic<Unmanaged<DayBlock.Storage>?>

    /// The blocks of 1949-11-07 to 2075-02-19.
    static let firstKept = -115
    static let count = 715

    /// The slots, allocated with the first block: most schedules of a large file are never asked.
    private let slots = unsafe Atomic<UnsafeMutablePointer<Slot>?>(nil)

    init() {}

    deinit {
        guard let slots = unsafe slots.load(ordering: .acquiring) else { return }
        for place in 0..<Self.count { unsafe slots[place].load(ordering: .acquiring)?.release() }
        // SAFETY: all slots were initialized in `allocated`, and nobody reads from a store that goes.
        unsafe slots.deinitialize(count: Self.count)
        unsafe slots.deallocate()
    }

    /// Calls `body` with the block that is kept in a slot; `nil` where none is.
    ///
    /// - Parameter slot: 0..<`count`.
    @inline(__always)
    func withBlock<Result>(inSlot slot: Int, _ body: (DayBlock) -> Result?) -> Result? {
        // SAFETY: `slot` is checked by the caller; a block that a slot holds lives as long as the store.
        guard let slots = unsafe slots.load(ordering: .acquiring),
            let block = unsafe slots[slot].load(ordering: .acquiring)
        else { return nil }
        return unsafe block._withUnsafeGuaranteedRef { body(DayBlock(storage: $0)) }
    }

    /// The block of a number: the one that is kept, else one made now, and kept if it lies in the window.
    func block(_ number: Int, make: () -> DayBlock) -> DayBlock {
        let slot = number - Self.firstKept
        guard slot >= 0, slot < Self.count else { return make() }
        if let kept = withBlock(inSlot: slot, { $0 }) { return kept }
        let slots = unsafe allocated()
        let made = make()
        // SAFETY: the slot takes over one reference, given back if another thread was faster.
        let reference = unsafe Unmanaged.passRetained(made.storage)
        let (isFirst, earlier) = unsafe slots[slot].compareExchange(
            expected: nil, desired: reference, ordering: .acquiringAndReleasing)
        if isFirst { return made }
        unsafe reference.release()
        return unsafe earlier.map { DayBlock(storage: $0.takeUnretainedValue()) } ?? made
    }

    private func allocated() -> UnsafeMutablePointer<Slot> {
        if let slots = unsafe slots.load(ordering: .acquiring) { return unsafe slots }
        let fresh = UnsafeMutablePointer<Slot>.allocate(capacity: Self.count)
        for place in 0..<Self.count { unsafe (fresh + place).initialize(to: Slot(nil)) }
        let (isFirst, earlier) = unsafe slots.compareExchange(
            expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
        if isFirst { return unsafe fresh }
        unsafe fresh.deinitialize(count: Self.count)
        unsafe fresh.deallocate()
        return unsafe earlier!
    }
}
