/// A statement of a compiled program. It refers to other statements and to nodes by index. Like a `Node`, it contains
/// no reference-counted objects.
enum Statement: Sendable {
    /// An assignment to a field, which is given as an index in the program's fields. The value has the type of the
    /// field.
    case assign(Int32, NodeID, CountedLine)
    case block(Block)
    /// An `if`. The integer is its line.
    case branch(NodeID, Int, then: Block, else: Block)
    /// A `switch`. The integers are its line, and the index of its selection in the program.
    case select(NodeID, Int, Int32)
    case leaveSelection
    case end
    case delete(CountedLine)
    /// `retainFields`. The integer is the index of its list of names in the program.
    case retain(Int32, CountedLine)
    case primary(NodeID, CountedLine)
    case rename(NodeID, NodeID, CountedLine)
    case osi(CountedLine)
    case fixOPOL(set: Int32, NodeID, CountedLine)
    case product(ProductArguments, CountedLine)
}

/// Consecutive statements of the program.
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

/// The bodies of a `switch`, by the value of their labels.
final class Selection: Sendable {
    let texts: [TextBytes: Int]
    /// The bodies for numbers, by the bits of the number. All NaNs are one key, and so are zero and minus zero.
    let numbers: [UInt64: Int]
    /// The index of the `default` body; `nil` if the `switch` has no `default`.
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

/// A line of the text, with the counter of its changes.
struct CountedLine: Sendable {
    /// The line, from 1.
    let line: Int
    /// The index of the line's counter.
    let index: Int
}
