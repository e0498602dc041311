extension MappedSection {
    /// Front coding, one step: makes the text at `offset` from the one before it, which `text` holds, and moves `offset` to the
    /// next one. A whole text stands there without the number of bytes that it shares.
    ///
    /// - Returns: the bytes that it shares with the one before.
    /// - Complexity: O(own bytes).
    @inline(__always)
    @discardableResult
    func readFrontCoded(at offset: inout Int, isWhole: Bool, into text: inout RawArray<UInt8>) -> Int {
        // A damaged file may share more than there is.
        let shared = isWhole ? 0 : min(varint(at: &offset), text.count)
        let length = varint(at: &offset)
        text.truncate(to: shared)
        text.append(span(offset, length))
        offset += length
        return shared
    }
}
