import ProfileFormat

/// The meaning of records, implemented directly from the specification as a reference for the real reader: format
/// lines, commands, comments, numbers and dates in strict and lenient reading, and sources of several files.
struct NaiveMeaning {
    enum Entry: Equatable {
        case file(String)
        case record(line: Int, offset: Int, fields: [[UInt8]])
        /// `kind` is `nil` for invalid quoting, which has several kinds.
        case malformed(line: Int, offset: Int, kind: ProfileFormatError.Kind?, text: [UInt8])
        case warning(ProfileWarning.Kind, file: String?, line: Int, offset: Int)
        case flush
        case complete
    }

    private(set) var entries: [Entry] = []
    private(set) var counts: [ProfileWarning.Kind: Int] = [:]
    private(set) var isComplete = false

    private let isLenient: Bool
    private var columns: [[UInt8]: [String]] = [:]
    private var file: String?
    private var isMarked = false

    /// Reads one text, or several named ones.
    init(_ texts: [(name: String?, text: [UInt8])], isLenient: Bool) {
        self.isLenient = isLenient
        var marks: [Bool] = []
        for (name, text) in texts {
            columns = [:]
            file = name
            isMarked = false
            if let name { entries.append(.file(name)) }
            for record in NaiveReader(text).records { read(record) }
            if text.isEmpty { if name != nil { warn(.emptyFile, 1, 0) } } else { marks.append(isMarked) }
        }
        isComplete = !marks.isEmpty && !marks.contains(false)
        if file != nil, isComplete { entries.append(.complete) }
    }

    private mutating func read(_ record: NaiveReader.Record) {
        guard let fields = record.fields else { return refuse(record, nil) }
        let first = String(decoding: fields[0], as: UTF8.self)
        if !first.hasPrefix("#") { return readProfile(record, fields) }
        let command = Self.command(first)
        if command != "definition", String(validating: record.text, as: UTF8.self) == nil {
            return refuse(record, .invalidUTF8)
        }
        switch command {
        case "flush": entries.append(.flush)
        case "complete":
            isMarked = true
            if file == nil { entries.append(.complete) }
        case "definition":
            let type = String(first.dropFirst().dropLast("::=TYPE".count))
            if type.hasPrefix("#"), Self.command(type) != "comment" { return refuse(record, .forbiddenFormatName) }
            if String(validating: record.text, as: UTF8.self) == nil { return refuse(record, .invalidUTF8) }
            columns[Array(type.utf8)] = fields.map { String(decoding: $0, as: UTF8.self) }
        default: if columns[fields[0]] != nil { warn(.typeReadsAsComment, record.line, record.offset) }
        }
    }

    private static func command(_ text: String) -> String {
        if text == "##" { return "flush" }
        if text == "##COMPLETE" { return "complete" }
        return text.hasPrefix("#") && text.dropFirst().hasSuffix("::=TYPE") ? "definition" : "comment"
    }

    private mutating func readProfile(_ record: NaiveReader.Record, _ fields: [[UInt8]]) {
        guard let columns = columns[fields[0]] else { return refuse(record, .undefinedFormat) }
        guard columns.count == fields.count else { return refuse(record, .fieldCount) }
        guard String(validating: record.text, as: UTF8.self) != nil else { return refuse(record, .invalidUTF8) }
        var values: [[UInt8]] = []
        var warnings: [ProfileWarning.Kind] = []
        for (index, field) in fields.enumerated() {
            let text = String(decoding: field, as: UTF8.self)
            let name = index == 0 ? "TYPE" : columns[index]
            guard ["STRIKE", "EXPIRATION", "ICB"].contains(name) else {
                values.append(field)
                continue
            }
            guard let value = value(text, name) else {
                return refuse(record, name == "EXPIRATION" ? .invalidDate : .invalidNumber)
            }
            values.append(Array(value.text.utf8))
            warnings += value.warnings
        }
        for kind in warnings { warn(kind, record.line, record.offset) }
        entries.append(.record(line: record.line, offset: record.offset, fields: values))
    }

    // MARK: Values

    private func value(_ text: String, _ name: String) -> (text: String, warnings: [ProfileWarning.Kind])? {
        if Self.isStrict(text, name) { return (text, []) }
        guard isLenient else { return nil }
        var trimmed = Substring(text)
        while let first = trimmed.first, first == " " || first == "\t" { trimmed.removeFirst() }
        while let last = trimmed.last, last == " " || last == "\t" { trimmed.removeLast() }
        let spaces: [ProfileWarning.Kind] = trimmed.count < text.count ? [.spacesAroundValue] : []
        if Self.isStrict(String(trimmed), name) { return (String(trimmed), spaces) }
        if name == "EXPIRATION" {
            let parts = trimmed.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, parts[0].count == 4, (1...2).contains(parts[1].count),
                (1...2).contains(parts[2].count)
            else { return nil }
            let padded = parts.map { ($0.count == 1 ? "0" : "") + $0 }.joined(separator: "-")
            return Self.isStrict(padded, name) ? (padded, spaces + [.shortDate]) : nil
        }
        return trimmed == "NaN" ? (name == "ICB" ? "" : "NaN", spaces + [.notANumber]) : nil
    }

    private static func isStrict(_ text: String, _ name: String) -> Bool {
        if text.isEmpty { return true }
        if name == "EXPIRATION" {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.map(\.utf8.count) == [4, 2, 2],
                text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
                let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
            else { return false }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            return (1...12).contains(month) && (1...days[month - 1]).contains(day)
        }
        guard text.allSatisfy({ "0123456789+-.eE".contains($0) }), let number = Double(text), number.isFinite else {
            return false
        }
        return name != "ICB" || number.magnitude < 9.2e18
    }

    // MARK: Reports

    private mutating func refuse(_ record: NaiveReader.Record, _ kind: ProfileFormatError.Kind?) {
        entries.append(.malformed(line: record.line, offset: record.offset, kind: kind, text: record.text))
    }

    private mutating func warn(_ kind: ProfileWarning.Kind, _ line: Int, _ offset: Int) {
        if counts[kind] == nil { entries.append(.warning(kind, file: file, line: line, offset: offset)) }
        counts[kind, default: 0] += 1
    }
}
