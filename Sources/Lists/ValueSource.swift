/// The origin of a field's value in a row.
enum ValueSource {
    case column(Int)
    case constant([UInt8])
    case template([(text: [UInt8], column: Int?)])

    /// The columns that the value contains.
    var columns: [Int] {
        switch self {
        case .column(let column): [column]
        case .template(let pieces): pieces.compactMap(\.column)
        case .constant: []
        }
    }
}
