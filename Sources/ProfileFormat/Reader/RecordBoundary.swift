/// Finds the end of a record that arrives in pieces, one byte after the other.
///
/// Only a record that straddles two chunks goes through here; it is collected until its end is known and then read like
/// any other. Keeping the state between pieces is what makes the smallest chunks linear in time.
struct RecordBoundary {
    private enum State {
        case fieldStart, unquoted, quoted, afterQuote
        /// Quoting is broken: the record ends at its first line end, wherever that was.
        case broken
    }

    private var state = State.fieldStart
    /// A line end was passed inside quotes.
    private(set) var spansLines = false

    /// Takes bytes of `chunk` from `start` on, up to and including the byte that ends the record.
    ///
    /// - Returns: the offset after that byte; `nil` where the record goes on past the chunk.
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
