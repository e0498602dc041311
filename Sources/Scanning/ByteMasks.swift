internal import CScan

/// The bytes that end something, as bit masks over blocks of 64 bytes: bit i of word b speaks of byte 64 b + i.
public enum ByteMasks {
    /// Fills `special` (separator, quote, CR, LF) for all of `bytes`, 64 bytes a word; bits past the end are 0.
    ///
    /// - Returns: whether all bytes are ASCII.
    /// - Precondition: `special` holds at least ⌈`bytes.count` / 64⌉ words.
    /// - Complexity: O(`bytes.count`), some tens of bytes a nanosecond.
    public static func fill(
        special: inout MutableSpan<UInt64>, of bytes: Span<UInt8>, separator: UInt8 = ASCII.comma
    ) -> Bool {
        precondition(special.count >= (bytes.count + 63) / 64)
        var nonASCII: UInt64 = 0
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            let whole = source.count / 64
            unsafe special.withUnsafeMutableBufferPointer { words in
                // SAFETY: block b < whole ends at or before `source.count`; the tail reads exactly the bytes left over.
                for block in 0..<whole {
                    let masks = unsafe cscan_block(start + 64 * block, separator)
                    unsafe words[block] = masks.special
                    nonASCII |= masks.non_ascii
                }
                let left = source.count - 64 * whole
                if left > 0 {
                    let masks = unsafe cscan_tail(start + 64 * whole, left, separator)
                    unsafe words[whole] = masks.special
                    nonASCII |= masks.non_ascii
                }
            }
        }
        return nonASCII == 0
    }

    /// The same masks byte by byte, through the header's portable form: what the tests compare with.
    static func fillPortably(special: inout MutableSpan<UInt64>, of bytes: Span<UInt8>, separator: UInt8) -> Bool {
        var isASCII = true
        for block in 0..<(bytes.count + 63) / 64 {
            var padded = [UInt8](repeating: 0, count: 64)
            for index in 0..<min(64, bytes.count - 64 * block) { padded[index] = bytes[64 * block + index] }
            let masks = unsafe cscan_block_portable(padded, separator)
            special[block] = masks.special
            if masks.non_ascii != 0 { isASCII = false }
        }
        return isASCII
    }
}
