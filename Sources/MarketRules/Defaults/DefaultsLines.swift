/// The lines of a defaults file, continued ones joined: `key=value` with the lines that its bytes come from.
struct DefaultsLine {
    /// From 1.
    var number: Int
    /// The joined bytes.
    var bytes: [UInt8]
    /// Where the bytes of each continuing line begin, and its number.
    var continuations: [(place: Int, number: Int)] = []

    /// The line of the file that a byte of the joined ones comes from.
    func line(at place: Int) -> Int { continuations.last { $0.place <= place }?.number ?? number }

    /// All lines but comments and empty ones. A line ends at LF, CR or CRLF, and goes on on the next where it ends in `\`.
    /// White space before a line's first character isn't part of it. A mark of UTF-8 at the beginning of the file is skipped.
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
