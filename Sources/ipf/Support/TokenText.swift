/// Tokens as files hold them.
enum TokenText {
    /// The text without the white space that editors leave around it.
    static func trimmed(_ text: some StringProtocol) -> String {
        var text = text[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text.drop(while: \.isWhitespace))
    }
}
