/// The source of a field's value in each row.
enum ValueSource {
    case column(Int)
    case constant([UInt8])
    case template([(text: [UInt8], column: Int?)])

    /// The columns from which the value is made.
    var columns: [Int] {
        switch self {
        case .column(let column): [column]
        case .template(let pieces): pieces.compactMap(\.column)
        case .constant: []
        }
    }
}
