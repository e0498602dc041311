/// What a first field that starts with `#` says.
enum Command: Hashable {
    case flush, complete, comment
    /// `#T::=TYPE`: defines type T, which may be empty.
    case definition([UInt8])

    private static let definitionEnd = Array("::=TYPE".utf8)

    /// The meaning of a field; one that doesn't start with `#` counts as a comment.
    init(_ field: [UInt8]) {
        guard field.first == ASCII.hash else {
            self = .comment
            return
        }
        if field == Array("##".utf8) {
            self = .flush
        } else if field == Array("##COMPLETE".utf8) {
            self = .complete
        } else if field.count >= 1 + Self.definitionEnd.count,
            field.suffix(Self.definitionEnd.count) == Self.definitionEnd[...]
        {
            self = .definition(Array(field[1..<(field.count - Self.definitionEnd.count)]))
        } else {
            self = .comment
        }
    }
}
