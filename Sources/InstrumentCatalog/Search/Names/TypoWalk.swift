/// Finds the texts of a sorted list that are the one asked for with a few typos: a character too many, one missing, another
/// one, or two neighbours swapped.
///
/// The list is walked like a tree whose branches are what texts begin with. At each character the distances between what
/// was read so far and all beginnings of the pattern follow from those before (one row of the well-known table, and of that
/// only the cells near the diagonal, since the others are beyond the allowed distance). Once no cell is within the allowed
/// distance, nothing that begins so can match, and the walk passes over all of it (`SortedTexts.nextBlock`).
///
/// Two swapped neighbours that are edited once more count as more than one typo (optimal string alignment).
struct TypoWalk: ~Copyable {
    /// Longest pattern, in characters.
    static let patternLimit = 64

    private var pattern = RawArray<UInt32>()
    private let typos: Int
    private let isPrefix: Bool
    private let width: Int

    /// Row d: the distances after d characters, by characters of the pattern; more than `typos` counts as `typos` + 1.
    private var rows: RawArray<UInt8>
    /// The characters read, and behind which byte each ends.
    private var characters: RawArray<UInt32>
    private var ends: RawArray<Int>
    /// Characters read.
    private var depth = 0
    /// The current text, as far as it was put together.
    private var text = RawArray<UInt8>()

    /// A walk for texts within `typos` of `pattern`, or, with `isPrefix`, for those whose beginning is. `nil` where the
    /// pattern has more than `patternLimit` characters.
    init?(_ pattern: Span<UInt8>, typos: Int, isPrefix: Bool) {
        var position = 0
        while position < pattern.count, self.pattern.count <= Self.patternLimit {
            self.pattern.append(pattern.character(at: &position))
        }
        guard self.pattern.count <= Self.patternLimit else { return nil }
        self.typos = typos
        self.isPrefix = isPrefix
        width = self.pattern.count + 1
        let rowCount = width + typos + 1
        rows = RawArray(repeating: UInt8(typos + 1), count: rowCount * width)
        characters = RawArray(repeating: 0, count: rowCount)
        ends = RawArray(repeating: 0, count: rowCount)
        for column in 0...min(typos, width - 1) { rows[column] = UInt8(column) }
    }

    /// Hands out the matches as ranges of indices, ascending.
    ///
    /// - Complexity: one step for each beginning of texts that may still match, some hundreds for one typo, some thousands for
    ///   two, hardly more in a longer list.
    mutating func forEachMatch(in list: SortedTexts, _ body: (Range<Int>) -> Void) {
        let bytes = list.bytes
        var block = 0
        var offset = 0
        var index = 0
        /// Texts that share so many bytes with the one before are passed over; 0: none are.
        var passed = 0
        var matchStart: Int?
        while index < list.count {
            let isFirst = index % SortedTexts.blockTexts == 0
            if isFirst { offset = list.start(ofBlock: block) }
            var shared = isFirst ? 0 : min(bytes.varint(at: &offset), text.count)
            let length = bytes.varint(at: &offset)
            let stored = bytes.span(offset, length)
            if isFirst { shared = text.span.commonPrefix(stored) }
            offset += length
            if passed == 0 || shared < passed {
                if let start = matchStart { body(start..<index) }
                matchStart = nil
                text.truncate(to: shared)
                text.append(isFirst ? stored.extracting(min(shared, stored.count)..<stored.count) : stored)
                passed = read(shared: shared)
                if passed < 0 {
                    // The text ended, or all that begins like this matches.
                    matchStart = index
                    passed = passed == Self.textMatches ? 0 : -passed
                }
                if passed > 0 { text.truncate(to: passed) }
            }
            index += 1
            if index % SortedTexts.blockTexts == 0 {
                block =
                    passed == 0 ? block + 1 : list.nextBlock(after: block, sharingFewerThan: passed) ?? list.blockCount
                index = block * SortedTexts.blockTexts
            }
        }
        if let start = matchStart { body(start..<list.count) }
    }

    /// `text`, or with `isPrefix` a beginning of it, is within `typos` of `pattern`.
    static func isMatch(_ text: Span<UInt8>, of pattern: Span<UInt8>, typos: Int, isPrefix: Bool) -> Bool {
        guard var walk = TypoWalk(pattern, typos: typos, isPrefix: isPrefix) else { return false }
        walk.text.append(text)
        return walk.read(shared: 0) < 0
    }

    private static let textMatches = Int.min

    /// Reads the current text on from what it shares with the one before. Returns how many bytes a text must share to be
    /// passed over, 0 where none is; negative where everything passed over matches; `textMatches` where just this text does.
    private mutating func read(shared: Int) -> Int {
        while depth > 0, ends[depth] > shared { depth -= 1 }
        var position = ends[depth]
        while position < text.count {
            let character = text.span.character(at: &position)
            depth += 1
            characters[depth] = character
            ends[depth] = position
            let isAlive = step()
            if isPrefix, rows[depth * width + width - 1] <= typos { return -position }
            if !isAlive { return position }
        }
        return !isPrefix && rows[depth * width + width - 1] <= typos ? Self.textMatches : 0
    }

    /// Fills the row of the current depth; whether any of its cells is within the allowed distance.
    private mutating func step() -> Bool {
        let character = characters[depth]
        let beyond = UInt8(typos + 1)
        let row = depth * width
        let low = max(0, depth - typos)
        let high = min(width - 1, depth + typos)
        var best = beyond
        // Where the pattern is shorter than what was read by more than the typos, the row has no cell in the band.
        rows[row + width - 1] = beyond
        if low > high { return false }
        if low > 0 { rows[row + low - 1] = beyond }
        for column in low...high {
            var cell = beyond
            if column == 0 {
                cell = UInt8(min(depth, typos + 1))
            } else {
                let above = row - width + column
                let wanted = pattern[column - 1]
                cell = min(rows[above] + 1, rows[row + column - 1] + 1)
                cell = min(cell, rows[above - 1] + (wanted == character ? 0 : 1))
                if column > 1, depth > 1, wanted == characters[depth - 1], pattern[column - 2] == character {
                    cell = min(cell, rows[above - width - 2] + 1)
                }
                cell = min(cell, beyond)
            }
            rows[row + column] = cell
            best = min(best, cell)
        }
        if high < width - 1 { rows[row + high + 1] = beyond }
        return best <= typos
    }
}
