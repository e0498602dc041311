extension MappedSection {
    /// Front coding, one step: makes the text at `offset` from the one before it, which `text` holds, and moves `offset` to the
    /// next one. A whole text stands there without the number of bytes that it shares.
    ///
    /// - Returns: the bytes that it shares with the one before.
    /// - Complexity: O(own bytes).
    @inline(__always)
    @discardableResult
    @usableFromInline package func readFrontCoded(
        at offset: inout Int, isWhole: Bool, into text: inout TrivialArray<UInt8>
    )
        -> Int
    {
        var (shared, length) = isWhole ? (0, varint(at: &offset)) : frontCodedLengths(at: &offset)
        // A damaged file may share more than there is.
        shared = min(shared, text.count)
        text.truncate(to: shared)
        if length <= 16, offset >= 0, offset &+ 16 <= count {
            // Nearly always: no call for so few bytes.
            text.append(first: length, of: u64(at: offset), u64(at: offset &+ 8))
        } else {
            text.append(span(offset, length))
        }
        offset += length
        return shared
    }

    /// The numbers of bytes at `offset` that a text shares with the one before it, and that follow; moves `offset` after them.
    @inline(__always)
    func frontCodedLengths(at offset: inout Int) -> (shared: Int, length: Int) {
        let pair = u16(at: offset)
        if pair & 0x8080 == 0, offset &+ 2 <= count {
            // Nearly always both numbers are of one byte.
            offset &+= 2
            return (Int(pair & 0xFF), Int(pair &>> 8))
        }
        let shared = varint(at: &offset)
        return (shared, varint(at: &offset))
    }
}

extension TrivialArray<UInt8> {
    /// Appends the first `length` of the 16 bytes that two words are, the lowest byte first.
    @inline(__always)
    fileprivate mutating func append(first length: Int, of low: UInt64, _ high: UInt64) {
        let end = count + length
        append(bytesOf: low.littleEndian)
        append(bytesOf: high.littleEndian)
        truncate(to: end)
    }
}
