/// Writes `SortedTexts`, text by text in order.
struct SortedTextsBuilder: ~Copyable {
    /// The section so far: its first eight bytes, to be filled in at the end, then the blocks.
    private var section = ByteSink()
    private var starts = RawArray<UInt32>()
    private var minima = RawArray<UInt8>()
    private var previous = RawArray<UInt8>()
    /// Texts so far.
    private(set) var count = 0

    init() { section.append(u64: 0) }

    /// Appends a text that isn't before the last one.
    mutating func append(_ text: Span<UInt8>) {
        let shared = previous.span.commonPrefix(text)
        let rest = text.extracting(shared..<text.count)
        if count % SortedTexts.blockTexts == 0 {
            starts.append(UInt32(truncatingIfNeeded: section.count - 8))
            minima.append(UInt8(min(shared, 255)))
            section.append(varint: text.count)
            section.append(text)
        } else {
            minima[minima.count - 1] = min(minima[minima.count - 1], UInt8(min(shared, 255)))
            section.append(varint: shared)
            section.append(varint: rest.count)
            section.append(rest)
        }
        previous.truncate(to: shared)
        previous.append(rest)
        count += 1
    }

    private static func level(over minima: borrowing RawArray<UInt8>) -> RawArray<UInt8> {
        var level = RawArray<UInt8>()
        for index in 0..<minima.count {
            if index % SortedTexts.levelFactor == 0 {
                level.append(minima[index])
            } else {
                level[level.count - 1] = min(level[level.count - 1], minima[index])
            }
        }
        return level
    }

    /// The section's bytes.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge` where the texts, which `name` names, pass 4 GiB.
    consuming func finish(_ name: String) throws(CatalogError) -> ByteSink {
        var section = ByteSink()
        swap(&section, &self.section)
        let length = section.count - 8
        guard length <= UInt32.max, count < UInt32.max else {
            throw CatalogError(.tooLarge, "the \(name) pass the limit of 4 GiB; import fewer instruments")
        }
        section.put(u32: UInt32(count), at: 0)
        section.put(u32: UInt32(length), at: 4)
        for index in 0..<starts.count { section.append(u32: starts[index]) }
        section.append(minima.span)
        while minima.count > 1 {
            minima = Self.level(over: minima)
            section.append(minima.span)
        }
        return section
    }
}
