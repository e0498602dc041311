import ProfileFormat

/// The format's record rules, implemented byte by byte directly from the specification, as a reference for the real
/// reader.
struct NaiveReader {
    /// A record as split by the rules: its unquoted fields, or the error in its quoting.
    struct Record: Equatable {
        var line: Int
        var offset: Int
        var text: [UInt8]
        var fields: [[UInt8]]?
    }

    private let text: [UInt8]
    private var position = 0
    private var line = 1
    private(set) var records: [Record] = []

    init(_ text: [UInt8]) {
        self.text = text
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        while position < text.count { readRecord() }
    }

    private func isLineEnd(_ at: Int) -> Bool { text[at] == 0x0A || text[at] == 0x0D }

    /// Returns the position after a line end that begins at `at`.
    private func behind(_ at: Int) -> Int {
        at + 1 < text.count && text[at] == 0x0D && text[at + 1] == 0x0A ? at + 2 : at + 1
    }

    private mutating func readRecord() {
        let start = position
        var fields: [[UInt8]] = []
        var at = start
        var lines = 0
        while true {
            var field: [UInt8] = []
            if at < text.count, text[at] == 0x22 {
                at += 1
                while true {
                    guard at < text.count else { return setAside(start) }
                    if text[at] == 0x22 {
                        if at + 1 < text.count, text[at + 1] == 0x22 {
                            field.append(0x22)
                            at += 2
                            continue
                        }
                        at += 1
                        break
                    }
                    if isLineEnd(at) {
                        lines += 1
                        field += text[at..<behind(at)]
                        at = behind(at)
                    } else {
                        field.append(text[at])
                        at += 1
                    }
                }
                guard at == text.count || text[at] == 0x2C || isLineEnd(at) else { return setAside(start) }
            } else {
                while at < text.count, text[at] != 0x2C, !isLineEnd(at) {
                    if text[at] == 0x22 { return setAside(start) }
                    field.append(text[at])
                    at += 1
                }
            }
            fields.append(field)
            if at < text.count, text[at] == 0x2C {
                at += 1
                continue
            }
            break
        }
        // An empty line is not a record, even if it is empty only after unquoting.
        if fields != [[]] {
            records.append(Record(line: line, offset: start, text: Array(text[start..<at]), fields: fields))
        }
        line += lines + 1
        position = at < text.count ? behind(at) : at
    }

    /// Invalid quoting: the first line is set aside.
    private mutating func setAside(_ start: Int) {
        var end = start
        while end < text.count, !isLineEnd(end) { end += 1 }
        records.append(Record(line: line, offset: start, text: Array(text[start..<end]), fields: nil))
        line += 1
        position = end < text.count ? behind(end) : end
    }
}
