import ProfileFormat

/// The index of a node in a program.
typealias NodeID = Int32

/// An operation of a compiled expression.
///
/// Operands are indexes of other nodes, whose types are known after compilation. Nodes contain no reference-counted
/// objects, so evaluation counts references only for texts.
enum Node {
    case boolean(Bool)
    case date(Int)
    case number(Double)
    /// A constant, as an index in the program's texts.
    case text(Int32)
    /// The value of a field, given as an index in the program's fields.
    case field(Int32)
    case today
    case category(Category)

    /// Converts the operand to the node's type.
    case convert(NodeID)

    case add(NodeID, NodeID)
    case subtract(NodeID, NodeID)
    case multiply(NodeID, NodeID)
    case divide(NodeID, NodeID)
    case remainder(NodeID, NodeID)
    /// Concatenates two texts.
    case join(NodeID, NodeID)
    /// Adds a number of days, multiplied by `sign`, to a date.
    case move(NodeID, NodeID, sign: Double)
    /// Returns the number of days from the second date to the first.
    case daysBetween(NodeID, NodeID)

    /// Compares two operands that have the same type.
    case compare(Comparison, NodeID, NodeID)
    case not(NodeID)
    case and(NodeID, NodeID)
    case or(NodeID, NodeID)
    case choose(NodeID, then: NodeID, else: NodeID)
    /// Whether the operand is in a list of the program, given by its index.
    case isOneOf(NodeID, Int32)
    /// Whether the operand is in a set of the program, given by its index.
    case isListed(NodeID, Int32)
    /// Whether the operand matches a pattern of the program, given by its index.
    case matches(NodeID, Int32)

    case hasItem(NodeID, NodeID)
    case addItem(NodeID, NodeID)
    case removeItem(NodeID, NodeID)
    case replace(NodeID, pattern: Int32, with: NodeID, all: Bool)

    case isTrading(NodeID)
    case weekday(NodeID)
    case dayOfMonth(NodeID)
    case setWeekday(NodeID, NodeID)
    case setDayOfMonth(NodeID, NodeID)
    case findTrading(NodeID, NodeID)
}

/// The comparison operators, such as `==` and `<`.
enum Comparison {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// The members in `x in (…)`: constants, and expressions that are evaluated.
struct MemberList {
    var booleans: Set<Bool> = []
    var days: Set<Int> = []
    /// The constants that are numbers, by their bits (`Selection.key`).
    var numbers: Set<UInt64> = []
    var texts: Set<TextBytes> = []
    /// The comparisons `x == member` for the other members, in order.
    var comparisons: [NodeID] = []
}

/// A text that is compared and hashed by its bytes.
struct TextBytes: Hashable {
    let text: String

    static func == (a: TextBytes, b: TextBytes) -> Bool { TextOrder.areEqual(a.text, b.text) }

    func hash(into hasher: inout Hasher) {
        var text = text
        // SAFETY: the bytes are used only within the call.
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// A field, and the type in which a transform reads and writes it.
struct FieldPlace {
    /// The standard field; `nil` for a custom field.
    let field: ProfileField?
    /// The kind of the standard field; `nil` for a custom field.
    let kind: ProfileField.Kind?
    let name: String
    let type: ValueType

    init(field: ProfileField?, name: String, type: ValueType) {
        self.field = field
        kind = field?.kind
        self.name = name
        self.type = type
    }
}

extension Node {
    /// The operands of the node.
    var operands: [NodeID] {
        switch self {
        case .boolean, .date, .number, .text, .field, .today, .category: []
        case .convert(let a), .not(let a), .isOneOf(let a, _), .isListed(let a, _), .matches(let a, _),
            .isTrading(let a),
            .weekday(let a), .dayOfMonth(let a):
            [a]
        case .add(let a, let b), .subtract(let a, let b), .multiply(let a, let b), .divide(let a, let b),
            .remainder(let a, let b),
            .join(let a, let b), .move(let a, let b, _), .daysBetween(let a, let b), .compare(_, let a, let b),
            .and(let a, let b),
            .or(let a, let b), .hasItem(let a, let b), .addItem(let a, let b), .removeItem(let a, let b),
            .replace(let a, _, let b, _), .setWeekday(let a, let b), .setDayOfMonth(let a, let b),
            .findTrading(let a, let b):
            [a, b]
        case .choose(let a, let b, let c): [a, b, c]
        }
    }
}
