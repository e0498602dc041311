/// Writes front-coded texts, for both `FrontCodedTextBuilder` and `SortedTextsBuilder`.
///
/// ```
/// u32  count                      texts
/// u32  length                     of all blocks together, in bytes
/// block:  varint length, bytes    its first text, whole
///         varint shared, varint length, bytes      each of up to 15 more
/// u32  × blocks                   the offset of each block from the first block
/// ```
struct FrontCodedBlocks: ~Copyable {
    /// The section so far: eight bytes that are filled in at the end, then the blocks.
    private var section = ByteSink()
    private var starts = TrivialArray<UInt32>()
    private var previous = TrivialArray<UInt8>()
    /// The number of texts so far.
    private(set) var count = 0

    init() { section.append(u64: 0) }

    /// Reserves capacity for `count` texts of `bytes` bytes in total. That is usually enough, because most texts share
    /// more bytes with their predecessors than their two lengths occupy.
    mutating func reserve(_ count: Int, bytes: Int) {
        section.reserve(8 + bytes + 4 * (count / FrontCodedText.blockTexts + 1))
    }

    /// Whether the next text starts a block.
    var isAtBlockStart: Bool { count % FrontCodedText.blockTexts == 0 }

    /// Appends a text of less than 4 GiB.
    ///
    /// - Returns: The number of bytes that it shares with its predecessor, at most `sharedLimit`.
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

    /// Returns the bytes of the section.
    ///
    /// - Parameter texts: The description of the texts in the error.
    /// - Throws: `CatalogError` of kind `tooLarge` if the texts exceed 4 GiB.
    consuming func finish(_ texts: String) throws(CatalogError) -> ByteSink {
        let length = section.count - 8
        guard length <= UInt32.max, count < UInt32.max else {
            throw CatalogError(.tooLarge, "\(texts) exceed the limit of 4 GiB; import fewer instruments")
        }
        section.put(u32: UInt32(count), at: 0)
        section.put(u32: UInt32(length), at: 4)
        for index in 0..<starts.count { section.append(u32: starts[index]) }
        return section
    }
}

/// Builds a `FrontCodedText`, text by text.
package struct FrontCodedTextBuilder: ~Copyable {
    private var blocks = FrontCodedBlocks()

    package init() {}

    /// Reserves capacity for `count` texts of `bytes` bytes in total. The section is then not copied while it grows, so
    /// it is never in memory twice. Unused capacity costs nothing.
    package mutating func reserve(_ count: Int, bytes: Int) { blocks.reserve(count, bytes: bytes) }

    /// Appends a text of less than 4 GiB.
    package mutating func append(_ text: Span<UInt8>) { blocks.append(text) }

    /// Returns the bytes of the section.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge` if the texts of `name` exceed 4 GiB.
    package consuming func finish(_ name: String) throws(CatalogError) -> ByteSink {
        try blocks.finish("the texts of \(name)")
    }
}
