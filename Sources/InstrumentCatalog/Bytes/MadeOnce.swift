internal import Synchronization

/// An object that is made when it is first asked for, by any thread.
@safe struct MadeOnce<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The address of the object, which is retained; 0 before it was made.
    private let address = Atomic<UInt>(0)

    // SAFETY: the address is that of an object that `object` retained.
    deinit {
        unsafe UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).map {
            unsafe Unmanaged<Object>.fromOpaque($0).release()
        }
    }

    /// The object, made by `make` where there is none yet. Where several threads make one at once, the first one stays.
    @inline(__always)
    func object(_ make: () -> Object) -> Object {
        // SAFETY: as in `deinit`; the object lives as long as this value.
        if let known = unsafe UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) {
            return unsafe Unmanaged<Object>.fromOpaque(known).takeUnretainedValue()
        }
        return keep(make())
    }

    @inline(never)
    private func keep(_ made: Object) -> Object {
        let kept = unsafe Unmanaged.passRetained(made)
        let place = UInt(bitPattern: unsafe kept.toOpaque())
        let (isFirst, known) = address.compareExchange(expected: 0, desired: place, ordering: .acquiringAndReleasing)
        if isFirst { return made }
        // SAFETY: nobody else has the one that was made in vain; the other is as in `object`.
        unsafe kept.release()
        return unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(bitPattern: known)!).takeUnretainedValue()
    }
}
