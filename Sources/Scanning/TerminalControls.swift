extension Unicode.Scalar {
    /// Whether a terminal interprets the character instead of showing it, or the character reorders the text after it.
    /// These are C0, DEL, C1, and the embeddings, overrides and isolates of the bidirectional algorithm.
    package var commandsTerminal: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
