extension Span<UInt8> {
    /// Returns the span without the bytes at both ends that satisfy a condition.
    @_lifetime(copy self)
    package func trimmed(where isTrimmed: (UInt8) -> Bool) -> Span<UInt8> {
        var start = 0
        var end = count
        while start < end, isTrimmed(self[start]) { start += 1 }
        while start < end, isTrimmed(self[end - 1]) { end -= 1 }
        return extracting(start..<end)
    }
}

extension StringProtocol {
    /// Returns the text without the characters at both ends that satisfy a condition; spaces and tabs by default.
    package func trimmed(where isTrimmed: (Character) -> Bool = { $0 == " " || $0 == "\t" }) -> SubSequence {
        let tail = drop(while: isTrimmed)
        return tail[..<(tail.lastIndex { !isTrimmed($0) }.map(tail.index(after:)) ?? tail.startIndex)]
    }
}
