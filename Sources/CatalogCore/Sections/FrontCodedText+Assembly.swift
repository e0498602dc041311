/// How a text is put together from its block.
extension FrontCodedText {
    /// How the texts of a block up to one are made: each of the bytes that it shares with the one before, and its own.
    @usableFromInline struct Parts {
        /// Bytes of the last text.
        @usableFromInline var total = 0
        private var places = InlineArray<16, UInt64>(repeating: 0)

        /// Bytes that text `position` shares.
        @inline(__always)
        func shared(_ position: Int) -> Int { Int(truncatingIfNeeded: places[position] &>> 40) }

        /// Where the own bytes of text `position` are in the section.
        @inline(__always)
        func offset(_ position: Int) -> Int { Int(truncatingIfNeeded: places[position] & 0xFF_FFFF_FFFF) }

        /// Sharing 16 MiB or more isn't kept, since a builder doesn't do it.
        @inline(__always)
        mutating func set(_ position: Int, shared: Int, offset: Int) {
            places[position] = UInt64(truncatingIfNeeded: shared) &<< 40 | UInt64(truncatingIfNeeded: offset)
        }
    }

    /// Walks a block up to text `index`, reading lengths only. They may be damage: only that the last text isn't longer than
    /// the section is made sure of; who follows the parts never reads or writes outside for what they say.
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
                // Nearly always both numbers are of one byte.
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

    /// Puts text `last` together from its own end backwards: each text before it gives only what the later ones share.
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
