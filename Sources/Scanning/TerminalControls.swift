extension Unicode.Scalar {
    /// A terminal obeys it instead of showing it, or shows what follows in another order: the control characters C0, DEL and
    /// C1, and the embeddings, overrides and isolates of the bidirectional algorithm.
    package var commandsTerminal: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
