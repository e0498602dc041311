import Scanning

/// Matches a pattern against one text, by backtracking with an explicit stack.
struct PatternMatcher {
    /// The number of steps after which failed states are memoized.
    static let plainSteps = 2_000
    /// The maximum number of steps if back references prevent memoization.
    static let mostSteps = 2_000_000

    private let pattern: Pattern
    let bytes: [UInt8]
    /// The start and end of each group, -1 if it has not matched. Elements 0 and 1 are the whole match.
    private var captures: [Int]
    /// The start of the current iteration, for each loop.
    private var loops: [Int]
    private var steps = 0
    private var stack: [Entry] = []

    /// An entry of the backtracking stack.
    private enum Entry {
        case state(Int32, Int)
        case capture(Int32, Int)
        case loop(Int32, Int)
    }

    /// An instruction and a position, together with the loops whose current iteration has consumed nothing so far.
    private struct FailedState: Hashable {
        let instruction: Int32
        let position: Int
        let idleLoops: UInt64
    }

    init(_ pattern: Pattern, _ text: String) {
        self.pattern = pattern
        bytes = Array(text.utf8)
        captures = Array(repeating: -1, count: 2 * pattern.groupCount + 2)
        loops = Array(repeating: -1, count: pattern.loopCount)
    }

    /// Returns the range of a group in the last match; `nil` if the group did not take part in it.
    func range(_ group: Int) -> Range<Int>? {
        captures[2 * group + 1] < 0 ? nil : captures[2 * group]..<captures[2 * group + 1]
    }

    /// Returns the position after the character at `position`.
    func next(_ position: Int) -> Int {
        var next = position + 1
        while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }

    /// Finds the first match that starts at `start` or later.
    mutating func find(from start: Int) throws(Fault) -> Bool {
        var position = start
        while position <= bytes.count {
            if try match(at: position, toEnd: false) { return true }
            position = next(position)
        }
        return false
    }

    /// Matches at a position. If `toEnd` is set, the match must extend to the end of the text.
    mutating func match(at start: Int, toEnd: Bool) throws(Fault) -> Bool {
        for index in captures.indices { captures[index] = -1 }
        guard let end = try run(0, at: start, end: toEnd ? bytes.count : nil) else { return false }
        captures[0] = start
        captures[1] = end
        return true
    }

    // MARK: Steps

    /// Runs from an instruction to the next `match` instruction.
    ///
    /// - Parameter end: The required end of the match; `nil` if it may end anywhere.
    /// - Returns: The end of the match; `nil` if nothing matches, in which case the captures are unchanged.
    private mutating func run(_ first: Int32, at start: Int, end: Int?) throws(Fault) -> Int? {
        let base = stack.count
        defer { stack.removeSubrange(base...) }
        // An independent part, such as a lookbehind, may run several times with different required ends. So each run
        // has its own failed states.
        var failed: Set<FailedState> = []
        var ownSteps = 0
        var instruction = first
        var position = start
        while true {
            ownSteps += 1
            let isOpen = ownSteps < Self.plainSteps ? true : try isNew(instruction, position, &failed)
            if isOpen {
                if let (nextInstruction, nextPosition) = try step(instruction, position) {
                    instruction = nextInstruction
                    position = nextPosition
                    continue
                }
                if case .match = pattern.instructions[Int(instruction)], end == nil || position == end {
                    return position
                }
            }
            guard let (nextInstruction, nextPosition) = takeBack(to: base) else { return nil }
            instruction = nextInstruction
            position = nextPosition
        }
    }

    /// Pops the last alternative that was not tried, and restores the captures that were saved since then.
    private mutating func takeBack(to base: Int) -> (Int32, Int)? {
        while stack.count > base {
            switch stack.removeLast() {
            case .state(let instruction, let position): return (instruction, position)
            case .capture(let index, let value): captures[Int(index)] = value
            case .loop(let index, let value): loops[Int(index)] = value
            }
        }
        return nil
    }

    /// Returns `false` if the state is known to fail.
    private mutating func isNew(_ instruction: Int32, _ position: Int, _ failed: inout Set<FailedState>) throws(Fault)
        -> Bool
    {
        if pattern.hasBackreferences {
            steps += 1
            if steps > Self.mostSteps { throw Fault("matching the pattern takes more than \(Self.mostSteps) steps") }
            return true
        }
        guard case .split = pattern.instructions[Int(instruction)] else { return true }
        var idle: UInt64 = 0
        for (index, start) in loops.enumerated() where start == position { idle |= 1 << UInt64(index) }
        return failed.insert(FailedState(instruction: instruction, position: position, idleLoops: idle)).inserted
    }

    /// Executes an instruction. Returns the next state; `nil` if the instruction fails or is `match`.
    private mutating func step(_ at: Int32, _ position: Int) throws(Fault) -> (Int32, Int)? {
        switch pattern.instructions[Int(at)] {
        case .byte(let byte):
            return position < bytes.count && bytes[position] == byte ? (at + 1, position + 1) : nil
        case .letter(let byte):
            return position < bytes.count && bytes[position].asciiLowercased == byte ? (at + 1, position + 1) : nil
        case .character(let set):
            guard let next = next(position, in: pattern.sets[Int(set)]) else { return nil }
            return (at + 1, next)
        case .start: return position == 0 ? (at + 1, position) : nil
        case .end: return isAtEnd(position) ? (at + 1, position) : nil
        case .wordBoundary(let expected):
            return (isWord(position - 1) != isWord(position)) == expected ? (at + 1, position) : nil
        case .save(let index):
            stack.append(.capture(index, captures[Int(index)]))
            captures[Int(index)] = position
            return (at + 1, position)
        case .jump(let target): return (target, position)
        case .split(let first, let second):
            stack.append(.state(second, position))
            return (first, position)
        case .enterLoop(let loop):
            stack.append(.loop(loop, loops[Int(loop)]))
            loops[Int(loop)] = position
            return (at + 1, position)
        case .repeatLoop(let loop, let start): return (loops[Int(loop)] == position ? at + 1 : start, position)
        case .look(let ahead, let negated, let least, let most, let after):
            let saved = captures
            let found =
                try ahead
                ? run(at + 1, at: position, end: nil) != nil : looksBehind(at + 1, position, Int(least), Int(most))
            if negated { captures = saved } else if found { keep(saved) }
            return found != negated ? (after, position) : nil
        case .atomic(let after):
            let saved = captures
            guard let end = try run(at + 1, at: position, end: nil) else { return nil }
            keep(saved)
            return (after, end)
        case .backreference(let group, let foldsCase):
            guard let range = range(Int(group)), position + range.count <= bytes.count else { return nil }
            for offset in 0..<range.count {
                let (a, b) = (bytes[range.lowerBound + offset], bytes[position + offset])
                guard a == b || foldsCase && a.asciiLowercased == b.asciiLowercased else { return nil }
            }
            return (at + 1, position + range.count)
        case .match: return nil
        }
    }

    /// Pushes the captures that an independent part has changed, so that backtracking restores them.
    private mutating func keep(_ saved: [Int]) {
        for (index, value) in saved.enumerated() where captures[index] != value {
            stack.append(.capture(Int32(index), value))
        }
    }

    // MARK: Characters

    private func next(_ position: Int, in set: CharacterSet) -> Int? {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        if byte < 0x80 { return set.contains(ascii: byte) ? position + 1 : nil }
        let end = next(position)
        var code = UInt32(byte) & (0x7F >> UInt32(end - position))
        for byte in bytes[(position + 1)..<end] { code = code << 6 | UInt32(byte & 0x3F) }
        return set.contains(beyondASCII: code) ? end : nil
    }

    private func isWord(_ position: Int) -> Bool {
        guard bytes.indices.contains(position), bytes[position] < 0x80 else { return false }
        return CharacterSet.wordCharacters.contains(ascii: bytes[position])
    }

    /// Returns whether a position is at the end of the text, or before a line end that ends the text.
    private func isAtEnd(_ position: Int) -> Bool {
        let rest = bytes[position...]
        if rest.isEmpty { return true }
        if rest.count > 3 { return false }
        if rest.elementsEqual([ASCII.lineFeed]) { return position == 0 || bytes[position - 1] != ASCII.carriageReturn }
        return Self.lineEnds.contains { rest.elementsEqual($0) }
    }

    private static let lineEnds: [[UInt8]] = [
        [ASCII.carriageReturn], [ASCII.carriageReturn, ASCII.lineFeed], [0xC2, 0x85], [0xE2, 0x80, 0xA8],
        [0xE2, 0x80, 0xA9],
    ]

    private mutating func looksBehind(_ first: Int32, _ position: Int, _ least: Int, _ most: Int) throws(Fault) -> Bool
    {
        var start = position
        for width in 0...most {
            if width >= least, try run(first, at: start, end: position) != nil { return true }
            if start == 0 { return false }
            repeat { start -= 1 } while bytes[start] & 0xC0 == 0x80
        }
        return false
    }
}
