@_spi(Inlined) internal import Scanning

extension RecordReader {
    /// The number of bytes that are indexed at a time. The bytes and their index fit into the L1 cache.
    private static var stretch: Int { 16 << 10 }
    /// The distance at which pages are touched in advance, because unmapped pages are not prefetched. Linux maps pages
    /// of a file in steps of this size.
    private static var touching: Int { 64 << 10 }

    /// Passes on each complete record in `text`, starting at `start`.
    ///
    /// - Parameters:
    ///   - offset: The offset of `text` in the source.
    ///   - isLast: Whether the end of `text` also ends a record.
    /// - Returns: The start of the first incomplete record; and whether the text ended in a CR. In that case, a line
    ///   feed at the start of the following text belongs to it.
    mutating func readRecords<Consumer: RecordConsumer & ~Copyable>(
        _ text: Span<UInt8>, from start: Int, offset: Int, isLast: Bool, into consumer: inout Consumer
    ) throws -> (end: Int, skipsLineFeed: Bool) {
        // Move the buffers out of the reader, because the loop calls mutating methods while it reads them.
        var special = SpecialBytes()
        swap(&special, &self.special)
        var quotedEnds: [UInt32] = []
        swap(&quotedEnds, &self.quotedEnds)
        defer {
            swap(&special, &self.special)
            swap(&quotedEnds, &self.quotedEnds)
        }
        var position = start
        var length = Self.stretch
        var touched = start
        while position < text.count {
            let end = min(text.count, position + length)
            while touched < min(text.count, end + Self.touching) {
                ProcessorCache.touch(text, touched)
                touched += Self.touching
            }
            special.index(text.extracting(position..<end))
            let used = try readStretch(
                text, position..<end, special, &quotedEnds, offset: offset, isLast: isLast && end == text.count,
                into: &consumer)
            if used == position {
                if end == text.count { return (position, false) }
                // The stretch contains no complete record, so extend it.
                length *= 2
            } else {
                length = Self.stretch
                position = used
            }
        }
        let skipsLineFeed = text.count > start && text[text.count - 1] == ASCII.carriageReturn
        return (text.count, skipsLineFeed)
    }

    /// Passes on the complete records in one stretch, which starts with a record.
    ///
    /// - Returns: The start of the first incomplete record.
    private mutating func readStretch<Consumer: RecordConsumer & ~Copyable>(
        _ text: Span<UInt8>, _ range: Range<Int>, _ special: borrowing SpecialBytes, _ quotedEnds: inout [UInt32],
        offset: Int, isLast: Bool, into consumer: inout Consumer
    ) throws -> Int {
        let bytes = text.extracting(range)
        let offset = offset + range.lowerBound
        let offsets = special.offsets
        let hards = special.hard
        var recent = formats.recent
        var start = 0  // the start of the current record in `bytes`
        var first = 0  // the index of the record's first special byte
        var hard = 0  // the index of the next quote or line end
        while hard < hards.count {
            if special.isAllASCII, let recent {
                // In the common case, check a run of plain records first, then pass them on.
                let plain = recent.plainRun(
                    bytes, from: start, special, first: first, hard: hard, recordBytes: limits.recordBytes,
                    fetchingAhead: Self.stretch)
                for place in hard..<(hard + plain) {
                    let last = Int(hards[place])
                    let end = Int(offsets[last])
                    // SAFETY: the format table retains the format as long as the record exists, and a consumer cannot
                    // store the record.
                    let record = unsafe ProfileRecord(
                        recent.format, text: bytes.extracting(start..<end),
                        fieldEnds: offsets.extracting(first..<(last + 1)), origin: UInt32(truncatingIfNeeded: start),
                        hasQuotes: false, line: linesRead + 1, byteOffset: offset + start)
                    try consumer.consume(record)
                    linesRead += 1
                    first = last + 1
                    start = end + 1
                }
                hard += plain
                if hard == hards.count { break }
            }
            let last = Int(hards[hard])
            var end = Int(offsets[last])
            if bytes[end] == ASCII.quote {
                switch QuotedRecord.walk(bytes, from: start, special, first: first, isLast: isLast, into: &quotedEnds) {
                case .unfinished:
                    return range.lowerBound + start
                case .complete(let recordEnd, let next):
                    try handle(
                        bytes, start..<recordEnd, quotedEnds.span,
                        nonASCII: special.nonASCIIPart(of: start..<recordEnd), hasQuotes: true, offset: offset,
                        into: &consumer)
                    end = recordEnd
                    first = next
                    linesRead += Self.lineEnds(bytes, special, from: &hard, before: recordEnd)
                case .broken(let kind, let place):
                    let line = Self.firstLine(of: bytes, from: start)
                    // If the line does not end within the stretch, the stretch must be extended, unless the text ends
                    // here.
                    if line.end == bytes.count && !isLast { return range.lowerBound + start }
                    try consumer.malformed(
                        quotingError(kind, bytes, start, place, offset: offset),
                        text: bytes.extracting(start..<line.end))
                    end = line.end
                    while first < offsets.count, offsets[first] <= UInt32(end) { first += 1 }
                }
                while hard < hards.count, hards[hard] < UInt32(first) { hard += 1 }
                recent = formats.recent
                if end == bytes.count { return range.upperBound }
            } else {
                if end > start {
                    // Records in ASCII text that end with a line feed were already checked above.
                    if bytes[end] != ASCII.lineFeed || !special.isAllASCII, let recent,
                        recent.isPlain(bytes, start..<end, special, first..<(last + 1)),
                        end - start <= limits.recordBytes,
                        special.isAllASCII || Self.isUTF8(bytes.extracting(special.nonASCIIPart(of: start..<end)))
                    {
                        // SAFETY: the format table retains the format as long as the record exists, and a consumer
                        // cannot store the record.
                        let record = unsafe ProfileRecord(
                            recent.format, text: bytes.extracting(start..<end),
                            fieldEnds: offsets.extracting(first..<(last + 1)),
                            origin: UInt32(truncatingIfNeeded: start),
                            hasQuotes: false, line: linesRead + 1, byteOffset: offset + start)
                        try consumer.consume(record)
                    } else {
                        try handle(
                            bytes, start..<end, offsets.extracting(first...last),
                            nonASCII: special.nonASCIIPart(of: start..<end), hasQuotes: false, offset: offset,
                            into: &consumer)
                        recent = formats.recent
                    }
                }
                first = last + 1
                hard += 1
            }
            linesRead += 1
            start = end + 1
            // CR followed by LF is one line end, even if the stretch ends between them.
            if bytes[end] == ASCII.carriageReturn {
                let next = range.lowerBound + start
                if next < text.count, text[next] == ASCII.lineFeed {
                    start += 1
                    if start <= bytes.count {
                        first += 1
                        hard += 1
                    }
                }
            }
        }
        guard isLast, start < bytes.count else { return range.lowerBound + start }
        // The last record has neither a line end nor quotes.
        quotedEnds.removeAll(keepingCapacity: true)
        for index in first..<offsets.count { quotedEnds.append(offsets[index]) }
        quotedEnds.append(UInt32(truncatingIfNeeded: bytes.count))
        try handle(
            bytes, start..<bytes.count, quotedEnds.span, nonASCII: special.nonASCIIPart(of: start..<bytes.count),
            hasQuotes: false, offset: offset, into: &consumer)
        return range.upperBound
    }

    /// Returns the number of line ends within a quoted record that ends at `end`, and moves `hard` to the first quote
    /// or line end after it.
    private static func lineEnds(
        _ text: Span<UInt8>, _ special: borrowing SpecialBytes, from hard: inout Int, before end: Int
    ) -> Int {
        var lines = 0
        while hard < special.hardCount {
            let place = Int(special.offsets[Int(special.hard[hard])])
            if place >= end { break }
            let isSecondOfPair = text[place] == ASCII.lineFeed && place > 0 && text[place - 1] == ASCII.carriageReturn
            if text[place] != ASCII.quote, !isSecondOfPair { lines += 1 }
            hard += 1
        }
        return lines
    }

    private func quotingError(
        _ kind: ProfileFormatError.Kind, _ text: Span<UInt8>, _ start: Int, _ place: Int, offset: Int
    ) -> ProfileFormatError {
        let reason =
            switch kind {
            case .quoteInUnquotedField:
                "found a quote inside an unquoted field; quote the whole field and double the quotes in it"
            case .textAfterClosingQuote:
                "found text after a closing quote, expected a comma or the end of the record; "
                    + "double the quotes inside a field"
            default:
                "found an unclosed quote; close it, or quote the whole field and double the quotes in it"
            }
        return ProfileFormatError(
            kind: kind, reason: reason,
            position: SourcePosition(byteOffset: offset + start, line: linesRead + 1, column: place - start + 1),
            file: file)
    }
}
