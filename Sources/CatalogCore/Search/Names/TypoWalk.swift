/// Finds the texts of a sorted list within a few typos of a pattern: an inserted, missing or replaced character, or a
/// transposition of two neighbors.
///
/// The list is walked like a trie. A bit-parallel Levenshtein automaton stores, for each number of typos, which
/// prefixes of the pattern match the characters read so far, with a bit per prefix. Once no bit is set, no text with
/// the current prefix can match, and the walk skips all of them (`SortedTexts.nextBlock`). Once all typos are used up,
/// few characters can follow, and the walk continues at the next text with one of these (`SortedTexts.lastBlock`).
///
/// A transposition whose characters are edited again counts as more than one typo (optimal string alignment).
struct TypoWalk: ~Copyable {
    /// The maximum length of a pattern in characters, which have one bit each.
    static let patternLimit = 64

    private var pattern = TrivialArray<UInt32>()
    /// Bit j is set if character j of the pattern is the ASCII character.
    private var asciiMasks = TrivialArray<UInt64>(repeating: 0, count: 128)
    private let typos: Int
    private let isPrefix: Bool
    /// The bit of the whole pattern; 0 if the pattern is empty.
    private let whole: UInt64
    /// The prefixes of the pattern within which not all typos may occur.
    private let sparing: UInt64
    /// The number of characters after which the empty prefix of the pattern no longer matches, for zero, one, two and
    /// all typos. It equals the number of typos. It is one less if not all typos may occur before the pattern
    /// (`sparing`).
    private let emptyLimits: (none: Int, one: Int, two: Int, all: Int)

    /// The automaton's states, by the number of characters read.
    private var states: TrivialArray<State>
    /// The characters read, and the end of each in bytes.
    private var characters: TrivialArray<UInt32>
    private var ends: TrivialArray<Int>
    /// The number of characters read.
    private var depth = 0
    /// The current text, as far as it was decoded.
    private var text = TrivialArray<UInt8>()
    /// After `read` stopped at a character: the other characters that can still lead to a match at that position.
    private var following = Following.anything
    /// Whether all characters of the pattern are ASCII.
    private var isASCII = true

    /// A state of the automaton. Bit j is set if the characters read match the first j + 1 characters of the pattern
    /// with at most the given number of typos.
    private struct State: BitwiseCopyable {
        var none: UInt64 = 0
        var one: UInt64 = 0
        var two: UInt64 = 0
    }

    /// The alternatives to the character at which reading stopped.
    private enum Following {
        case anything
        case nothing
        /// Bytes that are not less than this one.
        case from(UInt8)
    }

    /// Creates a walk for texts within `typos` typos of `pattern`, at most 2. With `isPrefix`, finds texts that start
    /// with such a text. `nil` if the pattern has more than `patternLimit` characters.
    ///
    /// - Parameter sparing: The length of the prefix of the pattern within which not all typos may occur; a longer
    ///   prefix makes the walk far shorter.
    init?(_ pattern: Span<UInt8>, typos: Int, isPrefix: Bool, sparing: Int = 0) {
        var position = 0
        while position < pattern.count, self.pattern.count <= Self.patternLimit {
            self.pattern.append(pattern.character(at: &position))
        }
        let count = self.pattern.count
        guard count <= Self.patternLimit else { return nil }
        for index in 0..<count {
            if self.pattern[index] < 0x80 {
                asciiMasks[Int(self.pattern[index])] |= 1 &<< UInt64(index)
            } else {
                isASCII = false
            }
        }
        self.typos = typos
        self.isPrefix = isPrefix
        whole = count == 0 ? 0 : 1 &<< UInt64(count - 1)
        self.sparing = sparing <= 0 ? 0 : UInt64.max &>> UInt64(64 - min(sparing, 64))
        let spared = self.sparing != 0 ? 1 : 0
        emptyLimits = (
            typos == 0 ? -spared : 0, typos == 1 ? 1 - spared : 1, typos == 2 ? 2 - spared : 2, typos - spared
        )
        let rowCount = count + typos + 2
        states = TrivialArray(repeating: State(), count: rowCount)
        characters = TrivialArray(repeating: 0, count: rowCount)
        ends = TrivialArray(repeating: 0, count: rowCount)
        if typos > 0 { states[0].one = typos == 1 ? 1 & ~self.sparing : 1 }
        if typos > 1 { states[0].two = 3 & ~self.sparing }
    }

    /// Calls `body` with the matches as ranges of indices, ascending.
    ///
    /// - Complexity: One step for each prefix of texts that may still match; nearly independent of the length of the
    ///   list.
    mutating func forEachMatch(in list: SortedTexts, _ body: (Range<Int>) -> Void) {
        let bytes = list.bytes
        var block = 0
        var offset = 0
        var index = 0
        /// Texts that share at least this number of bytes with the current prefix are skipped; 0 to skip none.
        var passed = 0
        var matchStart: Int?
        while index < list.count {
            let isFirst = index % SortedTexts.blockTexts == 0
            if isFirst { offset = list.start(ofBlock: block) }
            var (shared, length) = isFirst ? (0, bytes.varint(at: &offset)) : bytes.frontCodedLengths(at: &offset)
            let own = offset
            offset += length
            if isFirst { shared = text.span.commonPrefix(bytes.span(own, length)) }
            if passed == 0 || shared < passed {
                if let start = matchStart { body(start..<index) }
                matchStart = nil
                shared = min(shared, text.count)
                let stored = bytes.span(own, length)
                text.truncate(to: shared)
                text.append(isFirst ? stored.extracting(min(shared, stored.count)..<stored.count) : stored)
                passed = read(shared: shared)
                if passed < 0 {
                    // The text ended, or all texts with this prefix match.
                    matchStart = index
                    passed = passed == Self.textMatches ? 0 : -passed
                }
                if passed > 0 {
                    if case .nothing = following {
                        // No other character can follow the previous prefix, so it does not lead to matches either.
                        passed = ends[depth - 1]
                        if passed == 0 { return }
                    }
                    text.truncate(to: passed)
                }
            }
            index += 1
            if passed > 0 {
                // Texts that share enough bytes are skipped. Only their lengths are read.
                while index % SortedTexts.blockTexts != 0, index < list.count {
                    let pair = bytes.u16(at: offset)
                    if pair & 0x8080 != 0 || Int(pair & 0xFF) < passed { break }
                    offset &+= 2 &+ Int(pair &>> 8)
                    index &+= 1
                }
            }
            if index % SortedTexts.blockTexts == 0 {
                block = passed == 0 ? block + 1 : blockPassing(passed, in: list, after: block)
                index = block * SortedTexts.blockTexts
            }
        }
        if let start = matchStart { body(start..<list.count) }
    }

    /// Calls `body` with the matches among some texts, as ranges of indices, ascending.
    ///
    /// - Parameter candidates: The indices of the texts, ascending.
    mutating func forEachMatch(among candidates: [Int], in list: SortedTexts, _ body: (Range<Int>) -> Void) {
        var place = 0
        var text = TrivialArray<UInt8>()
        while place < candidates.count {
            let block = candidates[place] / SortedTexts.blockTexts
            list.forEach(inBlock: block, &text) { index, text in
                guard place < candidates.count, candidates[place] == index else { return }
                place += 1
                if matches(text) { body(index..<(index + 1)) }
            }
        }
    }

    /// Returns the block after `block` at which to continue. Texts that share `passed` bytes with the current one are
    /// skipped.
    private mutating func blockPassing(_ passed: Int, in list: SortedTexts, after block: Int) -> Int {
        guard case .from(let byte) = following else {
            return list.nextBlock(after: block, sharingFewerThan: passed) ?? list.blockCount
        }
        // Reading stopped at a single character, at the end of the skipped prefix.
        text.truncate(to: ends[depth - 1])
        text.append(byte)
        let next = list.lastBlock(before: text.span, from: block + 1)
        text.truncate(to: ends[depth - 1])
        return next
    }

    /// Returns whether `text`, or with `isPrefix` a prefix of it, is within `typos` typos of `pattern`.
    static func isMatch(_ text: Span<UInt8>, of pattern: Span<UInt8>, typos: Int, isPrefix: Bool) -> Bool {
        guard var walk = TypoWalk(pattern, typos: typos, isPrefix: isPrefix) else { return false }
        return walk.matches(text)
    }

    /// Returns whether `text`, or with `isPrefix` a prefix of it, is within the allowed typos of the pattern.
    mutating func matches(_ text: Span<UInt8>) -> Bool {
        self.text.truncate(to: 0)
        self.text.append(text)
        return read(shared: 0) < 0
    }

    private static let textMatches = Int.min

    /// Reads the current text from its shared prefix on. Returns how many bytes the following texts must share with it
    /// to be skipped; 0 if no texts are skipped. The number is negative if the texts that share these bytes match, and
    /// `textMatches` if only this text matches.
    private mutating func read(shared: Int) -> Int {
        while depth > 0, ends[depth] > shared { depth -= 1 }
        var position = ends[depth]
        while position < text.count {
            let character = text.span.character(at: &position)
            depth += 1
            characters[depth] = character
            ends[depth] = position
            let isAlive = step()
            if isPrefix, isWhole {
                following = .anything
                return -position
            }
            if !isAlive {
                following = whatFollows()
                return position
            }
        }
        following = .anything
        return !isPrefix && isWhole ? Self.textMatches : 0
    }

    /// Whether the characters read match the whole pattern.
    private var isWhole: Bool { whole == 0 ? depth <= typos : reached(depth) & whole != 0 }

    /// Returns the prefixes that can be reached with all allowed typos, respecting `sparing`.
    @inline(__always)
    private func reached(_ depth: Int) -> UInt64 {
        reached(states[depth])
    }

    @inline(__always)
    private func reached(_ state: State) -> UInt64 {
        typos == 2 ? state.two | state.one : typos == 1 ? state.one | state.none : state.none
    }

    @inline(__always)
    private func mask(of character: UInt32) -> UInt64 {
        if character < 0x80 { return asciiMasks[Int(character)] }
        var mask: UInt64 = 0
        for index in 0..<pattern.count where pattern[index] == character { mask |= 1 &<< UInt64(index) }
        return mask
    }

    /// Returns 1 if the empty prefix of the pattern is within a limit of `emptyLimits` after `length` characters,
    /// otherwise 0.
    @inline(__always)
    private static func empty(_ limit: Int, _ length: Int) -> UInt64 {
        // The sign bit, without a branch.
        UInt64(truncatingIfNeeded: length &- limit &- 1) &>> 63
    }

    /// Returns the characters, greater than the last failed one, for which `step` can succeed at this depth.
    private func whatFollows() -> Following {
        let before = states[depth - 1]
        let asked = before.none &<< 1 | (depth == 1 ? 1 : 0)
        let askedOfOne = before.one &<< 1 | Self.empty(emptyLimits.one, depth - 1)
        // The state after a character that does not occur in the pattern.
        let left: UInt64
        // The pattern characters that can come next.
        var places = asked
        switch typos {
        case 0: left = 0
        case 1:
            left = (before.none | asked) & ~sparing
            places |= askedOfOne & ~sparing
        default:
            left = before.none | asked | (before.one | askedOfOne | Self.empty(emptyLimits.one, depth)) & ~sparing
            places |= askedOfOne | (before.two &<< 1 | Self.empty(emptyLimits.two, depth - 1)) & ~sparing
        }
        guard isASCII, left == 0, Self.empty(emptyLimits.all, depth) == 0 else { return .anything }
        if typos > 0 {
            // Adds the second character of a transposition. If a transposition is after the spared prefix, adds its
            // first character, too.
            if depth > 1 {
                let earlier = states[depth - 2]
                var swapped = earlier.none &<< 2 | Self.empty(emptyLimits.none, depth - 2) &<< 1
                if typos > 1 { swapped |= earlier.one &<< 2 | Self.empty(emptyLimits.one, depth - 2) &<< 1 }
                places |= (swapped & mask(of: characters[depth - 1])) &>> 1
            }
            places |= swappedFirst(before)
        }
        let last = characters[depth]
        var next = UInt32.max
        while places != 0 {
            let place = places.trailingZeroBitCount
            places &= places - 1
            if place < pattern.count, pattern[place] > last, pattern[place] < next { next = pattern[place] }
        }
        return next == .max ? .nothing : .from(UInt8(truncatingIfNeeded: next))
    }

    /// Computes the state of the current depth. Returns whether it is nonempty.
    @inline(__always)
    private mutating func step() -> Bool {
        let mask = mask(of: characters[depth])
        let before = states[depth - 1]
        var state = State()
        let asked = before.none &<< 1 | (depth == 1 ? 1 : 0)
        state.none = asked & mask
        if typos > 0 {
            // In this order: a match, an insertion, a replacement, a missing character.
            let askedOfOne = before.one &<< 1 | Self.empty(emptyLimits.one, depth - 1)
            state.one = askedOfOne & mask | before.none | asked | state.none &<< 1
            if typos > 1 {
                state.two = (before.two &<< 1 | Self.empty(emptyLimits.two, depth - 1)) & mask | before.one | askedOfOne
            }
            // A transposition of the last two characters.
            if depth > 1 {
                let swapped = self.mask(of: characters[depth - 1]) & (mask &<< 1)
                if swapped != 0 {
                    let earlier = states[depth - 2]
                    state.one |= (earlier.none &<< 2 | Self.empty(emptyLimits.none, depth - 2) &<< 1) & swapped
                    if typos > 1 {
                        state.two |= (earlier.one &<< 2 | Self.empty(emptyLimits.one, depth - 2) &<< 1) & swapped
                    }
                }
            }
            if typos > 1 {
                state.two |= state.one &<< 1 | Self.empty(emptyLimits.one, depth)
                state.two &= ~sparing
            } else {
                state.one &= ~sparing
            }
        }
        states[depth] = state
        return reached(state) != 0 || Self.empty(emptyLimits.all, depth) == 1 || mayBeSwapped(mask, before)
    }

    /// Returns whether the last character, with the given `mask`, may be the first of a transposition after the spared
    /// prefix. After other prefixes, such a character also counts as a replacement, which leaves the state nonempty.
    @inline(__always)
    private func mayBeSwapped(_ mask: UInt64, _ before: State) -> Bool { swappedFirst(before) & mask != 0 }

    /// Returns the pattern characters that may come first in such a transposition.
    @inline(__always)
    private func swappedFirst(_ before: State) -> UInt64 {
        if sparing == 0 || typos == 0 { return 0 }
        let spare = typos == 2 ? before.one : before.none
        return (spare &<< 2 | Self.empty(typos == 2 ? emptyLimits.one : emptyLimits.none, depth - 1) &<< 1) & ~sparing
    }
}
