/// A source as one sequence of bytes, whatever the sizes of its pieces.
///
/// Decoders read from `rest` and report how many bytes they have consumed. If a header is divided between two pieces,
/// its few bytes are copied into a small buffer. `rest` returns that buffer before the remaining bytes of the piece.
struct ByteInput<Source: ByteSource & ~Copyable>: ~Copyable {
    private var source: Source
    private var position = 0
    /// The bytes that look-ahead has copied from more than one piece, and how many of them are consumed.
    private var gathered: [UInt8] = []
    private var gatheredPosition = 0
    /// The number of bytes consumed, used as the position in errors.
    private(set) var taken = 0

    /// Whether the source has reported its end. It must not be read again, because a terminal can deliver more after an
    /// end of file.
    private var isAtEnd = false

    init(_ source: consuming Source) { self.source = source }

    /// The bytes that are available without reading from the source; may be empty.
    var rest: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            if gatheredPosition < gathered.count { return gathered.span.extracting(gatheredPosition...) }
            return source.piece.extracting(position...)
        }
    }

    /// Consumes the first `count` bytes of `rest`.
    mutating func take(_ count: Int) {
        taken += count
        if gatheredPosition < gathered.count {
            gatheredPosition += count
        } else {
            position += count
        }
    }

    /// Returns the last `count` consumed bytes to the input. `bytes` contains them, the first in the lowest byte.
    mutating func putBack(_ count: Int, _ bytes: UInt64) {
        guard count > 0 else { return }
        taken -= count
        gathered.replaceSubrange(
            ..<gatheredPosition, with: (0..<count).map { UInt8(truncatingIfNeeded: bytes >> (8 * $0)) })
        gatheredPosition = 0
    }

    /// Reads until `rest` is not empty. Returns `false` at the end of the source.
    mutating func fill() throws(PipelineStop) -> Bool {
        while rest.isEmpty {
            position = 0
            gathered = []
            gatheredPosition = 0
            guard try advance() else { return false }
        }
        return true
    }

    /// Reads until `rest` contains at least `count` bytes. Returns `false` if the source ends first; then `rest`
    /// contains all remaining bytes.
    mutating func fill(_ count: Int) throws(PipelineStop) -> Bool {
        guard try fill() else { return false }
        if rest.count >= count { return true }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while true {
            appendRest(to: &bytes, upTo: count)
            if bytes.count == count { break }
            guard try advance() else { break }
        }
        // The previous look-ahead was for fewer than `count` bytes, so `bytes` contains all of it.
        gathered = bytes
        gatheredPosition = 0
        return bytes.count == count
    }

    /// Moves available bytes to `bytes` until it has `count` bytes.
    private mutating func appendRest(to bytes: inout [UInt8], upTo count: Int) {
        while bytes.count < count, !rest.isEmpty {
            bytes.append(rest[0])
            if gatheredPosition < gathered.count { gatheredPosition += 1 } else { position += 1 }
        }
    }

    /// Discards everything before the current piece, with which the source has started over.
    mutating func startOver() {
        position = 0
        gathered = []
        gatheredPosition = 0
        taken = 0
    }

    /// Whether reading the next byte would block.
    var wouldWait: Bool { rest.isEmpty && !source.isReady }

    private mutating func advance() throws(PipelineStop) -> Bool {
        guard !isAtEnd else { return false }
        position = 0
        isAtEnd = try !source.advance()
        return !isAtEnd
    }
}
