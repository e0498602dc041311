internal import Synchronization

/// A value that is made when it is first asked for, by any thread.
struct LazyOnce<Value: ~Copyable & Sendable>: ~Copyable, Sendable {
    /// The address of the value's place; 0 before it was made.
    private let address = Atomic<UInt>(0)

    // SAFETY: the address is that of a place that was made by `keep`, and ends nowhere else.
    deinit { unsafe StableBox<Value>(address: address.load(ordering: .acquiring))?.free() }

    /// The value's place, which it has for as long as this lives; made by `make` where there is none yet. Where several threads make one
    /// at once, the first one stays. A place rather than an object: nothing is counted where it is read.
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
        // Nobody else has the one that was made in vain.
        made.free()
        return unsafe StableBox(address: known)!  // SAFETY: as in `deinit`.
    }
}

/// Values of which each is made when it is first asked for, by any thread.
// SAFETY: the places stay where they are, and change as `LazyOnce` does.
@safe struct MadeOnceList<Value: ~Copyable & Sendable>: ~Copyable, @unchecked Sendable {
    private let start: UnsafeMutablePointer<LazyOnce<Value>>
    /// Values, made or not.
    let count: Int

    init(count: Int) {
        self.count = count
        // SAFETY: all places are initialized, and stay so until `deinit`.
        unsafe start = .allocate(capacity: count)
        for index in 0..<count { unsafe (start + index).initialize(to: LazyOnce()) }
    }

    // SAFETY: as many as were initialized.
    deinit {
        unsafe start.deinitialize(count: count)
        unsafe start.deallocate()
    }

    /// The place of the value at `index`, as `LazyOnce` has it.
    @inline(__always)
    func place(at index: Int, _ make: () -> Value) -> StableBox<Value> {
        precondition(index >= 0 && index < count)
        return unsafe start[index].place(make)  // SAFETY: checked above.
    }
}
