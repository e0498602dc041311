/// Writes a `FrontCodedText`, text by text.
struct FrontCodedTextBuilder: ~Copyable {
    /// The section so far: its first eight bytes, to be filled in at the end, then the blocks.
    private var section = ByteSink()
    private var starts = RawArray<UInt32>()
    private var previous = RawArray<UInt8>()
    private var count = 0

    init() { section.append(u64: 0) }

    /// Appends a text below 4 GiB.
    mutating func append(_ text: Span<UInt8>) {
        var shared = 0
        if count % FrontCodedText.blockTexts == 0 {
            let start = section.count - 8
            starts.append(UInt32(truncatingIfNeeded: start))
        } else {
            shared = min(text.commonPrefix(from: 0, previous.span, from: 0), FrontCodedText.sharedLimit)
            section.append(varint: shared)
        }
        let rest = text.extracting(shared..<text.count)
        section.append(varint: rest.count)
        section.append(rest)
        previous.truncate(to: shared)
        previous.append(rest)
        count += 1
    }

    /// The section's bytes.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge` where the texts of `name` pass 4 GiB.
    consuming func finish(_ name: String) throws(CatalogError) -> ByteSink {
        let length = section.count - 8
        guard length <= UInt32.max, count < UInt32.max else {
            throw CatalogError(.tooLarge, "the texts of \(name) pass the limit of 4 GiB; import fewer instruments")
        }
        section.put(u32: UInt32(count), at: 0)
        section.put(u32: UInt32(length), at: 4)
        for index in 0..<starts.count { section.append(u32: starts[index]) }
        return section
    }
}
