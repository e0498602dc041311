/// A compiled transform: nodes, statements, and tables of the names and constants in them.
struct TransformProgram: Sendable {
    var nodes: [Node] = []
    /// The type of each node's value.
    var types: [ValueType] = []
    /// The nesting depth of each node, which limits the stack that its evaluation needs.
    var depths: [Int32] = []
    var texts: [String] = []
    var fields: [FieldPlace] = []
    var lists: [MemberList] = []
    var sets: [Set<TextBytes>] = []
    var patterns: [Pattern] = []
    var selections: [Selection] = []
    /// The lists of names in `retainFields` statements.
    var retainedNames: [Set<String>] = []
    /// The statements. Those of a block are consecutive.
    private(set) var statements: [Statement] = []
    /// The main block.
    var body = Block.empty
    /// The lines that can make changes, each once, in the order of the text.
    var lines: [Int] = []

    /// Whether the program reads `sysdate`.
    var readsToday: Bool { nodes.contains { if case .today = $0 { true } else { false } } }

    func type(_ node: NodeID) -> ValueType { types[Int(node)] }

    mutating func add(_ node: Node, _ type: ValueType) -> NodeID {
        nodes.append(node)
        types.append(type)
        depths.append((node.operands.map { depths[Int($0)] }.max() ?? 0) + 1)
        return NodeID(nodes.count - 1)
    }

    /// Adds a block of statements.
    mutating func add(_ block: [Statement]) -> Block {
        if block.count == 1, case .block(let inner) = block[0] { return inner }
        defer { statements.append(contentsOf: block) }
        return Block(first: Int32(statements.count), count: Int32(block.count))
    }

    /// Adds a node for a constant.
    mutating func constant(_ value: Value) -> NodeID {
        switch value {
        case .boolean(let value): return add(.boolean(value), .boolean)
        case .date(let value): return add(.date(value), .date)
        case .number(let value): return add(.number(value), .number)
        case .string(let value):
            texts.append(value)
            return add(.text(Int32(texts.count - 1)), .string)
        }
    }

    /// Returns the index of a field, which is added if necessary.
    mutating func place(of field: FieldPlace) -> Int32 {
        if let known = fields.firstIndex(where: { $0.name == field.name && $0.type == field.type }) {
            return Int32(known)
        }
        fields.append(field)
        return Int32(fields.count - 1)
    }

    /// Returns the counter of a line, which is added if necessary.
    mutating func counted(_ line: Int) -> CountedLine {
        if let index = lines.firstIndex(of: line) { return CountedLine(line: line, index: index) }
        lines.append(line)
        return CountedLine(line: line, index: lines.count - 1)
    }
}
