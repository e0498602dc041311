extension Substring {
    /// Without spaces, tabs and line ends before and after it.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
