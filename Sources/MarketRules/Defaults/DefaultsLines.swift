/// A logical line of a defaults file, `key=value`, which consists of one or more physical lines.
struct DefaultsLine {
    /// The number of the first physical line, from 1.
    var number: Int
    /// The bytes of the logical line.
    var bytes: [UInt8]
    /// The offset in `bytes` and the line number of each continuation line.
    var continuations: [(place: Int, number: Int)] = []

    /// Returns the physical line that contains a byte of the logical line.
    func line(at place: Int) -> Int { continuations.last { $0.place <= place }?.number ?? number }

    /// Returns all logical lines except comments and empty lines.
    ///
    /// A line ends at LF, CR or CRLF and continues on the next line if it ends in `\`. White space at the start of a
    /// line and a UTF-8 byte order mark at the start of the file are ignored.
    static func read(_ text: Span<UInt8>) -> [DefaultsLine] {
        var lines: [DefaultsLine] = []
        var cursor = ByteCursor(text)
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { cursor.move(to: 3) }
        var number = 0
        var open: DefaultsLine?
        while !cursor.isAtEnd {
            number += 1
            _ = cursor.take { $0 == ASCII.space || $0 == 0x09 }
            var range = cursor.take { $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn }
            if cursor.skip(ASCII.carriageReturn) {
                _ = cursor.skip(ASCII.lineFeed)
            } else {
                _ = cursor.skip(ASCII.lineFeed)
            }
            if open == nil, range.isEmpty || text[range.lowerBound] == ASCII.hash { continue }

            let goesOn = !range.isEmpty && text[range.upperBound - 1] == UInt8(ascii: "\\")
            if goesOn { range = range.lowerBound..<range.upperBound - 1 }
            var line = open ?? DefaultsLine(number: number, bytes: [])
            if open != nil { line.continuations.append((line.bytes.count, number)) }
            for place in range { line.bytes.append(text[place]) }
            open = goesOn ? line : nil
            if !goesOn { lines.append(line) }
        }
        if let open { lines.append(open) }
        return lines
    }
}
