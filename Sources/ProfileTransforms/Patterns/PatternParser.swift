/// Parses the subset of Java's regular expressions that `profile-transforms.md`, section 4, defines. Any other syntax
/// is an error.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var foldsCase = false
    private var depth = 0
    private(set) var groupCount = 0
    private(set) var names: [String: Int] = [:]
    private(set) var hasBackreferences = false
    /// The numbers of the groups whose `)` was read.
    private var closed: Set<Int> = []

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// Parses the whole text.
    mutating func parse() throws(Fault) -> PatternNode {
        let node = try alternatives()
        if position < scalars.count { throw refusal("an unmatched ')'") }
        return node
    }

    private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func skip(_ text: String) -> Bool {
        guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
        position += text.unicodeScalars.count
        return true
    }

    private func refusal(_ what: String) -> Fault {
        Fault("the pattern has \(what) at character \(min(position, scalars.count) + 1)")
    }

    // MARK: Rules

    /// Parses `a|b`, up to `)` or the end. Flags that are set in the alternatives apply only there.
    private mutating func alternatives() throws(Fault) -> PatternNode {
        let outer = foldsCase
        depth += 1
        if depth > 200 { throw refusal("more than 200 nested groups") }
        defer {
            foldsCase = outer
            depth -= 1
        }
        var branches = [try sequence()]
        while skip("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() throws(Fault) -> PatternNode {
        var nodes: [PatternNode] = []
        while let next = peek, next != "|", next != ")" {
            if skip("(?i)") {
                foldsCase = true
                continue
            }
            nodes.append(try quantified(try atom()))
        }
        return nodes.isEmpty ? .empty : nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func quantified(_ node: PatternNode) throws(Fault) -> PatternNode {
        let least: Int
        let most: Int?
        switch peek {
        case "*": (least, most) = (0, nil)
        case "+": (least, most) = (1, nil)
        case "?": (least, most) = (0, 1)
        case "{":
            position += 1
            (least, most) = try counts()
        default: return node
        }
        position += 1
        let greed: PatternNode.Greed = skip("?") ? .reluctant : skip("+") ? .possessive : .greedy
        if let next = peek, "*+?{".unicodeScalars.contains(next) {
            throw refusal("a second repetition of one part")
        }
        return .repeated(node, least: least, most: most, greed)
    }

    /// Parses the counts of a repetition: `n}`, `n,}` or `n,m}`.
    private mutating func counts() throws(Fault) -> (Int, Int?) {
        guard let least = count() else { throw refusal("'{' without a count; write \\{ for the character") }
        var most: Int? = least
        if skip(",") { most = count() }
        guard peek == "}" else { throw refusal("a count without '}'") }
        if let most, most < least { throw refusal("a count whose upper bound is below its lower one") }
        return (least, most)
    }

    private mutating func count() -> Int? {
        var value: Int?
        while let next = peek, "0"..."9" ~= next {
            // Clamp the count. Such a large count exceeds the limit on instructions anyway.
            value = min((value ?? 0) * 10 + Int(next.value - 0x30), 1_000_000)
            position += 1
        }
        return value
    }

    private mutating func atom() throws(Fault) -> PatternNode {
        let next = scalars[position]
        position += 1
        switch next {
        case ".": return .characters(.anyInLine)
        case "^": return .start
        case "$": return .end
        case "(": return try group()
        case "[": return .characters(try characterClass())
        case "\\": return try escape()
        case "*", "+", "?", "{":
            position -= 1
            throw refusal("'\(next)' with nothing before it to repeat")
        default: return .literal(next, foldsCase: foldsCase)
        }
    }

    /// Parses a group, after `(`.
    private mutating func group() throws(Fault) -> PatternNode {
        if skip("?:") { return .group(try closedGroup(), nil) }
        if skip("?=") { return .look(try closedGroup(), ahead: true, negated: false) }
        if skip("?!") { return .look(try closedGroup(), ahead: true, negated: true) }
        if skip("?<=") { return try lookBehind(negated: false) }
        if skip("?<!") { return try lookBehind(negated: true) }
        var name: String?
        if skip("?<") {
            name = try groupName()
        } else if peek == "?" {
            throw refusal("an unsupported kind of group")
        }
        groupCount += 1
        let number = groupCount
        if let name {
            guard names.updateValue(number, forKey: name) == nil else { throw refusal("a second group '\(name)'") }
        }
        let node = try closedGroup()
        closed.insert(number)
        return .group(node, number)
    }

    private mutating func closedGroup() throws(Fault) -> PatternNode {
        let node = try alternatives()
        guard skip(")") else { throw refusal("a group without ')'") }
        return node
    }

    private mutating func lookBehind(negated: Bool) throws(Fault) -> PatternNode {
        let node = try closedGroup()
        if node.width == nil { throw refusal("a look-behind of unbounded length") }
        return .look(node, ahead: false, negated: negated)
    }

    private mutating func groupName() throws(Fault) -> String {
        var name = ""
        while let next = peek, next.isASCIILetter || !name.isEmpty && "0"..."9" ~= next {
            name.unicodeScalars.append(next)
            position += 1
        }
        guard !name.isEmpty, skip(">") else {
            throw refusal(
                "a group name with characters other than letters and "
                    + "digits, or without '>'")
        }
        return name
    }

    // MARK: Escapes and classes

    private mutating func escape() throws(Fault) -> PatternNode {
        guard let next = peek else { throw refusal("a '\\' at its end") }
        switch next {
        case "b", "B":
            position += 1
            return .wordBoundary(next == "b")
        case "1"..."9":
            position += 1
            let group = Int(next.value - 0x30)
            if let digit = peek, "0"..."9" ~= digit { throw refusal("a reference of two digits") }
            guard closed.contains(group) else {
                throw refusal(
                    "a reference to a group that is not closed before the "
                        + "reference")
            }
            hasBackreferences = true
            return .backreference(group, foldsCase: foldsCase)
        default:
            if let set = try escapedSet() { return .characters(set) }
            return .literal(try escapedCharacter(), foldsCase: foldsCase)
        }
    }

    /// Parses `d`, `D` and so on. Returns `nil`, without reading, if another character follows.
    private mutating func escapedSet() throws(Fault) -> CharacterSet? {
        let set: CharacterSet
        switch peek {
        case "d": set = .digits
        case "D": set = .digits.inverted()
        case "w": set = .wordCharacters
        case "W": set = .wordCharacters.inverted()
        case "s": set = .spaces
        case "S": set = .spaces.inverted()
        default: return nil
        }
        position += 1
        return set
    }

    /// Parses an escaped character, after `\`.
    private mutating func escapedCharacter() throws(Fault) -> Unicode.Scalar {
        guard let next = peek else { throw refusal("a '\\' at its end") }
        position += 1
        switch next {
        case "t": return "\t"
        case "n": return "\n"
        case "r": return "\r"
        case "f": return "\u{C}"
        case "a": return "\u{7}"
        case "e": return "\u{1B}"
        case "x":
            guard position + 2 <= scalars.count, let high = scalars[position].hexadecimalValue,
                let low = scalars[position + 1].hexadecimalValue
            else { throw refusal("'\\x' without two hexadecimal digits") }
            position += 2
            return Unicode.Scalar(UInt8(high * 16 + low))
        case _ where next.isASCIILetter || "0"..."9" ~= next:
            position -= 1
            throw refusal("'\\\(next)', which isn't supported")
        default: return next
        }
    }

    /// Parses a character class, after `[`, up to the `]`.
    private mutating func characterClass() throws(Fault) -> CharacterSet {
        var set = CharacterSet()
        let isNegated = skip("^")
        var isEmpty = true
        while !skip("]") {
            guard let next = peek else { throw refusal("a '[' without ']'") }
            if next == "[" || next == "&" && scalars[position...].starts(with: "&&".unicodeScalars) {
                throw refusal("'\(next)' within brackets, which isn't supported; write \\\(next) for the character")
            }
            isEmpty = false
            if next == "\\" {
                position += 1
                if let escaped = try escapedSet() {
                    set.formUnion(escaped)
                    continue
                }
                try insertRange(from: try escapedCharacter(), into: &set)
            } else {
                position += 1
                try insertRange(from: next, into: &set)
            }
        }
        if isEmpty { throw refusal("empty brackets; write \\] for the character") }
        if foldsCase { set = set.foldingCase() }
        return isNegated ? set.inverted() : set
    }

    /// Adds a character, or the range that starts with it. A `-` before `]` is an ordinary character.
    private mutating func insertRange(from first: Unicode.Scalar, into set: inout CharacterSet) throws(Fault) {
        guard peek == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else { return set.insert(first) }
        position += 1
        var last = scalars[position]
        position += 1
        if last == "[" { throw refusal("'[' within brackets") }
        if last == "\\" { last = try escapedCharacter() }
        guard first <= last else { throw refusal("a character range whose end is before its start") }
        set.insert(first.value...last.value)
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { "a"..."z" ~= self || "A"..."Z" ~= self }

    fileprivate var hexadecimalValue: Int? { isASCII ? Character(self).hexDigitValue : nil }
}
