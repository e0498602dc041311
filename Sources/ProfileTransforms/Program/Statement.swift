/// A statement of a compiled program. Other statements and nodes are identified by index. Like a `Node`, a statement
/// contains no reference-counted objects.
enum Statement: Sendable {
    /// Assigns to a field of the program, by index; the value has the field's type.
    case assign(Int32, NodeID, CountedLine)
    case block(Block)
    /// An `if`, with its line.
    case branch(NodeID, Int, then: Block, else: Block)
    /// A `switch`, with its line and the index of its selection in the program.
    case select(NodeID, Int, Int32)
    case leaveSelection
    case end
    case delete(CountedLine)
    /// `retainFields`, with the index of its list of names in the program.
    case retain(Int32, CountedLine)
    case primary(NodeID, CountedLine)
    case rename(NodeID, NodeID, CountedLine)
    case osi(CountedLine)
    case fixOPOL(set: Int32, NodeID, CountedLine)
    case product(ProductArguments, CountedLine)
}

/// A range of consecutive statements of the program.
struct Block {
    let first: Int32
    let count: Int32

    static let empty = Block(first: 0, count: 0)

    var places: Range<Int> { Int(first)..<Int(first + count) }
}

/// The arguments of `cmeproduct`.
struct ProductArguments: Sendable {
    var description: NodeID
    var multiplier: NodeID
    var futureFactor: NodeID
    var optionFactor: NodeID
    var strike: NodeID
}

/// The bodies of a `switch`, by value.
final class Selection: Sendable {
    let texts: [TextBytes: Int]
    /// The bodies by the bits of numbers; there is one NaN and no minus zero.
    let numbers: [UInt64: Int]
    /// The `default` body; `nil` for a statement without `default`.
    let otherwise: Int?
    let bodies: [Block]

    init(texts: [TextBytes: Int], numbers: [UInt64: Int], otherwise: Int?, bodies: [Block]) {
        self.texts = texts
        self.numbers = numbers
        self.otherwise = otherwise
        self.bodies = bodies
    }

    static func key(_ number: Double) -> UInt64 { number.isNaN ? Double.nan.bitPattern : number.bitPattern }
}

/// A line of the text whose changes are counted.
struct CountedLine: Sendable {
    /// The line, from 1.
    let line: Int
    /// The index of its count.
    let index: Int
}
