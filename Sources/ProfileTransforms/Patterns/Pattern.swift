import Scanning

/// A compiled regular expression (`profile-transforms.md`, section 4). It is matched by backtracking over UTF-8 text.
///
/// Time is bounded. After `PatternMatcher.plainSteps` steps, the matcher memoizes failed states, so the number of
/// further steps is at most the number of instructions times the number of bytes. If the pattern has back references,
/// failures depend on captures and cannot be memoized. In that case, a match that takes too many steps fails with an
/// error.
///
/// ```
/// O.*N    0 byte O   1 split 2, 4   2 character .   3 jump 1   4 byte N   5 match
/// ```
struct Pattern: Sendable {
    /// The maximum number of instructions. Counted repetitions are unrolled, so a short pattern can have many.
    static let mostInstructions = 20_000

    let instructions: [Instruction]
    let sets: [CharacterSet]
    let groupCount: Int
    let names: [String: Int]
    let hasBackreferences: Bool
    /// The number of loops whose body can match the empty text.
    let loopCount: Int

    enum Instruction {
        case byte(UInt8)
        /// An ASCII letter in either case, stored in lowercase.
        case letter(UInt8)
        case character(Int32)
        case start
        case end
        case wordBoundary(Bool)
        case save(Int32)
        case jump(Int32)
        /// Tries the first target. If that fails, tries the second one.
        case split(Int32, Int32)
        /// Starts an iteration of a loop whose body can match the empty text.
        case enterLoop(Int32)
        /// Repeats the loop, unless the iteration has matched the empty text.
        case repeatLoop(Int32, to: Int32)
        /// A lookahead or lookbehind: matches the instructions up to `after` independently of the rest.
        case look(ahead: Bool, negated: Bool, least: Int32, most: Int32, after: Int32)
        case atomic(after: Int32)
        case backreference(Int32, foldsCase: Bool)
        case match
    }

    /// Compiles a pattern.
    ///
    /// - Throws: `Fault` if the text is not a valid pattern, or uses unsupported syntax.
    init(_ text: String) throws(Fault) {
        var parser = PatternParser(text)
        let node = try parser.parse()
        var compiler = PatternCompiler()
        try compiler.add(node)
        try compiler.add(.match)
        instructions = compiler.instructions
        sets = compiler.sets
        loopCount = compiler.loopCount
        groupCount = parser.groupCount
        names = parser.names
        hasBackreferences = parser.hasBackreferences
    }

    /// Returns whether the pattern matches the whole text.
    func matches(_ text: String) throws(Fault) -> Bool {
        var matcher = PatternMatcher(self, text)
        return try matcher.match(at: 0, toEnd: true)
    }

    /// Replaces all matches, or only the first one. Matches do not overlap.
    func replacing(_ text: String, with replacement: String, all: Bool) throws(Fault) -> String {
        var matcher = PatternMatcher(self, text)
        var result: [UInt8] = []
        var copied = 0
        var from = 0
        var found = false
        while from <= matcher.bytes.count, try matcher.find(from: from) {
            found = true
            let match = matcher.range(0)!
            result += matcher.bytes[copied..<match.lowerBound]
            try append(replacement, matcher, to: &result)
            copied = match.upperBound
            if !all { break }
            from = match.isEmpty ? matcher.next(match.upperBound) : match.upperBound
        }
        return found ? String(decoding: result + matcher.bytes[copied...], as: UTF8.self) : text
    }

    /// Appends the replacement of a match, in which `$1`, `${name}` and `\c` are expanded.
    private func append(_ replacement: String, _ matcher: PatternMatcher, to result: inout [UInt8]) throws(Fault) {
        let bytes = Array(replacement.utf8)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\\"):
                guard position < bytes.count else { throw Fault("the replacement ends with '\\'") }
                result.append(bytes[position])
                position += 1
            case UInt8(ascii: "$"):
                let group = try reference(bytes, &position)
                if let range = matcher.range(group) { result += matcher.bytes[range] }
            default: result.append(byte)
            }
        }
    }

    /// Returns the number of the group that is named after `$`.
    private func reference(_ bytes: [UInt8], _ position: inout Int) throws(Fault) -> Int {
        if position < bytes.count, bytes[position] == UInt8(ascii: "{") {
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "}"))
            let name = String(decoding: bytes[(position + 1)..<(end ?? bytes.count)], as: UTF8.self)
            guard let end, let group = names[name] else {
                throw Fault(
                    "the replacement's ${\(name)} does not name a "
                        + "group of the pattern")
            }
            position = end + 1
            return group
        }
        guard position < bytes.count, bytes[position].isASCIIDigit else {
            throw Fault("the replacement has '$' without a group; write \\$ for the character")
        }
        var group = bytes[position].digitValue
        position += 1
        guard group <= groupCount else {
            throw Fault(
                "the replacement's $\(group) does not refer to a group of the "
                    + "pattern")
        }
        while position < bytes.count, bytes[position].isASCIIDigit {
            let longer = group * 10 + bytes[position].digitValue
            if longer > groupCount { break }
            group = longer
            position += 1
        }
        return group
    }
}
