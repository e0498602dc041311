import Scanning

/// Compiles the syntax tree of a pattern to instructions.
struct PatternCompiler {
    private(set) var instructions: [Pattern.Instruction] = []
    private(set) var sets: [CharacterSet] = []
    private(set) var loopCount = 0

    private var here: Int32 { Int32(instructions.count) }

    mutating func add(_ instruction: Pattern.Instruction) throws(Fault) {
        guard instructions.count < Pattern.mostInstructions else {
            throw Fault(
                "the pattern is too large: its repetitions expand to more than \(Pattern.mostInstructions) "
                    + "instructions")
        }
        instructions.append(instruction)
    }

    mutating func add(_ node: PatternNode) throws(Fault) {
        switch node {
        case .empty: break
        case .literal(let scalar, let foldsCase): try addLiteral(scalar, foldsCase)
        case .characters(let set):
            sets.append(set)
            try add(.character(Int32(sets.count - 1)))
        case .start: try add(Pattern.Instruction.start)
        case .end: try add(Pattern.Instruction.end)
        case .wordBoundary(let isBoundary): try add(Pattern.Instruction.wordBoundary(isBoundary))
        case .group(let node, nil): try add(node)
        case .group(let node, let number?):
            try add(.save(Int32(2 * number)))
            try add(node)
            try add(.save(Int32(2 * number + 1)))
        case .sequence(let nodes): for node in nodes { try add(node) }
        case .alternatives(let nodes): try addAlternatives(nodes)
        case .repeated(let node, let least, let most, let greed): try addRepeated(node, least, most, greed)
        case .look(let node, let ahead, let negated):
            let width = node.width ?? 0...0
            let place = instructions.count
            try add(.jump(0))
            try add(node)
            try add(.match)
            instructions[place] = .look(
                ahead: ahead, negated: negated, least: Int32(width.lowerBound), most: Int32(width.upperBound),
                after: here)
        case .backreference(let group, let foldsCase): try add(.backreference(Int32(group), foldsCase: foldsCase))
        }
    }

    private mutating func addLiteral(_ scalar: Unicode.Scalar, _ foldsCase: Bool) throws(Fault) {
        for byte in UTF8.encode(scalar)! {
            try add(foldsCase && byte.isASCIILetter ? .letter(byte.asciiLowercased) : .byte(byte))
        }
    }

    private mutating func addAlternatives(_ nodes: [PatternNode]) throws(Fault) {
        var jumps: [Int] = []
        for node in nodes.dropLast() {
            let split = instructions.count
            try add(.jump(0))
            try add(node)
            jumps.append(instructions.count)
            try add(.jump(0))
            instructions[split] = .split(Int32(split + 1), here)
        }
        try add(nodes.last!)
        for jump in jumps { instructions[jump] = .jump(here) }
    }

    private mutating func addRepeated(
        _ node: PatternNode, _ least: Int, _ most: Int?, _ greed: PatternNode.Greed
    ) throws(Fault) {
        if greed == .possessive {
            let place = instructions.count
            try add(.jump(0))
            try addRepeated(node, least, most, .greedy)
            try add(.match)
            instructions[place] = .atomic(after: here)
            return
        }
        for _ in 0..<least { try add(node) }
        guard let most else { return try addLoop(node, greed) }
        var splits: [Int] = []
        for _ in least..<most {
            splits.append(instructions.count)
            try add(.jump(0))
            try add(node)
        }
        for split in splits { instructions[split] = self.split(Int32(split + 1), here, greed) }
    }

    private mutating func addLoop(_ node: PatternNode, _ greed: PatternNode.Greed) throws(Fault) {
        let start = instructions.count
        try add(.jump(0))
        if node.isNullable {
            let loop = Int32(loopCount)
            // The matcher stores one bit for each loop.
            guard loopCount < 64 else {
                throw Fault(
                    "the pattern has more than 64 repetitions of parts that can be "
                        + "empty")
            }
            loopCount += 1
            try add(.enterLoop(loop))
            try add(node)
            try add(.repeatLoop(loop, to: Int32(start)))
        } else {
            try add(node)
            try add(.jump(Int32(start)))
        }
        instructions[start] = split(Int32(start + 1), here, greed)
    }

    private func split(_ body: Int32, _ after: Int32, _ greed: PatternNode.Greed) -> Pattern.Instruction {
        greed == .reluctant ? .split(after, body) : .split(body, after)
    }
}
