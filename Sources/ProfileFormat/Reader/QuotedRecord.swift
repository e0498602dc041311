/// Walks the special bytes of a record that has quotes, by the rules of quoting (`ipf-format.md`, section 1).
enum QuotedRecord {
    /// How the walk over one record ended.
    enum Outcome {
        /// A line end outside quotes, or the end of the input: the offset of the end, and the index of the first
        /// special byte after the record's own.
        case complete(end: Int, next: Int)
        /// The text ends before the record does.
        case unfinished
        /// Quoting is broken at an offset.
        case broken(ProfileFormatError.Kind, at: Int)
    }

    /// Collects the ends of the fields of the record at `start` into `fieldEnds`.
    ///
    /// - Parameters:
    ///   - first: index of the record's first special byte.
    ///   - isLast: the text is all there is, so its end is the record's end as well.
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
                // To the closing quote: the one that is followed by no other.
                let opening = position
                index += 1
                while true {
                    while index < offsets.count, text[Int(offsets[index])] != ASCII.quote { index += 1 }
                    guard index < offsets.count else {
                        return isLast ? .broken(.unclosedQuote, at: opening) : .unfinished
                    }
                    position = Int(offsets[index])
                    guard position + 1 < text.count else {
                        // A quote as the very last byte may be the first of two.
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
