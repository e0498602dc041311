/// Objects of which each is made when it is first asked for, by any thread.
// SAFETY: the places stay where they are, and change as `MadeOnce` does.
@safe struct MadeOnceList<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    private let start: UnsafeMutablePointer<MadeOnce<Object>>
    /// Objects, made or not.
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

    /// The object at `index`, as `MadeOnce` has it.
    @inline(__always)
    func object(at index: Int, _ make: () -> Object) -> Object {
        precondition(index >= 0 && index < count)
        return unsafe start[index].object(make)  // SAFETY: checked above.
    }
}
