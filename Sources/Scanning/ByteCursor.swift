/// A position that moves over borrowed bytes: what the rule parsers are written with.
///
/// The cursor copies nothing and can't outlive the bytes. It never moves past the end: `peek` is `nil` there.
///
/// `@inlinable`, for parsers do little else than call these (figure "Schedule compile" of rules-bench).
@usableFromInline package struct ByteCursor: ~Escapable {
    /// All the bytes, from the first.
    @usableFromInline package let bytes: Span<UInt8>
    /// The next byte to read, 0…`bytes.count`.
    @inlinable package var position: Int { place }
    /// What only the cursor's own operations move; apart from `position` because they are inlined.
    @usableFromInline var place: Int
    /// Where reading stops, `position`…`bytes.count`.
    @usableFromInline package let end: Int

    /// A cursor at the first byte.
    @_lifetime(copy bytes)
    @inlinable package init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
        self.place = 0
        self.end = bytes.count
    }

    /// A cursor over a part, whose positions still count from the first byte of `bytes`, so that errors name the place.
    @_lifetime(copy bytes)
    @inlinable package init(_ bytes: Span<UInt8>, in range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        self.bytes = bytes
        self.place = range.lowerBound
        self.end = range.upperBound
    }

    /// Nothing is left to read.
    @inlinable package var isAtEnd: Bool { position == end }

    /// The next byte, `nil` at the end.
    @inlinable package var peek: UInt8? { position < end ? bytes[position] : nil }

    /// The byte `distance` after the next one, `nil` past the end.
    @inlinable package func peek(ahead distance: Int) -> UInt8? {
        distance < end - position ? bytes[position + distance] : nil
    }

    /// Takes the next byte, `nil` at the end.
    @_lifetime(self: copy self)
    @inlinable package mutating func next() -> UInt8? {
        guard position < end else { return nil }
        defer { place += 1 }
        return bytes[position]
    }

    /// Takes the next byte if it is `byte`; returns whether it was.
    @_lifetime(self: copy self)
    @inlinable package mutating func skip(_ byte: UInt8) -> Bool {
        guard position < end, bytes[position] == byte else { return false }
        place += 1
        return true
    }

    /// Takes bytes while they satisfy `condition`; their range.
    @_lifetime(self: copy self)
    @inlinable package mutating func take(while condition: (UInt8) -> Bool) -> Range<Int> {
        let start = position
        while position < end, condition(bytes[position]) { place += 1 }
        return start..<position
    }

    /// Moves to `newPosition`, which lies within the cursor's part.
    @_lifetime(self: copy self)
    @inlinable package mutating func move(to newPosition: Int) {
        precondition(newPosition >= 0 && newPosition <= end)
        place = newPosition
    }
}

extension Array where Element == UInt8 {
    /// The bytes of a span in an array of their own.
    ///
    /// - Complexity: O(`span.count`).
    @inlinable package init(copying span: Span<UInt8>) {
        // SAFETY: the bytes are copied within the call.
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension String {
    /// The text of UTF-8 bytes; what isn't UTF-8 becomes U+FFFD.
    ///
    /// - Complexity: O(`span.count`).
    @inlinable package init(decoding span: Span<UInt8>) {
        // SAFETY: the bytes are copied within the call.
        self = unsafe span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
