/// Builds `SortedTexts` from texts in sort order.
struct SortedTextsBuilder: ~Copyable {
    private var blocks = FrontCodedBlocks()
    /// For each block, the minimum of the bytes that its texts share with their predecessors.
    private var minima = TrivialArray<UInt8>()

    init() {}

    /// Appends a text, which must not sort before the previous one.
    ///
    /// - Returns: The number of shared bytes, as `FrontCodedBlocks.append`.
    @discardableResult
    mutating func append(_ text: Span<UInt8>) -> Int {
        let isFirst = blocks.isAtBlockStart
        let shared = blocks.append(text)
        let minimum = UInt8(min(shared, 255))
        if isFirst {
            minima.append(minimum)
        } else {
            minima[minima.count - 1] = min(minima[minima.count - 1], minimum)
        }
        return shared
    }

    private static func level(over minima: borrowing TrivialArray<UInt8>) -> TrivialArray<UInt8> {
        var level = TrivialArray<UInt8>()
        for index in 0..<minima.count {
            if index % SortedTexts.levelFactor == 0 {
                level.append(minima[index])
            } else {
                level[level.count - 1] = min(level[level.count - 1], minima[index])
            }
        }
        return level
    }

    /// Returns the bytes of the section.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge` if the texts, called `name` in the error, exceed 4 GiB.
    consuming func finish(_ name: String) throws(CatalogError) -> ByteSink {
        var level = minima.take()
        var section = try blocks.finish("the \(name)")
        section.append(level.span)
        while level.count > 1 {
            level = Self.level(over: level)
            section.append(level.span)
        }
        return section
    }
}
