/// Decoding of single texts.
extension FrontCodedText {
    /// The parts of the texts of a block up to a given one: for each text, the number of bytes that it shares with its
    /// predecessor, and the offset of its other bytes.
    @usableFromInline struct Parts {
        /// The length of the last text in bytes.
        @usableFromInline var total = 0
        private var places = InlineArray<16, UInt64>(repeating: 0)

        /// Returns the number of shared bytes of text `position`.
        @inline(__always)
        func shared(_ position: Int) -> Int { Int(truncatingIfNeeded: places[position] &>> 40) }

        /// Returns the offset of the own bytes of text `position` in the section.
        @inline(__always)
        func offset(_ position: Int) -> Int { Int(truncatingIfNeeded: places[position] & 0xFF_FFFF_FFFF) }

        /// `shared` must be below 16 MiB, as it always is in built files.
        @inline(__always)
        mutating func set(_ position: Int, shared: Int, offset: Int) {
            places[position] = UInt64(truncatingIfNeeded: shared) &<< 40 | UInt64(truncatingIfNeeded: offset)
        }
    }

    /// Reads the lengths of a block up to text `index`. In a damaged file, the lengths may be wrong: only the total
    /// length of the last text is checked against the section. Users of the parts must check their own bounds.
    @inline(__always)
    @usableFromInline func parts(of index: Int) -> Parts {
        var parts = Parts()
        var offset = start(ofBlock: index / Self.blockTexts)
        var length = bytes.varint(at: &offset)
        var total = length
        parts.set(0, shared: 0, offset: offset)
        offset &+= length
        for position in 0..<(index % Self.blockTexts) {
            let pair = bytes.u16(at: offset)
            var shared = Int(pair & 0xFF)
            if pair & 0x8080 == 0 {
                // Nearly always, both lengths have one byte.
                length = Int(pair &>> 8)
                offset &+= 2
            } else {
                shared = bytes.varint(at: &offset)
                length = bytes.varint(at: &offset)
            }
            parts.set(position &+ 1, shared: shared, offset: offset)
            total = shared &+ length
            offset &+= length
        }
        parts.total = min(total, bytes.count)
        return parts
    }

    /// Decodes text `last` backwards from its end: each earlier text contributes only the bytes that later ones share.
    @inline(__always)
    @usableFromInline func assemble(_ parts: borrowing Parts, last: Int, into target: inout MutableSpan<UInt8>) {
        var needed = parts.total
        var position = last
        while needed > 0, position >= 0 {
            let shared = parts.shared(position)
            if shared < needed {
                let source = bytes.span(parts.offset(position), needed - shared)
                for index in 0..<source.count { target[shared + index] = source[index] }
                needed = shared
            }
            position -= 1
        }
    }
}
