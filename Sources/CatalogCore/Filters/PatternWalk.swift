/// Holds a pattern against texts that come one after another, each sharing its beginning with the one before, as the file
/// keeps them: only the bytes after what is shared are looked at.
///
/// A pattern with `*` alone is a head, pieces and a tail: the head begins the text, each piece is found after the one before,
/// as early as it can be, and the tail ends the text after the last piece. Where a piece was found in the text before stays
/// true as long as that place lies in what is shared; and what wasn't found there can't end in what is shared.
struct PatternWalk: ~Copyable {
    private let head: [UInt8]
    private let tail: [UInt8]
    /// The pieces one after the other, and after which byte each ends.
    private let pieces: [UInt8]
    private let pieceEnds: [Int]
    private var headFits = false
    /// After each piece that was found in the last text, ascending.
    private var ends = TrivialArray<Int>()

    /// `nil` for patterns without `*`, and for those with `?`.
    init?(_ pattern: FieldPattern) {
        guard let all = pattern.pieces, all.count > 1 else { return nil }
        head = all[0]
        tail = all[all.count - 1]
        var pieces: [UInt8] = []
        var pieceEnds: [Int] = []
        for piece in all[1..<(all.count - 1)] where !piece.isEmpty {
            pieces += piece
            pieceEnds.append(pieces.count)
        }
        self.pieces = pieces
        self.pieceEnds = pieceEnds
    }

    /// Whether all of `text` is what the pattern says.
    ///
    /// - Parameter shared: bytes that it surely shares with the text before; 0 for the first one.
    /// - Complexity: O(`text.count` - `shared`) for most texts.
    @inline(__always)
    mutating func matches(_ text: Span<UInt8>, sharing shared: Int) -> Bool {
        if shared < head.count || shared == 0 {
            headFits = text.begins(with: head.span)
            ends.truncate(to: 0)
        }
        if !headFits { return false }
        var kept = ends.count
        while kept > 0, ends[kept - 1] > shared { kept -= 1 }
        ends.truncate(to: kept)
        while kept < pieceEnds.count {
            guard let end = endOfPiece(kept, in: text, sharing: shared) else { return false }
            ends.append(end)
            kept += 1
        }
        let start = text.count - tail.count
        guard start >= (kept > 0 ? ends[kept - 1] : head.count) else { return false }
        return tail.isEmpty || text.extracting(start..<text.count).equals(tail.span)
    }

    /// After the first place of the piece after the one before it; `nil` where there is none.
    @inline(__always)
    private func endOfPiece(_ number: Int, in text: Span<UInt8>, sharing shared: Int) -> Int? {
        let piece = pieces.span.extracting((number > 0 ? pieceEnds[number - 1] : 0)..<pieceEnds[number])
        let behind = number > 0 ? ends[number - 1] : head.count
        return text.firstIndex(of: piece, from: max(behind, shared - piece.count + 1)).map { $0 + piece.count }
    }
}
