@_spi(Inlined) public import Scanning
internal import SystemFiles

/// A growable array of trivial values for the builder, without reference counts, exclusivity checks or copy-on-write.
///
/// It grows through `RawMemory.resize`, which remaps pages instead of copying bytes, so a large array is never in
/// memory twice. `precondition` checks indices; loops use `span`.
@usableFromInline @safe package struct TrivialArray<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline var start: UnsafeMutablePointer<Element>?
    /// The number of elements.
    @usableFromInline package internal(set) var count = 0
    @usableFromInline var capacity = 0

    // SAFETY: no memory is allocated yet, and the count is 0.
    @inlinable package init() { unsafe start = nil }

    /// Creates an array of `count` equal elements.
    @inlinable package init(repeating value: Element, count: Int) {
        self.init()
        append(repeating: value, count: count)
    }

    // SAFETY: `RawMemory.resize` allocated `start`.
    deinit { unsafe RawMemory.free(start) }

    @inlinable package var isEmpty: Bool { count == 0 }

    @inline(__always)
    @inlinable package mutating func append(_ element: Element) {
        if count == capacity { reserve(count + 1) }
        // SAFETY: count < capacity.
        unsafe (start! + count).initialize(to: element)
        count &+= 1
    }

    /// Appends all elements of a span.
    @inline(__always)
    @inlinable package mutating func append(_ elements: Span<Element>) {
        if elements.isEmpty { return }
        if elements.count > capacity - count { reserve(count + elements.count) }
        unsafe elements.withUnsafeBufferPointer {
            // SAFETY: there is capacity for all elements. The span can't alias this array, which is being mutated.
            if let source = $0.baseAddress { unsafe (start! + count).initialize(from: source, count: $0.count) }
        }
        count &+= elements.count
    }

    /// Appends a copy of some of the array's own elements.
    @inline(__always)
    @inlinable package mutating func append(copyOf range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        if range.isEmpty { return }
        if range.count > capacity - count { reserve(count + range.count) }
        // SAFETY: the range is inside, and there is capacity for its copy after all elements.
        unsafe (start! + count).initialize(from: start! + range.lowerBound, count: range.count)
        count &+= range.count
    }

    /// Appends `added` equal elements.
    @inlinable package mutating func append(repeating value: Element, count added: Int) {
        if added <= 0 { return }
        reserve(count + added)
        // SAFETY: capacity for all elements was just reserved.
        unsafe (start! + count).initialize(repeating: value, count: added)
        count += added
    }

    /// Returns the elements, and leaves the array empty.
    @inlinable package mutating func take() -> TrivialArray {
        var taken = TrivialArray()
        swap(&taken, &self)
        return taken
    }

    /// Removes the elements after the first `count`.
    @inlinable package mutating func truncate(to newCount: Int) {
        precondition(newCount <= count)
        count = newCount
    }

    /// Reserves capacity for at least `needed` elements. Grows geometrically, so that appending is amortized O(1).
    @inline(never)
    @usableFromInline package mutating func reserve(_ needed: Int) {
        guard needed > capacity else { return }
        let size = max(needed, capacity + capacity / 2, 16)
        // SAFETY: the element is trivial, so its bytes may move; `RawMemory.resize` allocated the old block.
        let moved = unsafe RawMemory.resize(start, to: size * MemoryLayout<Element>.stride)
        guard let moved = unsafe moved else { fatalError("out of memory: \(size) elements of a catalog's builder") }
        unsafe start = moved.assumingMemoryBound(to: Element.self)
        capacity = size
    }

    @inline(__always)
    @inlinable package subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count)
            return unsafe start.unsafelyUnwrapped[index]  // SAFETY: checked above.
        }
        // In place, so that changing one property of an element neither reads nor writes the others.
        _modify {
            precondition(index >= 0 && index < count)
            yield unsafe &start.unsafelyUnwrapped[index]  // SAFETY: checked above.
        }
    }

    /// Converts each element to a type that is no larger, in place, and releases the unused memory.
    @usableFromInline package consuming func narrowed<Narrow: BitwiseCopyable>(_ narrow: (Element) -> Narrow)
        -> TrivialArray<Narrow>
    {
        precondition(MemoryLayout<Narrow>.stride <= MemoryLayout<Element>.stride)
        precondition(MemoryLayout<Narrow>.alignment <= MemoryLayout<Element>.alignment)
        var result = TrivialArray<Narrow>()
        guard let block = unsafe UnsafeMutableRawPointer(start), count > 0 else { return result }
        for index in 0..<count {
            // SAFETY: each write ends at or before the end of the element that was just read.
            let element = unsafe block.load(fromByteOffset: index * MemoryLayout<Element>.stride, as: Element.self)
            unsafe block.storeBytes(
                of: narrow(element), toByteOffset: index * MemoryLayout<Narrow>.stride, as: Narrow.self)
        }
        // SAFETY: the block changes owner. If it can't be shrunk, the old block is still valid.
        unsafe start = nil
        let smaller = unsafe RawMemory.resize(block, to: count * MemoryLayout<Narrow>.stride) ?? block
        unsafe result.start = smaller.bindMemory(to: Narrow.self, capacity: count)
        (result.count, result.capacity) = (count, count)
        return result
    }

    /// Prefetches an element; does nothing outside.
    @inline(__always)
    @usableFromInline package func fetch(_ index: Int) {
        guard index >= 0, index < count else { return }
        // SAFETY: 0 ≤ index < count; nothing is read.
        unsafe ProcessorCache.fetch(start.unsafelyUnwrapped + index)
    }

    /// The elements, valid while the array is borrowed.
    @inlinable package var span: Span<Element> {
        @_lifetime(borrow self)
        @inline(__always)
        get {
            // SAFETY: `count` elements are initialized, and the array outlives the span.
            let elements = unsafe UnsafeBufferPointer(start: start, count: count)
            return unsafe _overrideLifetime(Span(_unsafeElements: elements), borrowing: self)
        }
    }

    /// The address of the elements, valid until the next append or `deinit`; `nil` if nothing was ever allocated.
    // SAFETY: the caller must read at most `count` elements, and only while the address is valid.
    @inlinable @unsafe package var address: UnsafeRawPointer? { unsafe UnsafeRawPointer(start) }

    /// The elements as a mutable span.
    @inlinable package var mutableSpan: MutableSpan<Element> {
        @_lifetime(&self)
        @inline(__always)
        mutating get {
            // SAFETY: `count` elements are initialized, and the array is accessed exclusively while the span lives.
            let elements = unsafe UnsafeMutableBufferPointer(start: start, count: count)
            return unsafe _overrideLifetime(MutableSpan(_unsafeElements: elements), mutating: &self)
        }
    }
}

extension TrivialArray: ByteOutput where Element == UInt8 {
    @inline(__always)
    @inlinable package mutating func append(span: Span<UInt8>) { append(span) }
}

extension TrivialArray<UInt8> {
    /// Appends all bytes of a span. Copies short spans inline, where a call would cost more than the copy.
    @inline(__always)
    @inlinable package mutating func append(_ bytes: Span<UInt8>) {
        let added = bytes.count
        if added == 0 { return }
        if added > capacity - count { reserve(count + added) }
        // SAFETY: there is capacity for all bytes, and each copied range is inside both blocks. The span can't alias
        // this array, which is being mutated.
        unsafe bytes.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            let target = unsafe UnsafeMutableRawPointer(start! + count)
            if added > 16 {
                unsafe target.copyMemory(from: source, byteCount: added)
            } else if added >= 8 {
                unsafe Self.copyEnds(UInt64.self, source, target, added)
            } else if added >= 4 {
                unsafe Self.copyEnds(UInt32.self, source, target, added)
            } else {
                for offset in 0..<added {
                    unsafe target.storeBytes(
                        of: source.load(fromByteOffset: offset, as: UInt8.self), toByteOffset: offset, as: UInt8.self)
                }
            }
        }
        count &+= added
    }

    /// Copies a block with two overlapping loads and stores of one number each.
    // SAFETY: both blocks must have `count` bytes: at least the size of a number, at most twice as many.
    @inline(__always)
    @inlinable @unsafe static func copyEnds<Number: FixedWidthInteger & BitwiseCopyable>(
        _: Number.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int
    ) {
        let last = count &- MemoryLayout<Number>.size
        let (head, tail) = unsafe (
            source.loadUnaligned(as: Number.self), source.loadUnaligned(fromByteOffset: last, as: Number.self)
        )
        unsafe target.storeBytes(of: head, as: Number.self)
        unsafe target.storeBytes(of: tail, toByteOffset: last, as: Number.self)
    }

    /// Appends the bytes of a number in native byte order.
    @inline(__always)
    @inlinable package mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(bytesOf number: Number) {
        let size = MemoryLayout<Number>.size
        if capacity - count < size { reserve(count + size) }
        // SAFETY: capacity for the bytes was reserved.
        unsafe UnsafeMutableRawPointer(start! + count).storeBytes(of: number, as: Number.self)
        count &+= size
    }

    /// Returns the number at `offset` in native byte order.
    @inline(__always)
    @inlinable func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
        precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
        // SAFETY: all bytes are inside, as checked above.
        return unsafe UnsafeRawPointer(start.unsafelyUnwrapped + offset).loadUnaligned(as: Number.self)
    }

    /// Overwrites the bytes at `offset` with a number in native byte order.
    @inline(__always)
    @inlinable mutating func put<Number: FixedWidthInteger & BitwiseCopyable>(bytesOf number: Number, at offset: Int) {
        precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
        // SAFETY: all bytes are inside, as checked above.
        unsafe UnsafeMutableRawPointer(start! + offset).storeBytes(of: number, as: Number.self)
    }
}

// The array is the only owner of its memory.
extension TrivialArray: @unchecked Sendable where Element: Sendable {}
