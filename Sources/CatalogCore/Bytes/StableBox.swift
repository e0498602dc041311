/// A value at a fixed address that several owners can share. Unlike an object of a class, it needs no reference
/// counting and no exclusivity checks.
///
/// The creator of a box must `free` it after its last use: `BuilderStorage` for the builder, `PlaceOwner` for the boxes
/// that it created. The value does not change after the builder has stopped growing.
@usableFromInline @safe package struct StableBox<Value: ~Copyable>: BitwiseCopyable, @unchecked Sendable {
    @usableFromInline let pointer: UnsafeMutablePointer<Value>

    @inlinable package init(_ value: consuming Value) {
        // SAFETY: memory for one value is allocated and initialized at once.
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: value)
    }

    /// Creates the box from the address of an existing box; `nil` if `address` is 0.
    ///
    /// SAFETY: the value must not have been freed.
    @inline(__always)
    @unsafe init?(address: UInt) {
        guard let pointer = unsafe UnsafeMutablePointer<Value>(bitPattern: address) else { return nil }
        unsafe self.pointer = pointer
    }

    /// The address of the value; never 0.
    var address: UInt { UInt(bitPattern: unsafe pointer) }

    /// The value, accessed in place.
    @inline(__always)
    @inlinable package var value: Value {
        // SAFETY: initialized until `free`.
        unsafeAddress { unsafe UnsafePointer(pointer) }
        nonmutating unsafeMutableAddress { unsafe pointer }
    }

    /// Deinitializes the value and frees its memory.
    @inlinable package func free() {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }
}

/// Creates boxes, and frees them when it is deinitialized.
@usableFromInline package final class PlaceOwner<Value: ~Copyable> {
    @usableFromInline var places: [StableBox<Value>] = []

    @inlinable package init() {}

    /// Returns a box of `value` that is valid while the owner lives.
    @inlinable package func make(_ value: consuming Value) -> StableBox<Value> {
        let place = StableBox(value)
        places.append(place)
        return place
    }

    @inlinable deinit { for place in places { place.free() } }
}
