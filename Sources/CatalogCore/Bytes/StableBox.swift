/// A value at a fixed place in memory, which several may hold: neither reference counts nor exclusivity checks stand between a
/// record's field and its column, as they would with classes.
///
/// Whoever makes a place ends it (`free`), after all who hold it have done with it: `BuilderStorage` for the builder, `PlaceOwner`
/// for those that it made.
// Shared for reading only, once the builder has stopped growing.
@usableFromInline @safe package struct StableBox<Value: ~Copyable>: BitwiseCopyable, @unchecked Sendable {
    @usableFromInline let pointer: UnsafeMutablePointer<Value>

    @inlinable package init(_ value: consuming Value) {
        // SAFETY: room for one is allocated, and initialized at once.
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: value)
    }

    /// The place at an address that a place had; `nil` for 0.
    ///
    /// SAFETY: the caller's: the value wasn't ended since.
    @inline(__always)
    @unsafe init?(address: UInt) {
        guard let pointer = unsafe UnsafeMutablePointer<Value>(bitPattern: address) else { return nil }
        unsafe self.pointer = pointer
    }

    /// Where the value is; never 0.
    var address: UInt { UInt(bitPattern: unsafe pointer) }

    /// The value, in place.
    @inline(__always)
    @inlinable package var value: Value {
        // SAFETY: initialized until `free`.
        unsafeAddress { unsafe UnsafePointer(pointer) }
        nonmutating unsafeMutableAddress { unsafe pointer }
    }

    /// Ends the value.
    @inlinable package func free() {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }
}

/// Makes places, and ends them with itself.
@usableFromInline package final class PlaceOwner<Value: ~Copyable> {
    @usableFromInline var places: [StableBox<Value>] = []

    @inlinable package init() {}

    /// A place for `value`, for as long as the owner lives.
    @inlinable package func make(_ value: consuming Value) -> StableBox<Value> {
        let place = StableBox(value)
        places.append(place)
        return place
    }

    @inlinable deinit { for place in places { place.free() } }
}
