import Synchronization

/// Elements that are created when they are first needed. They are stored outside of any object, so that readers avoid
/// reference counting.
///
/// Reading is one inlined load. The functions of `AtomicLazyReference` are not inlined, and each call looks up the
/// metadata of the reference's type.
///
/// SAFETY: The pointer is stored once, after its elements are complete. The elements are freed only with this value,
/// and are `Sendable`.
@safe struct LazyMemory<Element: ~Copyable & Sendable>: ~Copyable, @unchecked Sendable {
    private let pointer = unsafe Atomic<UnsafeMutablePointer<Element>?>(nil)

    /// The first element, valid while this value lives; `nil` before the elements are stored.
    @inline(__always)
    var start: UnsafeMutablePointer<Element>? { unsafe pointer.load(ordering: .acquiring) }

    /// Stores a single element. If another thread was faster, returns the element of that thread.
    func store(_ element: consuming Element) -> UnsafeMutablePointer<Element> {
        let made = UnsafeMutablePointer<Element>.allocate(capacity: 1)
        unsafe made.initialize(to: element)
        return unsafe store(made)
    }

    private func store(_ made: UnsafeMutablePointer<Element>) -> UnsafeMutablePointer<Element> {
        let (isStored, earlier) = unsafe pointer.compareExchange(
            expected: nil, desired: made, ordering: .acquiringAndReleasing)
        if isStored { return unsafe made }
        unsafe Self.free(made)
        return unsafe earlier!
    }

    /// Deinitializes only the first element, because the elements of an array are trivial (`BitwiseCopyable`).
    private static func free(_ start: UnsafeMutablePointer<Element>) {
        unsafe start.deinitialize(count: 1)
        unsafe start.deallocate()
    }

    deinit {
        if let start = unsafe start { unsafe Self.free(start) }
    }
}

extension LazyMemory where Element: BitwiseCopyable {
    /// Stores elements. If another thread was faster, returns the elements of that thread.
    func store(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
        // SAFETY: The allocation has room for all elements.
        let made = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
        for place in elements.indices { unsafe (made + place).initialize(to: elements[place]) }
        return unsafe store(made)
    }
}
