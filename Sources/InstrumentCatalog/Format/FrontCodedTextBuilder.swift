/// Writes a `FrontCodedText`, text by text.
struct FrontCodedTextBuilder: ~Copyable {
    private var blocks = ByteSink()
    private var starts = RawArray<UInt32>()
    private var previous = RawArray<UInt8>()
    private var count = 0

    init() {}

    /// Appends a text below 4 GiB.
    mutating func append(_ text: Span<UInt8>) {
        var shared = 0
        if count % FrontCodedText.blockTexts == 0 {
            let start = blocks.count
            starts.append(UInt32(truncatingIfNeeded: start))
        } else {
            shared = Self.commonPrefix(text, previous.span)
            blocks.append(varint: shared)
        }
        let rest = text.extracting(shared..<text.count)
        blocks.append(varint: rest.count)
        blocks.append(rest)
        previous.truncate(to: shared)
        previous.append(rest)
        count += 1
    }

    @inline(__always)
    private static func commonPrefix(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
        let limit = min(a.count, b.count)
        var index = 0
        while index < limit, a[index] == b[index] { index += 1 }
        return index
    }

    /// The section's bytes.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge` where the texts of `name` pass 4 GiB.
    consuming func finish(_ name: String) throws(CatalogError) -> ByteSink {
        guard blocks.count <= UInt32.max, count < UInt32.max else {
            throw CatalogError(.tooLarge, "the texts of \(name) pass the limit of 4 GiB; import fewer instruments")
        }
        var section = ByteSink()
        section.reserve(8 + 4 * (starts.count + 1) + blocks.count)
        section.append(u32: UInt32(count))
        section.append(u32: 0)
        for index in 0..<starts.count { section.append(u32: starts[index]) }
        section.append(u32: UInt32(blocks.count))
        section.append(blocks.span)
        return section
    }
}
