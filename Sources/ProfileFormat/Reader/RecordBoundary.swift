/// Finds the end of a record that arrives in several chunks, byte by byte.
///
/// Only records that continue in the next chunk use this type. They are buffered until they are complete, and then read
/// normally. The state is retained between chunks, so that even tiny chunks take linear time.
struct RecordBoundary {
    private enum State {
        case fieldStart, unquoted, quoted, afterQuote
        /// The quoting is malformed, so the record ends at its first line end, which may be before the current byte.
        case broken
    }

    private var state = State.fieldStart
    /// Whether a line end occurred inside quotes.
    private(set) var spansLines = false

    /// Scans `chunk` from `start` on, up to and including the byte that ends the record.
    ///
    /// - Returns: The offset after that byte; `nil` if the record continues after the chunk.
    mutating func end(in chunk: Span<UInt8>, from start: Int, to limit: Int) -> Int? {
        for position in start..<limit {
            let byte = chunk[position]
            let isLineEnd = byte == ASCII.lineFeed || byte == ASCII.carriageReturn
            switch state {
            case .fieldStart, .unquoted:
                if isLineEnd { return position + 1 }
                if byte == ASCII.comma {
                    state = .fieldStart
                } else if byte == ASCII.quote {
                    state = state == .fieldStart ? .quoted : .broken
                } else {
                    state = .unquoted
                }
            case .quoted:
                if byte == ASCII.quote { state = .afterQuote } else if isLineEnd { spansLines = true }
            case .afterQuote:
                if isLineEnd { return position + 1 }
                switch byte {
                case ASCII.quote: state = .quoted
                case ASCII.comma: state = .fieldStart
                default:
                    if spansLines { return position + 1 }
                    state = .broken
                }
            case .broken:
                if isLineEnd { return position + 1 }
            }
        }
        return nil
    }
}
