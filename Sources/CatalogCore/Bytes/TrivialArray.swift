@_spi(Inlined) public import Scanning
internal import SystemFiles

/// A growable array of plain values for the builder: no reference counts, no exclusivity checks, no copy on write, and
/// growth through `RawMemory.resize`, which moves pages instead of bytes, so that a large array never stands in memory twice.
///
/// Indices are checked by `precondition`; `elements` gives a span for loops.
@usableFromInline @safe package struct TrivialArray<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline var start: UnsafeMutablePointer<Element>?
    /// Elements in the array.
    @usableFromInline package internal(set) var count = 0
    @usableFromInline var capacity = 0

    // SAFETY: no memory yet, and a count of 0.
    @inlinable package init() { unsafe start = nil }

    /// `count` elements of one value.
    @inlinable package init(repeating value: Element, count: Int) {
        self.init()
        append(repeating: value, count: count)
    }

    // SAFETY: `start` came from `RawMemory.resize`.
    deinit { unsafe RawMemory.free(start) }

    @inlinable package var isEmpty: Bool { count == 0 }

    @inline(__always)
    @inlinable package mutating func append(_ element: Element) {
        if count == capacity { reserve(count + 1) }
        // SAFETY: count < capacity.
        unsafe (start! + count).initialize(to: element)
        count &+= 1
    }

    /// Appends all of a span.
    @inline(__always)
    @inlinable package mutating func append(_ elements: Span<Element>) {
        if elements.isEmpty { return }
        if elements.count > capacity - count { reserve(count + elements.count) }
        unsafe elements.withUnsafeBufferPointer {
            // SAFETY: room for all of them was made; a span of this very array can't be held while it is mutated.
            if let source = $0.baseAddress { unsafe (start! + count).initialize(from: source, count: $0.count) }
        }
        count &+= elements.count
    }

    /// Appends a copy of some of its own elements.
    @inline(__always)
    @inlinable package mutating func append(copyOf range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        if range.isEmpty { return }
        if range.count > capacity - count { reserve(count + range.count) }
        // SAFETY: the range lies inside, and room for its copy was made after all elements.
        unsafe (start! + count).initialize(from: start! + range.lowerBound, count: range.count)
        count &+= range.count
    }

    /// Appends `added` elements of one value.
    @inlinable package mutating func append(repeating value: Element, count added: Int) {
        if added <= 0 { return }
        reserve(count + added)
        // SAFETY: room for all of them was just made.
        unsafe (start! + count).initialize(repeating: value, count: added)
        count += added
    }

    /// All elements, which are forgotten here.
    @inlinable package mutating func take() -> TrivialArray {
        var taken = TrivialArray()
        swap(&taken, &self)
        return taken
    }

    /// Forgets the elements after the first `count`.
    @inlinable package mutating func truncate(to newCount: Int) {
        precondition(newCount <= count)
        count = newCount
    }

    /// Makes room for `needed` elements; more than asked for, so that appending stays cheap.
    @inline(never)
    @usableFromInline package mutating func reserve(_ needed: Int) {
        guard needed > capacity else { return }
        let size = max(needed, capacity + capacity / 2, 16)
        // SAFETY: the element is plain, so its bytes may move; the old block came from the same function.
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
        // In place, so that a change of one property of an element neither reads nor writes the others.
        _modify {
            precondition(index >= 0 && index < count)
            yield unsafe &start.unsafelyUnwrapped[index]  // SAFETY: checked above.
        }
    }

    /// What `narrow` makes of each element, which is no larger, in the elements' own memory; the rest of it is given back.
    @usableFromInline package consuming func narrowed<Narrow: BitwiseCopyable>(_ narrow: (Element) -> Narrow)
        -> TrivialArray<Narrow>
    {
        precondition(MemoryLayout<Narrow>.stride <= MemoryLayout<Element>.stride)
        precondition(MemoryLayout<Narrow>.alignment <= MemoryLayout<Element>.alignment)
        var result = TrivialArray<Narrow>()
        guard let block = unsafe UnsafeMutableRawPointer(start), count > 0 else { return result }
        for index in 0..<count {
            // SAFETY: what is written ends where the element that was just read does, or before.
            let element = unsafe block.load(fromByteOffset: index * MemoryLayout<Element>.stride, as: Element.self)
            unsafe block.storeBytes(
                of: narrow(element), toByteOffset: index * MemoryLayout<Narrow>.stride, as: Narrow.self)
        }
        // SAFETY: the block is handed over. One that can't be made smaller is still there.
        unsafe start = nil
        let smaller = unsafe RawMemory.resize(block, to: count * MemoryLayout<Narrow>.stride) ?? block
        unsafe result.start = smaller.bindMemory(to: Narrow.self, capacity: count)
        (result.count, result.capacity) = (count, count)
        return result
    }

    /// Lets the processor fetch an element while it goes on; nothing happens outside.
    @inline(__always)
    @usableFromInline package func fetch(_ index: Int) {
        guard index >= 0, index < count else { return }
        // SAFETY: 0 ≤ index < count; nothing is read.
        unsafe ProcessorCache.fetch(start.unsafelyUnwrapped + index)
    }

    /// The elements, for the time that the array is borrowed.
    @inlinable package var span: Span<Element> {
        @_lifetime(borrow self)
        @inline(__always)
        get {
            // SAFETY: `count` elements are initialized, and the array outlives the span.
            let elements = unsafe UnsafeBufferPointer(start: start, count: count)
            return unsafe _overrideLifetime(Span(_unsafeElements: elements), borrowing: self)
        }
    }

    /// Where the elements are until the next one is appended, or the array ends; `nil` where there never were any.
    // SAFETY: the caller's: it reads no more than `count` elements, and not after that.
    @inlinable @unsafe package var address: UnsafeRawPointer? { unsafe UnsafeRawPointer(start) }

    /// The elements, to be changed in place.
    @inlinable package var mutableSpan: MutableSpan<Element> {
        @_lifetime(&self)
        @inline(__always)
        mutating get {
            // SAFETY: `count` elements are initialized, and the array is held exclusively for the span's life.
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
    /// Appends all bytes of a span. Most are a few, for which a call costs more than the copy.
    @inline(__always)
    @inlinable package mutating func append(_ bytes: Span<UInt8>) {
        let added = bytes.count
        if added == 0 { return }
        if added > capacity - count { reserve(count + added) }
        // SAFETY: room for all of them was made, and each part that is copied lies within both; a span of this very array can't be held
        // while it is mutated.
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

    /// Copies the first and the last bytes of a block that two numbers hold.
    // SAFETY: the caller's: both blocks have `count` bytes, no fewer than a number's and no more than two have.
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

    /// Appends the bytes of a number as they lie in memory.
    @inline(__always)
    @inlinable package mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(bytesOf number: Number) {
        let size = MemoryLayout<Number>.size
        if capacity - count < size { reserve(count + size) }
        // SAFETY: room for its bytes was made.
        unsafe UnsafeMutableRawPointer(start! + count).storeBytes(of: number, as: Number.self)
        count &+= size
    }

    /// The number whose bytes lie in memory from `offset` on.
    @inline(__always)
    @inlinable func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
        precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
        // SAFETY: all of its bytes lie inside, as checked above.
        return unsafe UnsafeRawPointer(start.unsafelyUnwrapped + offset).loadUnaligned(as: Number.self)
    }

    /// Puts the bytes of a number, as they lie in memory, over those from `offset` on.
    @inline(__always)
    @inlinable mutating func put<Number: FixedWidthInteger & BitwiseCopyable>(bytesOf number: Number, at offset: Int) {
        precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
        // SAFETY: all of its bytes lie inside, as checked above.
        unsafe UnsafeMutableRawPointer(start! + offset).storeBytes(of: number, as: Number.self)
    }
}

// Owns its block alone.
extension TrivialArray: @unchecked Sendable where Element: Sendable {}
