/// Values of which each is made when it is first asked for, by any thread.
// SAFETY: the places stay where they are, and change as `MadeOnce` does.
@safe struct MadeOnceList<Value: ~Copyable & Sendable>: ~Copyable, @unchecked Sendable {
    private let start: UnsafeMutablePointer<MadeOnce<Value>>
    /// Values, made or not.
    let count: Int

    init(count: Int) {
        self.count = count
        // SAFETY: all places are initialized, and stay so until `deinit`.
        unsafe start = .allocate(capacity: count)
        for index in 0..<count { unsafe (start + index).initialize(to: MadeOnce()) }
    }

    // SAFETY: as many as were initialized.
    deinit {
        unsafe start.deinitialize(count: count)
        unsafe start.deallocate()
    }

    /// The place of the value at `index`, as `MadeOnce` has it.
    @inline(__always)
    func place(at index: Int, _ make: () -> Value) -> Place<Value> {
        precondition(index >= 0 && index < count)
        return unsafe start[index].place(make)  // SAFETY: checked above.
    }
}
