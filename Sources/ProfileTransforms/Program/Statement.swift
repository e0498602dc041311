/// A statement of a compiled program.
enum Statement: Sendable {
    /// To a field, by its place among the program's fields; the value has the field's type.
    case assign(Int32, NodeID, CountedLine)
    case block([Statement])
    /// With its line.
    indirect case branch(NodeID, Int, then: Statement, else: Statement?)
    /// With its line.
    case select(NodeID, Int, Selection)
    case leaveSelection
    case end
    case delete(CountedLine)
    case retain(Set<String>, CountedLine)
    case primary(NodeID, CountedLine)
    case rename(NodeID, NodeID, CountedLine)
    case osi(CountedLine)
    case fixOPOL(set: Int32, NodeID, CountedLine)
    case product(ProductArguments, CountedLine)
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
    /// `nil` where there is no `default`.
    let otherwise: Int?
    let bodies: [Statement]

    init(texts: [TextBytes: Int], numbers: [UInt64: Int], otherwise: Int?, bodies: [Statement]) {
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
