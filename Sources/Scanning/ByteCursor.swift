/// A read position in borrowed bytes, on which the rule parsers are based.
///
/// The cursor copies nothing and cannot outlive the bytes. It never moves beyond the end, where `peek` is `nil`.
///
/// `@inlinable`, because parsers consist mostly of calls of its methods.
@usableFromInline package struct ByteCursor: ~Escapable {
    /// All bytes, including those outside the cursor's range.
    @usableFromInline package let bytes: Span<UInt8>
    /// The index of the next byte to read, 0…`bytes.count`.
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

    /// Creates a cursor for a range of bytes. Positions still count from the first byte of `bytes`, so that errors can
    /// use them.
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

    /// Returns the byte that is `distance` bytes after the next one; `nil` beyond the end.
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

    /// Consumes the next byte if it equals `byte`, and returns whether it does.
    @_lifetime(self: copy self)
    @inlinable package mutating func skip(_ byte: UInt8) -> Bool {
        guard position < end, bytes[position] == byte else { return false }
        place += 1
        return true
    }

    /// Consumes bytes as long as they satisfy `condition`, and returns their range.
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
        // SAFETY: The bytes are copied before the call returns.
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension String {
    /// Creates a string from UTF-8. Invalid bytes become U+FFFD.
    ///
    /// - Complexity: O(`span.count`).
    @inlinable package init(decoding span: Span<UInt8>) {
        // SAFETY: The bytes are copied before the call returns.
        self = unsafe span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
