/// A read position in borrowed bytes, the basis of the rule parsers.
///
/// The cursor copies nothing and can't outlive the bytes. It never moves past the end, where `peek` is `nil`.
///
/// `@inlinable`, since parsers consist mostly of these calls.
@usableFromInline package struct ByteCursor: ~Escapable {
    /// All bytes, even outside the cursor's range.
    @usableFromInline package let bytes: Span<UInt8>
    /// The next byte to read, 0…`bytes.count`.
    @inlinable package var position: Int { place }
    /// The storage of `position`, which only the cursor's inlined operations change.
    @usableFromInline var place: Int
    /// The end of the readable range, `position`…`bytes.count`.
    @usableFromInline package let end: Int

    /// Creates a cursor at the first byte.
    @_lifetime(copy bytes)
    @inlinable package init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
        self.place = 0
        self.end = bytes.count
    }

    /// Creates a cursor over a range. Positions still count from the first byte of `bytes`, for use in errors.
    @_lifetime(copy bytes)
    @inlinable package init(_ bytes: Span<UInt8>, in range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        self.bytes = bytes
        self.place = range.lowerBound
        self.end = range.upperBound
    }

    /// Whether no bytes are left.
    @inlinable package var isAtEnd: Bool { position == end }

    /// The next byte; `nil` at the end.
    @inlinable package var peek: UInt8? { position < end ? bytes[position] : nil }

    /// Returns the byte `distance` after the next one; `nil` past the end.
    @inlinable package func peek(ahead distance: Int) -> UInt8? {
        distance < end - position ? bytes[position + distance] : nil
    }

    /// Consumes and returns the next byte; `nil` at the end.
    @_lifetime(self: copy self)
    @inlinable package mutating func next() -> UInt8? {
        guard position < end else { return nil }
        defer { place += 1 }
        return bytes[position]
    }

    /// Consumes the next byte if it is `byte`. Returns whether it was.
    @_lifetime(self: copy self)
    @inlinable package mutating func skip(_ byte: UInt8) -> Bool {
        guard position < end, bytes[position] == byte else { return false }
        place += 1
        return true
    }

    /// Consumes bytes while they satisfy `condition`. Returns their range.
    @_lifetime(self: copy self)
    @inlinable package mutating func take(while condition: (UInt8) -> Bool) -> Range<Int> {
        let start = position
        while position < end, condition(bytes[position]) { place += 1 }
        return start..<position
    }

    /// Moves to `newPosition`, which must be within the cursor's range.
    @_lifetime(self: copy self)
    @inlinable package mutating func move(to newPosition: Int) {
        precondition(newPosition >= 0 && newPosition <= end)
        place = newPosition
    }
}

extension Array where Element == UInt8 {
    /// Creates an array from the bytes of a span.
    ///
    /// - Complexity: O(`span.count`).
    @inlinable package init(copying span: Span<UInt8>) {
        // SAFETY: The bytes are copied within the call.
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension String {
    /// Creates a string from UTF-8. Invalid bytes become U+FFFD.
    ///
    /// - Complexity: O(`span.count`).
    @inlinable package init(decoding span: Span<UInt8>) {
        // SAFETY: The bytes are copied within the call.
        self = unsafe span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
