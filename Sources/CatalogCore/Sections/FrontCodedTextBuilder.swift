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
