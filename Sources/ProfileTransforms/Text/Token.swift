import Scanning

/// A token of a transform's text (`profile-transforms.md`, section 1).
enum Token: Equatable {
    case end
    /// A word, reserved or a name.
    case word(String)
    /// The value of a text in quotes.
    case text(String)
    case number(Double)
    /// A character of the ASCII range that stands for itself.
    case symbol(UInt8)
    /// Any other character: no token of the language.
    case other

    /// For messages: what was found.
    var description: String {
        switch self {
        case .end: "the end of the text"
        case .word(let word): "'\(GrammarError.excerpt(word))'"
        case .text(let text): "the text '\(GrammarError.excerpt(Secrets.masked(text)))'"
        case .number(let number): "the number \(number.fieldText)"
        case .symbol(let byte): "'\(Character(Unicode.Scalar(byte)))'"
        case .other: "a character that begins no word"
        }
    }
}
