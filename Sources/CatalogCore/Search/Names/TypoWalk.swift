/// Finds the texts of a sorted list that are the one asked for with a few typos: a character too many, one missing, another
/// one, or two neighbours swapped.
///
/// The list is walked like a tree whose branches are what texts begin with. For each number of typos a word of bits says which
/// beginnings of the pattern what was read so far can be with so many (an automaton of bits, a few operations a character).
/// Once no bit is set, nothing that begins so can match, and the walk passes over all of it (`SortedTexts.nextBlock`). Where all
/// typos are used up, few characters can follow: the walk goes on at the next of these (`SortedTexts.lastBlock`), not at the
/// next that there is.
///
/// Two swapped neighbours that are edited once more count as more than one typo (optimal string alignment).
struct TypoWalk: ~Copyable {
    /// Longest pattern, in characters: a bit each.
    static let patternLimit = 64

    private var pattern = TrivialArray<UInt32>()
    /// Bit j: character j of the pattern is that ASCII character.
    private var asciiMasks = TrivialArray<UInt64>(repeating: 0, count: 128)
    private let typos: Int
    private let isPrefix: Bool
    /// The bit of the whole pattern; 0 for the empty one.
    private let whole: UInt64
    /// The beginnings of the pattern that must not have all typos in them.
    private let sparing: UInt64
    /// How many characters are within no, one, two and all typos of none: as many, and one fewer where all typos are spared.
    private let emptyLimits: (none: Int, one: Int, two: Int, all: Int)

    /// By the number of characters read.
    private var states: TrivialArray<State>
    /// The characters read, and after which byte each ends.
    private var characters: TrivialArray<UInt32>
    private var ends: TrivialArray<Int>
    /// Characters read.
    private var depth = 0
    /// The current text, as far as it was put together.
    private var text = TrivialArray<UInt8>()
    /// What can still follow where reading came to an end.
    private var following = Following.anything
    /// All characters of the pattern are ASCII.
    private var isASCII = true

    /// Which beginnings of the pattern some characters can be. Bit j: they are its first j + 1 but for so many typos or fewer.
    private struct State: BitwiseCopyable {
        var none: UInt64 = 0
        var one: UInt64 = 0
        var two: UInt64 = 0
    }

    /// What may stand, after characters that were read, in place of the one that ended it.
    private enum Following {
        case anything
        case nothing
        /// This byte, or a greater one.
        case from(UInt8)
    }

    /// A walk for texts within `typos`, 2 at most, of `pattern`, or, with `isPrefix`, for those whose beginning is. `nil` where
    /// the pattern has more than `patternLimit` characters.
    ///
    /// - Parameter sparing: not all of the typos may be among so many characters at the pattern's beginning, which leaves far
    ///   less to walk.
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
                    // The text ended, or all that begins like this matches.
                    matchStart = index
                    passed = passed == Self.textMatches ? 0 : -passed
                }
                if passed > 0 {
                    if case .nothing = following {
                        // Nor does anything match that begins like this without its last character.
                        passed = ends[depth - 1]
                        if passed == 0 { return }
                    }
                    text.truncate(to: passed)
                }
            }
            index += 1
            if passed > 0 {
                // Of what shares as much, only the numbers are read.
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

    /// Hands out the matches among some texts, as ranges of indices, ascending.
    ///
    /// - Parameter candidates: indices of the texts, ascending.
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

    /// The block after `block` to go on with, where texts that share `passed` bytes with the current one are passed over.
    private mutating func blockPassing(_ passed: Int, in list: SortedTexts, after block: Int) -> Int {
        guard case .from(let byte) = following else {
            return list.nextBlock(after: block, sharingFewerThan: passed) ?? list.blockCount
        }
        // What ended the reading is one character, at the end of what is passed over.
        text.truncate(to: ends[depth - 1])
        text.append(byte)
        let next = list.lastBlock(before: text.span, from: block + 1)
        text.truncate(to: ends[depth - 1])
        return next
    }

    /// `text`, or with `isPrefix` a beginning of it, is within `typos` of `pattern`.
    static func isMatch(_ text: Span<UInt8>, of pattern: Span<UInt8>, typos: Int, isPrefix: Bool) -> Bool {
        guard var walk = TypoWalk(pattern, typos: typos, isPrefix: isPrefix) else { return false }
        return walk.matches(text)
    }

    /// `text` alone, or with `isPrefix` a beginning of it, is within `typos` of the pattern.
    mutating func matches(_ text: Span<UInt8>) -> Bool {
        self.text.truncate(to: 0)
        self.text.append(text)
        return read(shared: 0) < 0
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

    /// What was read is the pattern.
    private var isWhole: Bool { whole == 0 ? depth <= typos : reached(depth) & whole != 0 }

    /// All that can be with the typos that are allowed, also where some of these are spared.
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

    /// The beginning of no characters, within a limit of `emptyLimits` of `length` characters that were read.
    @inline(__always)
    private static func empty(_ limit: Int, _ length: Int) -> UInt64 {
        // The sign, without a branch.
        UInt64(truncatingIfNeeded: length &- limit &- 1) &>> 63
    }

    /// What can follow the characters before the last one, which can't, that is greater than it: whatever `step` finds something for.
    private func whatFollows() -> Following {
        let before = states[depth - 1]
        let asked = before.none &<< 1 | (depth == 1 ? 1 : 0)
        let askedOfOne = before.one &<< 1 | Self.empty(emptyLimits.one, depth - 1)
        // What is left of a character that the pattern has nowhere.
        let left: UInt64
        // The characters of the pattern that are asked for next.
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
            // The second of two swapped ones, and the first where both end after what is spared.
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

    /// Finds the state of the current depth; whether anything is left.
    @inline(__always)
    private mutating func step() -> Bool {
        let mask = mask(of: characters[depth])
        let before = states[depth - 1]
        var state = State()
        let asked = before.none &<< 1 | (depth == 1 ? 1 : 0)
        state.none = asked & mask
        if typos > 0 {
            // The character that is asked for; one too many; another one; one missing.
            let askedOfOne = before.one &<< 1 | Self.empty(emptyLimits.one, depth - 1)
            state.one = askedOfOne & mask | before.none | asked | state.none &<< 1
            if typos > 1 {
                state.two = (before.two &<< 1 | Self.empty(emptyLimits.two, depth - 1)) & mask | before.one | askedOfOne
            }
            // The last two characters swapped.
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

    /// The last character, which `mask` stands for, may be the first of two swapped ones that end after what is spared.
    /// Elsewhere it also counts as another one, so its state tells.
    @inline(__always)
    private func mayBeSwapped(_ mask: UInt64, _ before: State) -> Bool { swappedFirst(before) & mask != 0 }

    /// The characters of the pattern that may be the first of such two.
    @inline(__always)
    private func swappedFirst(_ before: State) -> UInt64 {
        if sparing == 0 || typos == 0 { return 0 }
        let spare = typos == 2 ? before.one : before.none
        return (spare &<< 2 | Self.empty(typos == 2 ? emptyLimits.one : emptyLimits.none, depth - 1) &<< 1) & ~sparing
    }
}
