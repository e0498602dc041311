internal import Scanning
internal import Synchronization

/// Where the texts of a `FrontCodedText` lie: in its section, or in any longer stretch of bytes that has the section.
@usableFromInline struct FrontCodedShape: BitwiseCopyable, Sendable {
    /// Texts in the list.
    let count: Int
    /// Where the section begins.
    var start = 0
    private let startsOffset: Int
    /// No other list has this number, be it closed by now: what a thread keeps of a list is never taken for another's.
    private let list: UInt64

    private static let lists = Atomic<UInt64>(0)

    init(count: Int, startsOffset: Int) {
        self.count = count
        self.startsOffset = startsOffset
        list = Self.lists.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Where block `block` starts in `bytes`.
    @inline(__always)
    @usableFromInline func start(ofBlock block: Int, in bytes: borrowing MappedSection) -> Int {
        start &+ 8 &+ Int(bytes.u32(at: start &+ startsOffset &+ 4 &* block))
    }

    /// Fetches what says where the block of text `index` starts (`MappedSection.fetch`).
    @inline(__always)
    func fetchStart(of index: Int, in bytes: borrowing MappedSection) {
        bytes.fetch(start &+ startsOffset &+ 4 &* (index / FrontCodedText.blockTexts))
    }

    /// Fetches the block of text `index` up to that text, as far as four lines of the processor's cache go.
    @inline(__always)
    func fetchBlock(of index: Int, in bytes: borrowing MappedSection) {
        let start = start(ofBlock: max(0, index) / FrontCodedText.blockTexts, in: bytes)
        bytes.fetch(start)
        bytes.fetch(start &+ 64)
        if index % FrontCodedText.blockTexts < FrontCodedText.blockTexts / 2 { return }
        bytes.fetch(start &+ 128)
        bytes.fetch(start &+ 192)
    }

    /// Text `index` as a string; `nil` where it is long (`assembleShort`).
    @inline(__always)
    func shortString(_ index: Int, in bytes: borrowing MappedSection) -> String? {
        var short = InlineArray<136, UInt8>(repeating: 0)
        var target = short.mutableSpan
        let length = assembleShort(index, in: bytes, into: &target)
        return length < 0 ? nil : String(decoding: short.span.extracting(0..<length))
    }

    /// The same for texts that are mostly read in order: where the thread's last text stands before it in its block, it goes on from
    /// there.
    @inline(__always)
    @usableFromInline func shortStringInOrder(_ index: Int, in bytes: borrowing MappedSection) -> String? {
        guard index >= 0, index < count else { return "" }
        // SAFETY: the text is this thread's own, and nothing below waits or reads another.
        let (last, target) = unsafe LastText.ofThread()
        let position = index % FrontCodedText.blockTexts
        var place = Assembled(length: 0, next: 0)
        var left = position
        if unsafe last.pointee.list == list {
            // More than the position where the last text stands behind or in another block.
            let passed = unsafe UInt(bitPattern: index &- last.pointee.index)
            if passed <= UInt(bitPattern: position) {
                left = Int(bitPattern: passed)
                place = unsafe Assembled(length: last.pointee.length, next: last.pointee.next)
            }
        }
        if left > 0 || place.next == 0 {
            // What is written over is the last text no more, whatever comes.
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

    /// The most bytes of a text that is put together in passing, and of all before it in its block.
    static let shortLimit = 128

    /// As many bytes a block of short texts has at most, with a word from its end on.
    private static let blockLimit = FrontCodedText.blockTexts * (shortLimit + 2) + 8

    /// Puts text `index` together, text by text of its block: each one's own bytes are written over what is not shared, eight at a time.
    ///
    /// - Parameters:
    ///   - bytes: what the shape is of.
    ///   - target: `shortLimit` + 8 bytes.
    /// - Returns: the bytes of the text; -1 where it or one before it in the block is longer than some 127 bytes.
    @inline(__always)
    @usableFromInline func assembleShort(
        _ index: Int, in bytes: borrowing MappedSection, into target: inout MutableSpan<UInt8>
    ) -> Int {
        precondition(target.count >= Self.shortLimit + 8)
        guard index >= 0, index < count else { return 0 }
        // SAFETY: the bytes are written within the call.
        return unsafe target.withUnsafeMutableBytes { target in
            let position = index % FrontCodedText.blockTexts
            return unsafe assemble(index, position, after: Assembled(length: 0, next: 0), in: bytes, into: target)
                .length
        }
    }

    /// A text that was put together.
    private struct Assembled {
        /// Its bytes; -1 where it isn't short.
        var length: Int
        /// Where the next one begins, counted from the start of the block; 0 where there is no text yet.
        var next: Int
    }

    /// Goes on from a text of the block of text `index` to that text.
    ///
    /// - Parameters:
    ///   - left: how many texts on; with none before, that one's position.
    ///   - before: what `target` has, which has `shortLimit` + 8 bytes.
    ///   - bytes: what the shape is of.
    @inline(__always)
    private func assemble(
        _ index: Int, _ left: Int, after before: Assembled, in bytes: borrowing MappedSection,
        into target: UnsafeMutableRawBufferPointer
    ) -> Assembled {
        let block = start(ofBlock: index / FrontCodedText.blockTexts, in: bytes)
        let near = bytes.span(block, Self.blockLimit)
        if near.count < Self.blockLimit {
            // SAFETY: as below, and every word is checked.
            return unsafe Self.assemble(left, after: before, into: target) { bytes.word(at: block &+ $0) }
        }
        // All that short texts can take is there, so that single reads need no check.
        // SAFETY: the bytes are read within the call.
        return unsafe near.withUnsafeBytes { near in
            unsafe Self.assemble(left, after: before, into: target) {
                // SAFETY: `assemble` reads words from below the limit less their size.
                UInt64(littleEndian: unsafe near.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
            }
        }
    }

    /// Goes on by `left` texts of a block, text by text: each one's own bytes are written over what is not shared, eight at a time.
    ///
    /// - Parameters:
    ///   - left: how many, at least one; with none before, the wanted text's position.
    ///   - word: the eight bytes from some place in the block on; the place is at most 16 × (`shortLimit` + 2).
    @inline(__always)
    private static func assemble(
        _ left: Int, after before: Assembled, into target: UnsafeMutableRawBufferPointer, word: (Int) -> UInt64
    ) -> Assembled {
        let none = Assembled(length: -1, next: 0)
        // Numbers of more than a byte are those of long texts.
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
                // SAFETY: shared + done < shared + length ≤ the limit, after which the target has eight bytes more.
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

    /// Text `index` is `candidate`, byte for byte; `nil` where the block, up to that text, isn't one of short texts, or too near to the end.
    ///
    /// The block's numbers are walked first, then the text is compared from its end: each text before it gives only what later ones share.
    @inline(__always)
    func equalsShort(_ index: Int, _ candidate: Span<UInt8>, in bytes: borrowing MappedSection) -> Bool? {
        let block = start(ofBlock: index / FrontCodedText.blockTexts, in: bytes)
        let near = bytes.span(block, Self.blockLimit)
        if near.count < Self.blockLimit { return nil }
        // SAFETY: the bytes are read within the call.
        return unsafe near.withUnsafeBytes { near in
            unsafe candidate.withUnsafeBytes { candidate in
                unsafe Self.equals(index % FrontCodedText.blockTexts, near, candidate)
            }
        }
    }

    /// The text at `position` of the block `near` is `candidate`; `nil` where one up to it isn't short.
    @inline(__always)
    private static func equals(
        _ position: Int, _ near: UnsafeRawBufferPointer, _ candidate: UnsafeRawBufferPointer
    ) -> Bool? {
        // SAFETY: a text takes two bytes and less than 128 more, so that all up to the sixteenth, and a word from any of their bytes on,
        // lie below the limit.
        var length = Int(unsafe near[0])
        if length >= 0x80 { return nil }
        var shared = 0
        var offset = 1
        // Of each text the bytes that it shares, and above them where its own are.
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
            // The first text shares nothing but in a damaged file.
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

    /// The bytes of `range` of the candidate are those of the block from `offset` on.
    ///
    /// - Parameter range: within the candidate.
    @inline(__always)
    private static func areEqual(
        _ near: UnsafeRawBufferPointer, _ offset: Int, _ candidate: UnsafeRawBufferPointer, _ range: Range<Int>
    ) -> Bool {
        // SAFETY: words of the candidate end where the range does at most, and bytes lie in it; those of the block lie below its limit.
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
            // The last eight bytes of the range, of which the last ones are left.
            let end = UInt64(
                littleEndian: unsafe candidate.loadUnaligned(fromByteOffset: range.upperBound &- 8, as: UInt64.self))
            let own = UInt64(littleEndian: unsafe near.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            return (end &>> UInt64(64 &- 8 &* left)) == own & (.max &>> UInt64(64 &- 8 &* left))
        }
        for index in 0..<left where unsafe near[offset &+ index] != candidate[place &+ index] { return false }
        return true
    }
}
