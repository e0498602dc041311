/// Matches a pattern against a sequence of front-coded texts: only the bytes after the shared prefix are examined.
///
/// A pattern whose only wildcard is `*` consists of a head, pieces and a tail. The head starts the text, each piece is
/// matched at its first occurrence after the previous piece, and the tail ends the text. A match in the previous text
/// stays valid while it lies in the shared prefix. A piece without a match in the previous text has none in the shared
/// prefix either.
struct PatternWalk: ~Copyable {
    private let head: [UInt8]
    private let tail: [UInt8]
    /// The concatenated pieces, and the end of each.
    private let pieces: [UInt8]
    private let pieceEnds: [Int]
    private var headFits = false
    /// The end of each piece that was found in the last text, ascending.
    private var ends = TrivialArray<Int>()

    /// `nil` for patterns without `*` and for patterns with `?`.
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

    /// Returns whether the pattern matches the whole of `text`.
    ///
    /// - Parameter shared: A lower bound of the prefix shared with the previous text; 0 for the first text.
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

    /// Returns the end of the first occurrence of a piece after the previous piece; `nil` if the piece does not occur.
    @inline(__always)
    private func endOfPiece(_ number: Int, in text: Span<UInt8>, sharing shared: Int) -> Int? {
        let piece = pieces.span.extracting((number > 0 ? pieceEnds[number - 1] : 0)..<pieceEnds[number])
        let behind = number > 0 ? ends[number - 1] : head.count
        return text.firstIndex(of: piece, from: max(behind, shared - piece.count + 1)).map { $0 + piece.count }
    }
}
