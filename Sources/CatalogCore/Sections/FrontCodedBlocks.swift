/// Front coding, written: what `FrontCodedTextBuilder` and `SortedTextsBuilder` put into their sections alike.
///
/// ```
/// u32  count                      texts
/// u32  length                     of all blocks together, in bytes
/// block:  varint length, bytes    its first text, whole
///         varint shared, varint length, bytes      each of up to 15 more
/// u32  × blocks                   where each block starts, counted from the first
/// ```
struct FrontCodedBlocks: ~Copyable {
    /// The section so far: its first eight bytes, to be filled in at the end, then the blocks.
    private var section = ByteSink()
    private var starts = TrivialArray<UInt32>()
    private var previous = TrivialArray<UInt8>()
    /// Texts so far.
    private(set) var count = 0

    init() { section.append(u64: 0) }

    /// Makes room for `count` texts of `bytes` bytes in all. A text mostly shares more bytes than its lengths take.
    mutating func reserve(_ count: Int, bytes: Int) {
        section.reserve(8 + bytes + 4 * (count / FrontCodedText.blockTexts + 1))
    }

    /// The next text opens a block.
    var isAtBlockStart: Bool { count % FrontCodedText.blockTexts == 0 }

    /// Appends a text below 4 GiB.
    ///
    /// - Returns: the bytes that it shares with the one before, `sharedLimit` at most.
    @inline(__always)
    @discardableResult
    mutating func append(_ text: Span<UInt8>) -> Int {
        let shared = min(text.commonPrefix(previous.span), FrontCodedText.sharedLimit)
        let rest = text.extracting(shared..<text.count)
        if isAtBlockStart {
            starts.append(UInt32(truncatingIfNeeded: section.count - 8))
            section.append(varint: text.count)
            section.append(text)
        } else {
            section.append(varint: shared)
            section.append(varint: rest.count)
            section.append(rest)
        }
        previous.truncate(to: shared)
        previous.append(rest)
        count += 1
        return shared
    }

    /// The section's bytes.
    ///
    /// - Parameter texts: what they are, for the error.
    /// - Throws: `CatalogError` of kind `tooLarge` where the texts pass 4 GiB.
    consuming func finish(_ texts: String) throws(CatalogError) -> ByteSink {
        let length = section.count - 8
        guard length <= UInt32.max, count < UInt32.max else {
            throw CatalogError(.tooLarge, "\(texts) pass the limit of 4 GiB; import fewer instruments")
        }
        section.put(u32: UInt32(count), at: 0)
        section.put(u32: UInt32(length), at: 4)
        for index in 0..<starts.count { section.append(u32: starts[index]) }
        return section
    }
}

/// Writes a `FrontCodedText`, text by text.
package struct FrontCodedTextBuilder: ~Copyable {
    private var blocks = FrontCodedBlocks()

    package init() {}

    /// Makes room for `count` texts of `bytes` bytes in all, so that the section isn't copied while it grows, and never stands in memory
    /// twice. Room that isn't needed costs nothing.
    package mutating func reserve(_ count: Int, bytes: Int) { blocks.reserve(count, bytes: bytes) }

    /// Appends a text below 4 GiB.
    package mutating func append(_ text: Span<UInt8>) { blocks.append(text) }

    /// The section's bytes.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge` where the texts of `name` pass 4 GiB.
    package consuming func finish(_ name: String) throws(CatalogError) -> ByteSink {
        try blocks.finish("the texts of \(name)")
    }
}
