/// A statement of a compiled program. Other statements are places of them, and nothing in it is counted, as in `Node`.
enum Statement: Sendable {
    /// To a field, by its place among the program's fields; the value has the field's type.
    case assign(Int32, NodeID, CountedLine)
    case block(Block)
    /// With its line.
    case branch(NodeID, Int, then: Block, else: Block)
    /// With its line; by the place among the program's selections.
    case select(NodeID, Int, Int32)
    case leaveSelection
    case end
    case delete(CountedLine)
    /// By the place among the program's lists of names.
    case retain(Int32, CountedLine)
    case primary(NodeID, CountedLine)
    case rename(NodeID, NodeID, CountedLine)
    case osi(CountedLine)
    case fixOPOL(set: Int32, NodeID, CountedLine)
    case product(ProductArguments, CountedLine)
}

/// Statements that run one after another, by their places among the program's.
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

/// A `switch`: which of its bodies a value goes to.
final class Selection: Sendable {
    let texts: [TextBytes: Int]
    /// By the bits of the numbers; there is one NaN and no minus zero.
    let numbers: [UInt64: Int]
    /// `nil` if there is no `default`.
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
    /// From 1.
    let line: Int
    /// Its place among the counts.
    let index: Int
}
