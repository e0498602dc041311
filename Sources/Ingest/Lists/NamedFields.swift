import ProfileFormat
import Scanning

/// The fields of a list whose rows have named fields, such as the members of objects in JSON and the elements of XML.
/// Each row has the fields of all names so far; fields that a row lacks are missing.
struct NamedFields {
    /// The maximum number of different names, so that a text with ever new names does not fill the memory.
    static let mostNames = 10_000
    /// Values keep memory of up to this many bytes for the next row.
    static let shortValue = 4 << 10

    private(set) var names: [String] = []
    private let form: ListForm
    private let limit: Int
    private var nameBytes = 0
    private var numbers: [String: Int] = [:]
    private var values: [[UInt8]] = []
    private var isSet: [Bool] = []
    /// The number of names that were passed to the consumer; `nil` before the first row.
    private var passed: Int?
    private var text: [UInt8] = []
    private var ends: [UInt32] = []

    /// Creates fields without names.
    ///
    /// - Parameters:
    ///   - form: The form of the list.
    ///   - limit: The maximum length of all names in bytes.
    init(form: ListForm, limit: Int) { (self.form, self.limit) = (form, limit) }

    /// Whether there are more names than a list may have.
    var hasTooManyNames: Bool { names.count > Self.mostNames || nameBytes > limit }

    /// Returns the number of a name; 0 for a new name if there are already too many.
    mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        if hasTooManyNames { return 0 }
        nameBytes += name.utf8.count
        numbers[name] = names.count
        names.append(name)
        values.append([])
        isSet.append(false)
        return names.count - 1
    }

    /// Begins a row.
    mutating func begin() {
        for number in isSet.indices { isSet[number] = false }
    }

    /// Replaces the value of a field by the text that `append` appends.
    mutating func set(_ number: Int, _ append: (inout [UInt8]) -> Void) {
        values[number].removeAll(keepingCapacity: values[number].capacity < Self.shortValue)
        append(&values[number])
        isSet[number] = true
    }

    /// Sets the value of a field. If it has one already, the values are joined by `;`.
    mutating func join(_ number: Int, _ value: some Sequence<UInt8>) {
        guard isSet[number] else { return set(number) { $0 += value } }
        values[number].append(ASCII.semicolon)
        values[number] += value
    }

    /// Passes the row to a consumer, after its names if some are new.
    mutating func pass<Consumer: ListRowConsumer & ~Copyable>(
        _ source: Span<UInt8>, at position: SourcePosition, into consumer: inout Consumer
    ) throws {
        if names.count != passed {
            passed = names.count
            try consumer.columns(names)
        }
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        text.append(ASCII.comma)
        for number in values.indices {
            guard isSet[number] else {
                ends.append(UInt32(text.count - 1))
                continue
            }
            text += values[number]
            ends.append(UInt32(text.count))
            text.append(ASCII.comma)
        }
        try consumer.row(
            ListRow(
                text: text.span, from: 1, ends: ends.span, source: source, form: form, line: position.line,
                byteOffset: position.byteOffset))
    }
}

/// Counts the lines of a text that is read in pieces. Offsets only increase, so each byte is counted once.
struct LineCounter {
    /// The number of bytes that were counted, the current line, and the offset at which it starts.
    private(set) var bytes = 0
    private(set) var line = 1
    private var lineStart = 0

    /// Counts the lines before an offset of the text.
    ///
    /// - Parameter piece: A piece of the text, which begins at `start`.
    mutating func count(to offset: Int, in piece: Span<UInt8>, from start: Int) {
        let end = min(offset, start + piece.count)
        if bytes >= end { return }
        for index in (bytes - start)..<(end - start) where piece[index] == ASCII.lineFeed {
            line += 1
            lineStart = start + index + 1
        }
        bytes = end
    }

    /// Returns the position of an offset, and counts the lines before it.
    mutating func position(of offset: Int, in piece: Span<UInt8>, from start: Int) -> SourcePosition {
        count(to: offset, in: piece, from: start)
        return SourcePosition(byteOffset: offset, line: line, column: offset - lineStart + 1)
    }
}
