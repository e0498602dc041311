internal import Scanning
internal import Synchronization

/// The location of the texts of a `FrontCodedText`, in its section or in a larger byte range that contains the
/// section.
@usableFromInline struct FrontCodedShape: BitwiseCopyable, Sendable {
    /// The number of texts in the list.
    let count: Int
    /// The offset of the section.
    var start = 0
    private let startsOffset: Int
    /// A number that no other list has or had before, so that a thread's cached text is never attributed to another
    /// list.
    private let list: UInt64

    private static let lists = Atomic<UInt64>(0)

    init(count: Int, startsOffset: Int) {
        self.count = count
        self.startsOffset = startsOffset
        list = Self.lists.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Returns the offset of a block in `bytes`.
    @inline(__always)
    @usableFromInline func start(ofBlock block: Int, in bytes: borrowing MappedSection) -> Int {
        start &+ 8 &+ Int(bytes.u32(at: start &+ startsOffset &+ 4 &* block))
    }

    /// Prefetches the start of the block of text `index` (`MappedSection.fetch`).
    @inline(__always)
    func fetchStart(of index: Int, in bytes: borrowing MappedSection) {
        bytes.fetch(start &+ startsOffset &+ 4 &* (index / FrontCodedText.blockTexts))
    }

    /// Prefetches the block of text `index` up to that text, at most four cache lines.
    @inline(__always)
    func fetchBlock(of index: Int, in bytes: borrowing MappedSection) {
        let start = start(ofBlock: max(0, index) / FrontCodedText.blockTexts, in: bytes)
        bytes.fetch(start)
        bytes.fetch(start &+ 64)
        if index % FrontCodedText.blockTexts < FrontCodedText.blockTexts / 2 { return }
        bytes.fetch(start &+ 128)
        bytes.fetch(start &+ 192)
    }

    /// Returns text `index` as a string; `nil` if it is long (`assembleShort`).
    @inline(__always)
    func shortString(_ index: Int, in bytes: borrowing MappedSection) -> String? {
        var short = InlineArray<136, UInt8>(repeating: 0)
        var target = short.mutableSpan
        let length = assembleShort(index, in: bytes, into: &target)
        return length < 0 ? nil : String(decoding: short.span.extracting(0..<length))
    }

    /// Returns text `index` as a string; `nil` if it is long. Optimized for sequential reads: continues from the
    /// thread's last text if that precedes the text in its block.
    @inline(__always)
    @usableFromInline func shortStringInOrder(_ index: Int, in bytes: borrowing MappedSection) -> String? {
        guard index >= 0, index < count else { return "" }
        // SAFETY: the buffer belongs to this thread, and nothing below waits or reads another text.
        let (last, target) = unsafe LastText.ofThread()
        let position = index % FrontCodedText.blockTexts
        var place = Assembled(length: 0, next: 0)
        var left = position
        if unsafe last.pointee.list == list {
            // If the last text follows the requested one, or is in another block, the difference is greater than
            // `position`.
            let passed = unsafe UInt(bitPattern: index &- last.pointee.index)
            if passed <= UInt(bitPattern: position) {
                left = Int(bitPattern: passed)
                place = unsafe Assembled(length: last.pointee.length, next: last.pointee.next)
            }
        }
        if left > 0 || place.next == 0 {
            // Overwriting invalidates the last text, even if reading fails.
            unsafe last.pointee.list = 0
            place = unsafe assemble(index, left, after: place, in: bytes, into: target)
            if place.length < 0 { return nil }
            unsafe last.pointee.list = list
            unsafe last.pointee.index = index
            unsafe last.pointee.length = place.length
            unsafe last.pointee.next = place.next
        }
        return unsafe String(decoding: Span(_unsafeBytes: UnsafeRawBufferPointer(rebasing: target[..<place.length])))
    }

    /// The maximum length of a text, in bytes, that is decoded with the fast path.
    static let shortLimit = 128

    /// The maximum length of a block of short texts, plus one word after its end.
    private static let blockLimit = FrontCodedText.blockTexts * (shortLimit + 2) + 8

    /// Decodes text `index`: walks the texts of its block, and overwrites the bytes that are not shared, eight at a
    /// time.
    ///
    /// - Parameters:
    ///   - bytes: The byte range that contains the section.
    ///   - target: `shortLimit` + 8 bytes.
    /// - Returns: The length of the text in bytes; -1 if it or a text before it in the block is longer than about 127
    ///   bytes.
    @inline(__always)
    @usableFromInline func assembleShort(
        _ index: Int, in bytes: borrowing MappedSection, into target: inout MutableSpan<UInt8>
    ) -> Int {
        precondition(target.count >= Self.shortLimit + 8)
        guard index >= 0, index < count else { return 0 }
        // SAFETY: the bytes are only written within the call.
        return unsafe target.withUnsafeMutableBytes { target in
            let position = index % FrontCodedText.blockTexts
            return unsafe assemble(index, position, after: Assembled(length: 0, next: 0), in: bytes, into: target)
                .length
        }
    }

    /// A decoded text.
    private struct Assembled {
        /// The length in bytes; -1 if the text is not short.
        var length: Int
        /// The offset of the next text from the start of the block; 0 if no text was decoded yet.
        var next: Int
    }

    /// Decodes text `index`, continuing from `before`, an earlier text of the same block.
    ///
    /// - Parameters:
    ///   - left: The number of texts to advance; if no text was decoded yet, the position of text `index` in its block.
    ///   - before: The text that `target` contains. `target` has `shortLimit` + 8 bytes.
    ///   - bytes: The byte range that contains the section.
    @inline(__always)
    private func assemble(
        _ index: Int, _ left: Int, after before: Assembled, in bytes: borrowing MappedSection,
        into target: UnsafeMutableRawBufferPointer
    ) -> Assembled {
        let block = start(ofBlock: index / FrontCodedText.blockTexts, in: bytes)
        let near = bytes.span(block, Self.blockLimit)
        if near.count < Self.blockLimit {
            // SAFETY: as below, and every word is bounds-checked.
            return unsafe Self.assemble(left, after: before, into: target) { bytes.word(at: block &+ $0) }
        }
        // The range covers the largest possible block of short texts, so single reads need no check. SAFETY: the bytes
        // are only read within the call.
        return unsafe near.withUnsafeBytes { near in
            unsafe Self.assemble(left, after: before, into: target) {
                // SAFETY: `assemble` reads words that start below the limit minus their size.
                UInt64(littleEndian: unsafe near.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
            }
        }
    }

    /// Advances by `left` texts of a block: overwrites the bytes that are not shared, eight at a time.
    ///
    /// - Parameters:
    ///   - left: The number of texts, at least one; if no text was decoded yet, the position of the requested text in
    ///     the block.
    ///   - word: Returns the eight bytes at an offset in the block, at most 16 × (`shortLimit` + 2).
    @inline(__always)
    private static func assemble(
        _ left: Int, after before: Assembled, into target: UnsafeMutableRawBufferPointer, word: (Int) -> UInt64
    ) -> Assembled {
        let none = Assembled(length: -1, next: 0)
        // Only long texts have lengths of more than one byte.
        let pair = word(before.next)
        let isFirst = before.next == 0
        if pair & (isFirst ? 0x80 : 0x8080) != 0 { return none }
        var shared = isFirst ? 0 : Int(truncatingIfNeeded: pair & 0x7F)
        var length = Int(truncatingIfNeeded: (isFirst ? pair : pair &>> 8) & 0x7F)
        var offset = before.next &+ (isFirst ? 1 : 2)
        var left = isFirst ? left : left &- 1
        while true {
            if shared &+ length > shortLimit { return none }
            var done = 0
            while done < length {
                // SAFETY: shared + done < shared + length ≤ the limit, after which the target has eight more bytes.
                unsafe target.storeBytes(
                    of: word(offset &+ done).littleEndian, toByteOffset: shared &+ done, as: UInt64.self)
                done &+= 8
            }
            offset &+= length
            if left == 0 { return Assembled(length: shared &+ length, next: offset) }
            left &-= 1
            let pair = word(offset)
            if pair & 0x8080 != 0 { return none }
            shared = Int(truncatingIfNeeded: pair & 0x7F)
            length = Int(truncatingIfNeeded: pair &>> 8 & 0x7F)
            offset &+= 2
        }
    }

    /// Returns whether text `index` equals `candidate`; `nil` if the fast path does not apply, because an earlier text
    /// of the block is long or the section's end is too near.
    ///
    /// Reads the lengths of the block first, then compares from the end of the text: each earlier text contributes
    /// only the bytes that later ones share.
    @inline(__always)
    func equalsShort(_ index: Int, _ candidate: Span<UInt8>, in bytes: borrowing MappedSection) -> Bool? {
        let block = start(ofBlock: index / FrontCodedText.blockTexts, in: bytes)
        let near = bytes.span(block, Self.blockLimit)
        if near.count < Self.blockLimit { return nil }
        // SAFETY: the bytes are only read within the call.
        return unsafe near.withUnsafeBytes { near in
            unsafe candidate.withUnsafeBytes { candidate in
                unsafe Self.equals(index % FrontCodedText.blockTexts, near, candidate)
            }
        }
    }

    /// Returns whether the text at `position` of the block `near` equals `candidate`; `nil` if a text up to it is not
    /// short.
    @inline(__always)
    private static func equals(
        _ position: Int, _ near: UnsafeRawBufferPointer, _ candidate: UnsafeRawBufferPointer
    ) -> Bool? {
        // SAFETY: a text has two length bytes and fewer than 128 others. All texts up to the sixteenth, and a word
        // from any of their bytes on, are thus below the limit.
        var length = Int(unsafe near[0])
        if length >= 0x80 { return nil }
        var shared = 0
        var offset = 1
        // For each text, the number of shared bytes, and in the bits above, the offset of its own bytes.
        var passed = InlineArray<16, UInt32>(repeating: 0)
        var places = passed.mutableSpan
        for index in 0..<position {
            unsafe places[unchecked: index] = UInt32(truncatingIfNeeded: offset &<< 8 | shared)
            offset &+= length
            let pair = UInt16(littleEndian: unsafe near.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            if pair & 0x8080 != 0 { return nil }
            shared = Int(pair & 0xFF)
            length = Int(pair &>> 8)
            offset &+= 2
        }
        if shared &+ length != candidate.count { return false }
        if unsafe !areEqual(near, offset, candidate, shared..<candidate.count) { return false }
        var needed = shared
        var index = position
        while needed > 0 {
            index &-= 1
            // The first text shares bytes only in a damaged file.
            if index < 0 { return false }
            let place = Int(unsafe places[unchecked: index])
            let shared = place & 0xFF
            if shared < needed {
                if unsafe !areEqual(near, place &>> 8, candidate, shared..<needed) { return false }
                needed = shared
            }
        }
        return true
    }

    /// Returns whether `range` of the candidate equals the bytes at `offset` of the block.
    ///
    /// - Parameter range: A range within the candidate.
    @inline(__always)
    private static func areEqual(
        _ near: UnsafeRawBufferPointer, _ offset: Int, _ candidate: UnsafeRawBufferPointer, _ range: Range<Int>
    ) -> Bool {
        // SAFETY: words of the candidate end within the range, and single bytes are inside it; those of the block are
        // below its limit.
        var (place, offset) = (range.lowerBound, offset)
        while range.upperBound &- place > 8 {
            if unsafe near.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                != candidate.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            {
                return false
            }
            place &+= 8
            offset &+= 8
        }
        let left = range.upperBound &- place
        if range.upperBound >= 8 {
            if left == 0 { return true }
            // The last eight bytes of the range, which overlap those compared before.
            let end = UInt64(
                littleEndian: unsafe candidate.loadUnaligned(fromByteOffset: range.upperBound &- 8, as: UInt64.self))
            let own = UInt64(littleEndian: unsafe near.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            return (end &>> UInt64(64 &- 8 &* left)) == own & (.max &>> UInt64(64 &- 8 &* left))
        }
        for index in 0..<left where unsafe near[offset &+ index] != candidate[place &+ index] { return false }
        return true
    }
}
