/// Finds the fields of a record that contains quotes, by the rules of quoting (`ipf-format.md`, section 1).
enum QuotedRecord {
    /// The result of scanning one record.
    enum Outcome {
        /// The record ends at a line end outside quotes, or at the end of the input. `end` is the offset of its end,
        /// and `next` is the index of the next special byte.
        case complete(end: Int, next: Int)
        /// The text ends within the record.
        case unfinished
        /// The quoting is malformed at this offset.
        case broken(ProfileFormatError.Kind, at: Int)
    }

    /// Appends the ends of the fields of the record at `start` to `fieldEnds`.
    ///
    /// - Parameters:
    ///   - first: The index of the record's first special byte.
    ///   - isLast: Whether the end of the text also ends the record.
    static func walk(
        _ text: Span<UInt8>, from start: Int, _ special: borrowing SpecialBytes, first: Int, isLast: Bool,
        into fieldEnds: inout [UInt32]
    ) -> Outcome {
        fieldEnds.removeAll(keepingCapacity: true)
        let offsets = special.offsets
        var index = first
        var fieldStart = start
        while true {
            guard index < offsets.count else {
                guard isLast else { return .unfinished }
                fieldEnds.append(UInt32(truncatingIfNeeded: text.count))
                return .complete(end: text.count, next: index)
            }
            var position = Int(offsets[index])
            if text[position] == ASCII.quote {
                guard position == fieldStart else { return .broken(.quoteInUnquotedField, at: position) }
                // Find the closing quote, which is the first quote that is not doubled.
                let opening = position
                index += 1
                while true {
                    while index < offsets.count, text[Int(offsets[index])] != ASCII.quote { index += 1 }
                    guard index < offsets.count else {
                        return isLast ? .broken(.unclosedQuote, at: opening) : .unfinished
                    }
                    position = Int(offsets[index])
                    guard position + 1 < text.count else {
                        // A quote that is the last byte of the chunk may be the first of a doubled quote.
                        guard isLast else { return .unfinished }
                        fieldEnds.append(UInt32(truncatingIfNeeded: text.count))
                        return .complete(end: text.count, next: index + 1)
                    }
                    guard text[position + 1] == ASCII.quote else { break }
                    index += 2
                }
                index += 1
                position += 1
                switch text[position] {
                case ASCII.comma, ASCII.lineFeed, ASCII.carriageReturn: break
                default: return .broken(.textAfterClosingQuote, at: position)
                }
            }
            fieldEnds.append(UInt32(truncatingIfNeeded: position))
            index += 1
            if text[position] != ASCII.comma { return .complete(end: position, next: index) }
            fieldStart = position + 1
        }
    }
}
