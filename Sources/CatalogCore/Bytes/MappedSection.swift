@_spi(Inlined) internal import Scanning
internal import SystemFiles

/// A range of a mapped file, read with bounds checks: bytes outside the range read as zero, and slices are clamped to
/// it. A damaged file that was not verified therefore gives wrong values at worst, never an out-of-bounds read.
///
/// Numbers are little-endian and need no alignment. A section keeps its file mapped. Copying a section costs one
/// retain.
@usableFromInline @safe package struct MappedSection: @unchecked Sendable {  // read-only bytes, kept alive by `owner`
    @usableFromInline let start: UnsafeRawPointer
    /// The number of bytes.
    @usableFromInline package let count: Int
    private let owner: MappedFile?

    /// SAFETY: `start` must have `count` readable bytes while `owner` lives.
    @unsafe init(start: UnsafeRawPointer, count: Int, owner: MappedFile) {
        unsafe self.start = start
        self.count = count
        self.owner = owner
    }

    /// The empty section, used for sections that a catalog does not have.
    package static let empty = MappedSection()

    private init() {
        // SAFETY: never dereferenced, since no offset is below a count of 0.
        unsafe start = UnsafeRawPointer(bitPattern: 1)!
        count = 0
        owner = nil
    }

    /// Maps the file at `path`.
    ///
    /// - Throws: `CatalogError` of kind `io` if it can't be opened or is not a regular file.
    package init(ofFile path: String) throws(CatalogError) {
        self = try CatalogError.io(path) { () throws(FileFault) in
            let file = try OpenFile(path, for: .reading)
            guard try file.status().kind == .file else {
                throw .unfit("is not a file; expected a catalog written by `ipf import`")
            }
            return try MappedFile(file).all
        }
    }

    /// Advises the system that the `length` bytes at `offset`, clamped to the section, are read soon
    /// (`MappedFile.willBeRead`).
    func willBeRead(_ offset: Int, _ length: Int) {
        guard let owner else { return }
        let range = clamped(offset, length)
        // SAFETY: only addresses of one mapping are subtracted.
        let place = unsafe start - owner.start
        owner.willBeRead((place + range.lowerBound)..<(place + range.upperBound))
    }

    /// Advises the system that the whole file is not needed for now (`MappedFile.release`).
    package func release() {
        guard let owner else { return }
        owner.release(0..<owner.count)
    }

    /// Replaces the mapping by a copy of the file, for all sections of the file (`MappedFile.detach`).
    func detach(path: String) throws(CatalogError) {
        try CatalogError.io(path) { () throws(FileFault) in try owner?.detach() }
    }

    /// Returns the byte at `offset`; 0 if it is outside.
    @inline(__always)
    @inlinable package func byte(at offset: Int) -> UInt8 {
        guard offset >= 0, offset < count else { return 0 }
        // SAFETY: 0 ≤ offset < count.
        return unsafe start.load(fromByteOffset: offset, as: UInt8.self)
    }

    /// Returns the 16-bit number at `offset`; 0 if it is not entirely inside.
    @inline(__always)
    @inlinable func u16(at offset: Int) -> UInt16 {
        guard offset >= 0, offset <= count &- 2 else { return 0 }
        // SAFETY: 0 ≤ offset ≤ count - 2.
        return UInt16(littleEndian: unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// Returns the 32-bit number at `offset`; 0 if it is not entirely inside.
    @inline(__always)
    @inlinable package func u32(at offset: Int) -> UInt32 {
        guard offset >= 0, offset <= count &- 4 else { return 0 }
        // SAFETY: 0 ≤ offset ≤ count - 4.
        return UInt32(littleEndian: unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Returns the 64-bit number at `offset`; 0 if it is not entirely inside.
    @inline(__always)
    @inlinable package func u64(at offset: Int) -> UInt64 {
        guard offset >= 0, offset <= count &- 8 else { return 0 }
        // SAFETY: 0 ≤ offset ≤ count - 8.
        return UInt64(littleEndian: unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Returns the 64-bit number at `offset`; bytes outside count as zero.
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

    /// Prefetches the cache line at `offset`; does nothing outside.
    @inline(__always)
    func fetch(_ offset: Int) {
        guard offset >= 0, offset < count else { return }
        // SAFETY: 0 ≤ offset < count.
        unsafe ProcessorCache.fetch(start + offset)
    }

    /// Returns the varint of up to 32 bits at `offset` (`Varint`) and advances `offset` past it. A longer or truncated
    /// encoding ends at 32 bits or at the end of the section.
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

    /// Returns how many of the `length` bytes at `offset`, clamped to the section, equal those of `text` from `start`.
    ///
    /// - Complexity: O(equal bytes).
    @inline(__always)
    func commonPrefix(at offset: Int, _ length: Int, with text: Span<UInt8>, from start: Int) -> Int {
        // Usually the first byte already differs.
        if length <= 0 || start >= text.count || byte(at: offset) != text[start] { return 0 }
        return span(offset, length).commonPrefix(from: 0, text, from: start)
    }

    /// Returns the index, relative to `offset`, of the first `byte` among the `length` bytes at `offset`; at least
    /// `length` if it does not occur.
    ///
    /// Examines 16 bytes at a time, without a hard-to-predict branch on the position of the match.
    @inline(__always)
    func firstIndex(of byte: UInt8, at offset: Int, _ length: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let wanted = UInt64(byte) &* ones
        var done = 0
        while true {
            let low = word(at: offset &+ done) ^ wanted
            let high = word(at: offset &+ done &+ 8) ^ wanted
            // The lowest set bit belongs to the first byte that is 0; a word without zero bytes gives 64 trailing
            // zeros.
            let first = ((low &- ones) & ~low & ones &<< 7).trailingZeroBitCount / 8
            let second = ((high &- ones) & ~high & ones &<< 7).trailingZeroBitCount / 8
            let place = first < 8 ? first : 8 &+ second
            if length &- done <= 16 || place < 16 { return done &+ place }
            done &+= 16
        }
    }

    /// Returns the section of `length` bytes at `offset`, clamped to this section.
    package func slice(_ offset: Int, _ length: Int) -> MappedSection {
        let range = clamped(offset, length)
        // SAFETY: the range is inside, and the slice retains the owner.
        guard let owner, !range.isEmpty else { return .empty }
        return unsafe MappedSection(start: start + range.lowerBound, count: range.count, owner: owner)
    }

    /// The bytes of the section.
    @inlinable package var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get { span(0, count) }
    }

    /// Returns the `length` bytes at `offset`, clamped to the section.
    @_lifetime(borrow self)
    @inline(__always)
    @inlinable package func span(_ offset: Int, _ length: Int) -> Span<UInt8> {
        let range = clamped(offset, length)
        // SAFETY: the range is inside; the section, and thus the mapping, outlives the span.
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
    // SAFETY: the mapping has `count` bytes at `start` while the object lives.
    package var all: MappedSection { unsafe MappedSection(start: start, count: count, owner: self) }
}
