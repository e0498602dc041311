@_spi(Inlined) internal import Scanning
internal import SystemFiles

/// A stretch of a mapped file, read with every offset checked: what lies outside reads as zero, and a slice is cut to what
/// is there. So a damaged file that wasn't verified gives wrong answers at worst, never a read out of bounds.
///
/// Numbers are little-endian and need no alignment. A section keeps its file mapped; copying one costs a retain.
@usableFromInline @safe package struct MappedSection: @unchecked Sendable {  // read-only bytes, kept by `owner`
    @usableFromInline let start: UnsafeRawPointer
    /// Bytes in the section.
    @usableFromInline package let count: Int
    private let owner: MappedFile?

    /// SAFETY: `start` has `count` readable bytes for as long as `owner` lives.
    @unsafe init(start: UnsafeRawPointer, count: Int, owner: MappedFile) {
        unsafe self.start = start
        self.count = count
        self.owner = owner
    }

    /// A section without bytes: what a catalog without that section reads.
    package static let empty = MappedSection()

    private init() {
        // SAFETY: never dereferenced, since no offset lies below a count of 0.
        unsafe start = UnsafeRawPointer(bitPattern: 1)!
        count = 0
        owner = nil
    }

    /// All bytes of the file at `path`.
    ///
    /// - Throws: `CatalogError` of kind `io` where it can't be opened or isn't a file.
    package init(ofFile path: String) throws(CatalogError) {
        self = try CatalogError.io(path) { () throws(FileFault) in
            let file = try OpenFile(path, for: .reading)
            guard try file.status().kind == .file else {
                throw .unfit("is not a file; expected a catalog written by `ipf import`")
            }
            return try MappedFile(file).all
        }
    }

    /// Tells the system that the `length` bytes from `offset`, cut to what lies inside, are read next (`MappedFile.willBeRead`).
    func willBeRead(_ offset: Int, _ length: Int) {
        guard let owner else { return }
        let range = clamped(offset, length)
        // SAFETY: only addresses of one mapping are compared.
        let place = unsafe start - owner.start
        owner.willBeRead((place + range.lowerBound)..<(place + range.upperBound))
    }

    /// Tells the system that its whole file isn't read for now (`MappedFile.release`).
    package func release() {
        guard let owner else { return }
        owner.release(0..<owner.count)
    }

    /// Reads a copy of its file from here on, and with it all other sections do (`MappedFile.detach`).
    func detach(path: String) throws(CatalogError) {
        try CatalogError.io(path) { () throws(FileFault) in try owner?.detach() }
    }

    /// The byte at `offset`; 0 outside.
    @inline(__always)
    @inlinable package func byte(at offset: Int) -> UInt8 {
        guard offset >= 0, offset < count else { return 0 }
        // SAFETY: 0 ≤ offset < count.
        return unsafe start.load(fromByteOffset: offset, as: UInt8.self)
    }

    /// Two bytes from `offset`; 0 where they don't both lie inside.
    @inline(__always)
    @inlinable func u16(at offset: Int) -> UInt16 {
        guard offset >= 0, offset <= count &- 2 else { return 0 }
        // SAFETY: 0 ≤ offset ≤ count - 2.
        return UInt16(littleEndian: unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// Four bytes from `offset`; 0 where they don't all lie inside.
    @inline(__always)
    @inlinable package func u32(at offset: Int) -> UInt32 {
        guard offset >= 0, offset <= count &- 4 else { return 0 }
        // SAFETY: 0 ≤ offset ≤ count - 4.
        return UInt32(littleEndian: unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Eight bytes from `offset`; 0 where they don't all lie inside.
    @inline(__always)
    @inlinable package func u64(at offset: Int) -> UInt64 {
        guard offset >= 0, offset <= count &- 8 else { return 0 }
        // SAFETY: 0 ≤ offset ≤ count - 8.
        return UInt64(littleEndian: unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Eight bytes from `offset`, zeros in place of those that lie outside.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        if offset >= 0, offset <= count &- 8 { return u64(at: offset) }
        return lastWord(at: offset)
    }

    @inline(never)
    private func lastWord(at offset: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<8 { word |= UInt64(byte(at: offset &+ index)) &<< UInt64(8 * index) }
        return word
    }

    /// Lets the processor fetch what is at `offset` while it goes on; nothing happens outside.
    @inline(__always)
    func fetch(_ offset: Int) {
        guard offset >= 0, offset < count else { return }
        // SAFETY: 0 ≤ offset < count.
        unsafe ProcessorCache.fetch(start + offset)
    }

    /// The number of up to 32 bits at `offset` (`Varint`); moves `offset` after it. What goes on past 32 bits or the end counts as ended there.
    @inline(__always)
    @inlinable package func varint(at offset: inout Int) -> Int {
        let first = byte(at: offset)
        offset &+= 1
        if first < 0x80 { return Int(first) }
        return longVarint(from: UInt32(first & 0x7F), at: &offset)
    }

    @inline(never)
    @usableFromInline func longVarint(from low: UInt32, at offset: inout Int) -> Int {
        var value = low
        var shift: UInt32 = 7
        while shift < 32 {
            let next = byte(at: offset)
            offset &+= 1
            value |= UInt32(next & 0x7F) &<< shift
            if next < 0x80 { break }
            shift += 7
        }
        return Int(value)
    }

    /// How many of the `length` bytes from `offset`, cut to what lies inside, are those of `text` from `start` on.
    ///
    /// - Complexity: O(bytes that agree).
    @inline(__always)
    func commonPrefix(at offset: Int, _ length: Int, with text: Span<UInt8>, from start: Int) -> Int {
        // Mostly the first byte tells.
        if length <= 0 || start >= text.count || byte(at: offset) != text[start] { return 0 }
        return span(offset, length).commonPrefix(from: 0, text, from: start)
    }

    /// Where `byte` stands first among the `length` bytes from `offset`, counted from there; `length` or more where it doesn't.
    ///
    /// Sixteen bytes at a time, without a branch on which of them it is: that is hard to foresee.
    @inline(__always)
    func firstIndex(of byte: UInt8, at offset: Int, _ length: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let wanted = UInt64(byte) &* ones
        var done = 0
        while true {
            let low = word(at: offset &+ done) ^ wanted
            let high = word(at: offset &+ done &+ 8) ^ wanted
            // The lowest of these bits is that of the first byte that is 0; a word without one has 64 zeros.
            let first = ((low &- ones) & ~low & ones &<< 7).trailingZeroBitCount / 8
            let second = ((high &- ones) & ~high & ones &<< 7).trailingZeroBitCount / 8
            let place = first < 8 ? first : 8 &+ second
            if length &- done <= 16 || place < 16 { return done &+ place }
            done &+= 16
        }
    }

    /// The part of `length` bytes from `offset`, cut to what lies inside.
    package func slice(_ offset: Int, _ length: Int) -> MappedSection {
        let range = clamped(offset, length)
        // SAFETY: the range lies inside, and the slice holds the same owner.
        guard let owner, !range.isEmpty else { return .empty }
        return unsafe MappedSection(start: start + range.lowerBound, count: range.count, owner: owner)
    }

    /// All bytes.
    @inlinable package var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get { span(0, count) }
    }

    /// The `length` bytes from `offset`, cut to what lies inside.
    @_lifetime(borrow self)
    @inline(__always)
    @inlinable package func span(_ offset: Int, _ length: Int) -> Span<UInt8> {
        let range = clamped(offset, length)
        // SAFETY: the range lies inside; the section, and with it the mapping, outlives the span.
        let bytes = unsafe UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
        return unsafe _overrideLifetime(
            Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)), borrowing: self)
    }

    @inline(__always)
    @inlinable func clamped(_ offset: Int, _ length: Int) -> Range<Int> {
        let lower = min(max(offset, 0), count)
        return lower..<(lower + min(max(length, 0), count - lower))
    }
}

extension MappedFile {
    /// The whole file as a section.
    // SAFETY: the mapping has `count` bytes from `start` on for as long as the object lives.
    package var all: MappedSection { unsafe MappedSection(start: start, count: count, owner: self) }
}
