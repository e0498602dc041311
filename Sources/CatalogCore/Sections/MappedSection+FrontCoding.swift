extension MappedSection {
    /// Decodes the text at `offset` from its predecessor, which `text` contains, and advances `offset` to the next
    /// text. A whole text is stored without the number of shared bytes.
    ///
    /// - Returns: The number of bytes shared with the predecessor.
    /// - Complexity: O(own bytes).
    @inline(__always)
    @discardableResult
    @usableFromInline package func readFrontCoded(
        at offset: inout Int, isWhole: Bool, into text: inout TrivialArray<UInt8>
    )
        -> Int
    {
        var (shared, length) = isWhole ? (0, varint(at: &offset)) : frontCodedLengths(at: &offset)
        // In a damaged file, the number may exceed the length of the predecessor.
        shared = min(shared, text.count)
        text.truncate(to: shared)
        if length <= 16, offset >= 0, offset &+ 16 <= count {
            // The most frequent case; avoids a call for so few bytes.
            text.append(first: length, of: u64(at: offset), u64(at: offset &+ 8))
        } else {
            text.append(span(offset, length))
        }
        offset += length
        return shared
    }

    /// Returns the numbers of shared and own bytes at `offset`, and advances `offset` past them.
    @inline(__always)
    func frontCodedLengths(at offset: inout Int) -> (shared: Int, length: Int) {
        let pair = u16(at: offset)
        if pair & 0x8080 == 0, offset &+ 2 <= count {
            // Nearly always, both lengths have one byte.
            offset &+= 2
            return (Int(pair & 0xFF), Int(pair &>> 8))
        }
        let shared = varint(at: &offset)
        return (shared, varint(at: &offset))
    }
}

extension TrivialArray<UInt8> {
    /// Appends the first `length` bytes of two words, lowest byte first.
    @inline(__always)
    fileprivate mutating func append(first length: Int, of low: UInt64, _ high: UInt64) {
        let end = count + length
        append(bytesOf: low.littleEndian)
        append(bytesOf: high.littleEndian)
        truncate(to: end)
    }
}
