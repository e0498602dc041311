import Scanning

/// A compiled regular expression of the language (`profile-transforms.md`, section 4), matched by backtracking over UTF-8.
///
/// Time is bounded: after `PatternMatcher.plainSteps` the matcher keeps what failed at which place and never tries it again, so a match
/// takes at most as many steps as instructions times bytes. With back references, where what failed depends on what was captured, a
/// match that takes too many steps is a failure.
///
/// ```
/// O.*N    0 byte O   1 split 2, 4   2 character .   3 jump 1   4 byte N   5 match
/// ```
struct Pattern: Sendable {
    /// A program may have so many instructions: counted repetitions are written out.
    static let mostInstructions = 20_000

    let instructions: [Instruction]
    let sets: [CharacterSet]
    let groupCount: Int
    let names: [String: Int]
    let hasBackreferences: Bool
    /// How many loops whose body can be empty.
    let loopCount: Int

    enum Instruction {
        case byte(UInt8)
        /// An ASCII letter in either case, given in lower case.
        case letter(UInt8)
        case character(Int32)
        case start
        case end
        case wordBoundary(Bool)
        case save(Int32)
        case jump(Int32)
        /// The first is tried first.
        case split(Int32, Int32)
        /// A loop whose body can be empty begins an iteration here.
        case enterLoop(Int32)
        /// Goes back only where the iteration has taken something.
        case repeatLoop(Int32, to: Int32)
        /// What follows up to `after` is matched by itself.
        case look(ahead: Bool, negated: Bool, least: Int32, most: Int32, after: Int32)
        case atomic(after: Int32)
        case backreference(Int32, foldsCase: Bool)
        case match
    }

    /// - Throws: `Fault` if the text is no pattern, or one that isn't supported.
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

    /// Whether all of a text matches.
    func matches(_ text: String) throws(Fault) -> Bool {
        var matcher = PatternMatcher(self, text)
        return try matcher.match(at: 0, toEnd: true)
    }

    /// A text with all its matches, or the first, replaced; matches don't overlap.
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

    /// What a match is replaced by: `$1`, `${name}`, `\c`.
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

    /// The group that stands after `$`.
    private func reference(_ bytes: [UInt8], _ position: inout Int) throws(Fault) -> Int {
        if position < bytes.count, bytes[position] == UInt8(ascii: "{") {
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "}"))
            let name = String(decoding: bytes[(position + 1)..<(end ?? bytes.count)], as: UTF8.self)
            guard let end, let group = names[name] else { throw Fault("the replacement's ${\(name)} names no group") }
            position = end + 1
            return group
        }
        guard position < bytes.count, bytes[position].isASCIIDigit else {
            throw Fault("the replacement has '$' without a group; write \\$ for the character")
        }
        var group = bytes[position].digitValue
        position += 1
        guard group <= groupCount else { throw Fault("the replacement's $\(group) is no group of the pattern") }
        while position < bytes.count, bytes[position].isASCIIDigit {
            let longer = group * 10 + bytes[position].digitValue
            if longer > groupCount { break }
            group = longer
            position += 1
        }
        return group
    }
}
