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
    /// The numbers of the fields that the row has. So the cost of a row does not depend on the number of names.
    private var present: [Int] = []
    /// The number of names that were passed to the consumer; `nil` before the first row.
    private var passed: Int?
    private var text: [UInt8] = []
    private var starts: [UInt32] = []
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
        starts.append(Self.missing.start)
        ends.append(Self.missing.end)
        return names.count - 1
    }

    /// A field that is missing ends before its start.
    private static let missing = (start: UInt32(1), end: UInt32(0))

    /// Begins a row.
    mutating func begin() {
        for number in present {
            isSet[number] = false
            (starts[number], ends[number]) = Self.missing
        }
        present.removeAll(keepingCapacity: true)
    }

    /// Replaces the value of a field by the text that `append` appends.
    mutating func set(_ number: Int, _ append: (inout [UInt8]) -> Void) {
        values[number].removeAll(keepingCapacity: values[number].capacity < Self.shortValue)
        append(&values[number])
        if !isSet[number] { present.append(number) }
        isSet[number] = true
    }

    /// Sets the value of a field. If it has one already, the values are joined by `;`.
    mutating func join(_ number: Int, _ value: some Sequence<UInt8>) {
        guard isSet[number] else { return set(number) { $0 += value } }
        values[number].append(ASCII.semicolon)
        values[number] += value
    }

    /// Passes the row to a consumer, after its names if some are new.
    ///
    /// - Complexity: O(n), where n is the length of the row.
    mutating func pass<Consumer: ListRowConsumer & ~Copyable>(
        _ source: Span<UInt8>, at position: SourcePosition, in table: Int = 0, into consumer: inout Consumer
    ) throws {
        if names.count != passed {
            passed = names.count
            try consumer.columns(names)
        }
        text.removeAll(keepingCapacity: true)
        for number in present {
            starts[number] = UInt32(text.count)
            text += values[number]
            ends[number] = UInt32(text.count)
        }
        try consumer.row(
            ListRow(
                text: text.span, starts: starts.span, ends: ends.span, source: source, form: form, table: table,
                at: position))
    }

    // MARK: Tables

    /// The fields of each table so far, by number.
    private var tables: [TableFields] = []
    private var table = 0
    /// The maximum number of tables whose fields are remembered. The rows of all others count as one table.
    private static let mostTables = 64

    /// The fields of a table.
    private struct TableFields {
        var isKnown: [Bool] = []
        var count = 0

        func has(_ number: Int) -> Bool { number < isKnown.count && isKnown[number] }

        mutating func insert(_ number: Int) {
            if has(number) { return }
            while isKnown.count <= number { isKnown.append(false) }
            isKnown[number] = true
            count += 1
        }
    }

    /// Returns the number of the table that contains the row. Rows in one array or object are of one table. Two arrays
    /// or objects are parts of one table if most fields of the smaller one are also fields of the other.
    ///
    /// - Parameter isFirst: Whether the row is the first one in its array or object.
    mutating func table(isFirst: Bool) -> Int {
        if isFirst || tables.isEmpty {
            let known = tables.firstIndex { table in
                2 * present.count(where: table.has) > min(present.count, table.count)
            }
            table = known ?? tables.count
            if known == nil, table < Self.mostTables { tables.append(TableFields()) }
        }
        if table < tables.count {
            for number in present { tables[table].insert(number) }
        }
        return table
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
