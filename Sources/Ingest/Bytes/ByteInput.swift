/// A source as one run of bytes, wherever its pieces end.
///
/// Decoders work on `rest`, the current bytes, and say what they took. The few bytes of a header that lies across two
/// pieces are gathered in a small buffer, which `rest` then shows first.
struct ByteInput<Source: ByteSource & ~Copyable>: ~Copyable {
    private var source: Source
    private var position = 0
    /// Bytes that were looked ahead for beyond a piece's end, and how many of them were taken.
    private var gathered: [UInt8] = []
    private var gatheredPosition = 0
    /// Bytes taken so far: the position for errors.
    private(set) var taken = 0

    /// The source has said so, and need not be asked again: a terminal would go on.
    private var isAtEnd = false

    init(_ source: consuming Source) { self.source = source }

    /// The current bytes, which may be none.
    var rest: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            if gatheredPosition < gathered.count { return gathered.span.extracting(gatheredPosition...) }
            return source.piece.extracting(position...)
        }
    }

    /// Takes bytes of `rest`.
    mutating func take(_ count: Int) {
        taken += count
        if gatheredPosition < gathered.count {
            gatheredPosition += count
        } else {
            position += count
        }
    }

    /// Makes bytes that were taken the next ones again: the last `count` of them, the first one lowest in `bytes`.
    mutating func putBack(_ count: Int, _ bytes: UInt64) {
        guard count > 0 else { return }
        taken -= count
        gathered.replaceSubrange(
            ..<gatheredPosition, with: (0..<count).map { UInt8(truncatingIfNeeded: bytes >> (8 * $0)) })
        gatheredPosition = 0
    }

    /// Makes `rest` hold something; false at the end of the source.
    mutating func fill() throws(PipelineStop) -> Bool {
        while rest.isEmpty {
            position = 0
            gathered = []
            gatheredPosition = 0
            guard try advance() else { return false }
        }
        return true
    }

    /// Makes `rest` begin with at least `count` bytes; false where the source ends before, and `rest` is all there is.
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
        // Whatever of the earlier look-ahead was not wanted cannot be: it was shorter than `count`.
        gathered = bytes
        gatheredPosition = 0
        return bytes.count == count
    }

    /// Moves bytes at hand to `bytes`, as many as are missing to `count`.
    private mutating func appendRest(to bytes: inout [UInt8], upTo count: Int) {
        while bytes.count < count, !rest.isEmpty {
            bytes.append(rest[0])
            if gatheredPosition < gathered.count { gatheredPosition += 1 } else { position += 1 }
        }
    }

    /// Forgets what was before the current piece: the source started over with it.
    mutating func startOver() {
        position = 0
        gathered = []
        gatheredPosition = 0
        taken = 0
    }

    /// The next bytes will wait for whoever sends them.
    var wouldWait: Bool { rest.isEmpty && !source.isReady }

    private mutating func advance() throws(PipelineStop) -> Bool {
        guard !isAtEnd else { return false }
        position = 0
        isAtEnd = try !source.advance()
        return !isAtEnd
    }
}
