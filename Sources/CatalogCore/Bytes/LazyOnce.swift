internal import Synchronization

/// A value that is created lazily and once, by the first thread that needs it.
struct LazyOnce<Value: ~Copyable & Sendable>: ~Copyable, Sendable {
    /// The address of the value's box; 0 before the value is created.
    private let address = Atomic<UInt>(0)

    // SAFETY: `keep` created the box at this address, and nothing else frees it.
    deinit { unsafe StableBox<Value>(address: address.load(ordering: .acquiring))?.free() }

    /// Returns the box of the value, which stays valid while this instance lives. Calls `make` if there is no value
    /// yet.
    ///
    /// If several threads create a value at once, the first one wins. A box instead of a class avoids reference
    /// counting on reads.
    @inline(__always)
    func place(_ make: () -> Value) -> StableBox<Value> {
        // SAFETY: as in `deinit`.
        unsafe StableBox(address: address.load(ordering: .acquiring)) ?? keep(make())
    }

    @inline(never)
    private func keep(_ value: consuming Value) -> StableBox<Value> {
        let made = StableBox(value)
        let (isFirst, known) = address.compareExchange(
            expected: 0, desired: made.address, ordering: .acquiringAndReleasing)
        if isFirst { return made }
        // No other thread has seen the box that lost the race.
        made.free()
        return unsafe StableBox(address: known)!  // SAFETY: as in `deinit`.
    }
}

/// A fixed number of values, each created lazily and once, by the first thread that needs it.
// SAFETY: the elements never move, and each changes only as `LazyOnce` allows.
@safe struct MadeOnceList<Value: ~Copyable & Sendable>: ~Copyable, @unchecked Sendable {
    private let start: UnsafeMutablePointer<LazyOnce<Value>>
    /// The number of values, created or not.
    let count: Int

    init(count: Int) {
        self.count = count
        // SAFETY: all elements are initialized here, and stay initialized until `deinit`.
        unsafe start = .allocate(capacity: count)
        for index in 0..<count { unsafe (start + index).initialize(to: LazyOnce()) }
    }

    // SAFETY: `init` initialized `count` elements.
    deinit {
        unsafe start.deinitialize(count: count)
        unsafe start.deallocate()
    }

    /// Returns the box of the value at `index`. Calls `make` if there is no value yet.
    @inline(__always)
    func place(at index: Int, _ make: () -> Value) -> StableBox<Value> {
        precondition(index >= 0 && index < count)
        return unsafe start[index].place(make)  // SAFETY: checked above.
    }
}
