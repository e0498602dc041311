/// Where the texts of a `FrontCodedText` lie: in its section, or in any longer stretch of bytes that has the section.
struct FrontCodedShape: BitwiseCopyable, Sendable {
    /// Texts in the list.
    let count: Int
    /// Where the section begins.
    var start = 0
    private let startsOffset: Int

    init(count: Int, startsOffset: Int) {
        self.count = count
        self.startsOffset = startsOffset
    }

    /// Where block `block` starts in `bytes`.
    @inline(__always)
    func start(ofBlock block: Int, in bytes: borrowing MappedSection) -> Int {
        start &+ 8 &+ Int(bytes.u32(at: start &+ startsOffset &+ 4 &* block))
    }

    /// Fetches what says where the block of text `index` starts (`MappedSection.fetch`).
    @inline(__always)
    func fetchStart(of index: Int, in bytes: borrowing MappedSection) {
        bytes.fetch(start &+ startsOffset &+ 4 &* (index / FrontCodedText.blockTexts))
    }

    /// Fetches the block of text `index` up to that text, as far as two lines of the processor's cache go.
    @inline(__always)
    func fetchBlock(of index: Int, in bytes: borrowing MappedSection) {
        let start = start(ofBlock: max(0, index) / FrontCodedText.blockTexts, in: bytes)
        bytes.fetch(start)
        bytes.fetch(start &+ 64)
    }

    /// Text `index` as a string; `nil` where it is long (`assembleShort`).
    @inline(__always)
    func shortString(_ index: Int, in bytes: borrowing MappedSection) -> String? {
        var short = InlineArray<136, UInt8>(repeating: 0)
        var target = short.mutableSpan
        let length = assembleShort(index, in: bytes, into: &target)
        return length < 0 ? nil : String(decoding: short.span.extracting(0..<length))
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
    func assembleShort(
        _ index: Int, in bytes: borrowing MappedSection, into target: inout MutableSpan<UInt8>
    ) -> Int {
        precondition(target.count >= Self.shortLimit + 8)
        guard index >= 0, index < count else { return 0 }
        let block = start(ofBlock: index / FrontCodedText.blockTexts, in: bytes)
        let position = index % FrontCodedText.blockTexts
        let near = bytes.span(block, Self.blockLimit)
        // SAFETY: the bytes are written and read within the calls.
        return unsafe target.withUnsafeMutableBytes { target in
            if near.count < Self.blockLimit {
                return unsafe Self.assemble(position, into: target) { bytes.word(at: block &+ $0) }
            }
            // All that short texts can take is there, so that single reads need no check.
            return unsafe near.withUnsafeBytes { near in
                unsafe Self.assemble(position, into: target) {
                    // SAFETY: `assemble` reads words from below the limit less their size.
                    UInt64(littleEndian: unsafe near.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
                }
            }
        }
    }

    /// Puts the text at `position` of a block together.
    ///
    /// - Parameter word: the eight bytes from some place in the block on; the place is at most 16 × (`shortLimit` + 2).
    @inline(__always)
    private static func assemble(
        _ position: Int, into target: UnsafeMutableRawBufferPointer, word: (Int) -> UInt64
    ) -> Int {
        // Numbers of more than a byte are those of long texts.
        let first = word(0)
        if first & 0x80 != 0 { return -1 }
        var shared = 0
        var length = Int(truncatingIfNeeded: first & 0x7F)
        var offset = 1
        var left = position
        while true {
            if shared &+ length > shortLimit { return -1 }
            var done = 0
            while done < length {
                // SAFETY: shared + done < shared + length ≤ the limit, after which the target has eight bytes more.
                unsafe target.storeBytes(
                    of: word(offset &+ done).littleEndian, toByteOffset: shared &+ done, as: UInt64.self)
                done &+= 8
            }
            if left == 0 { return shared &+ length }
            left &-= 1
            offset &+= length
            let pair = word(offset)
            if pair & 0x8080 != 0 { return -1 }
            shared = Int(truncatingIfNeeded: pair & 0x7F)
            length = Int(truncatingIfNeeded: pair &>> 8 & 0x7F)
            offset &+= 2
        }
    }

    /// Text `index` is `candidate`, byte for byte; `nil` where the block, up to that text, isn't one of short texts, or too near to the end.
    @inline(__always)
    func equalsShort(_ index: Int, _ candidate: Span<UInt8>, in bytes: borrowing MappedSection) -> Bool? {
        let block = start(ofBlock: index / FrontCodedText.blockTexts, in: bytes)
        let near = bytes.span(block, Self.blockLimit)
        if near.count < Self.blockLimit { return nil }
        var left = index % FrontCodedText.blockTexts
        // SAFETY: a text takes two bytes and less than 128 more, so that all up to the sixteenth lie below the limit.
        var length = Int(unsafe near[unchecked: 0])
        var shared = 0
        var offset = 1
        var matched = 0
        if length >= 0x80 { return nil }
        while true {
            // What shares more than that goes on as the one before does: differently.
            if shared <= matched {
                matched = shared
                // Mostly the first byte tells.
                if length > 0, shared < candidate.count, unsafe near[unchecked: offset] == candidate[shared] {
                    let own = unsafe near.extracting(unchecked: offset..<(offset &+ length))
                    matched = shared &+ own.commonPrefix(from: 0, candidate, from: shared)
                }
            }
            if left == 0 { return matched == shared &+ length && matched == candidate.count }
            left &-= 1
            offset &+= length
            let numbers = unsafe (near[unchecked: offset], near[unchecked: offset &+ 1])
            if (numbers.0 | numbers.1) >= 0x80 { return nil }
            shared = Int(numbers.0)
            length = Int(numbers.1)
            offset &+= 2
        }
    }
}
