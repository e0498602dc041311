package import Ingest
import ProfileFormat
import Scanning

/// A mapping that is proposed on the basis of a list's column names and first rows.
package struct ListProposal {
    /// The mapping; `nil` if the columns have neither a symbol nor an ISIN.
    package let map: ListMap?
    /// A Boolean value that indicates whether a column has a name that is common in lists of instruments.
    package let isKnown: Bool
    /// The names of all columns, in order; `#3` for a column without a name.
    package let columns: [String]
    /// The columns that the mapping does not use.
    package let unused: [String]

    /// The number of rows on which a proposal is based.
    private static let judgedRows = 200

    /// Reads the beginning of a source and proposes a mapping.
    ///
    /// - Returns: The proposal; `nil` if the source is not a list with several columns.
    /// - Throws: `IngestError` if the source cannot be read; `ProfileFormatError` if a row is not UTF-8, or if the
    ///   source is XML, because only a mapping names the elements that are rows.
    package static func read(
        from address: SourceAddress, options: IngestOptions, encoding: ListEncoding
    ) throws -> ListProposal? {
        var sample = Sample(limit: judgedRows)
        var reader = ListReader(encoding, limit: options.limits.records.recordBytes)
        var head = ListHead()
        var isList: Bool?
        do {
            _ = try readChunks(from: address, options: options, startingFile: { _ in }) { chunk in
                if isList == nil { isList = head.mayBeList(chunk) }
                if isList == false { throw Sample.Full() }
                try reader.read(chunk, into: &sample)
            }
            if isList != false { try reader.finish(into: &sample) }
        } catch is Sample.Full {
        } catch let error as ProfileFormatError {
            if reader.form == .xml { throw error }
            if error.kind == .invalidUTF8, isList == true, sample.count + sample.unreadable > 1 { throw error }
        }
        if isList == false { return nil }
        let file = address.path ?? address.url
        let proposals = sample.tables.compactMap { ListProposal(rows: $0.rows, names: $0.names, file: file) }
        return proposals.first { $0.map != nil && $0.isKnown } ?? proposals.first { $0.map != nil } ?? proposals.first
    }

    /// Proposes a mapping.
    ///
    /// - Parameters:
    ///   - rows: The first rows, including the header if `names` is `nil`.
    ///   - names: The names of the columns; `nil` if one of the rows contains them.
    ///   - file: The path or URL of the list.
    /// - Returns: `nil` if the rows have only one column, its name is unknown, and its values contain spaces.
    package init?(rows: [[String]], names: [String]?, file: String? = nil) {
        let facts = ListFacts.bundled
        var (names, rows) = (names, rows)
        if names == nil {
            func known(_ row: [String]) -> Int { row.count { facts.header($0) != nil } }
            func isKnown(_ row: [String]) -> Bool {
                row.contains { facts.header($0) != nil || facts.header(likeWords: $0) != nil }
            }
            /// Whether a row without known names has a ticker in capitals, and a name with small letters or a number.
            func isInstrument(_ row: [String]) -> Bool {
                !isKnown(row)
                    && row.contains { text in
                        text.contains(" ") && text.contains(where: \.isLowercase)
                            || !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit)
                    }
                    && row.contains { text in
                        !text.isEmpty && text.utf8.count <= 12 && text.utf8.allSatisfy { 0x20 < $0 && $0 < 0x60 }
                            && text.contains(where: \.isLetter)
                    }
            }
            let best = rows.indices.prefix(20).max { known(rows[$0]) < known(rows[$1]) }
            // If no name is known, the header is the first row that has the most common number of fields.
            let count = Dictionary(grouping: rows, by: \.count).max { $0.value.count < $1.value.count }?.key
            guard let header = best.flatMap({ known(rows[$0]) > 0 ? $0 : rows.firstIndex { $0.count == count } }) else {
                return nil
            }
            let isUnknown = rows[header].count < 2 && !isKnown(rows[header])
            if isUnknown, rows.contains(where: { $0.count != 1 || $0[0].contains(" ") }) { return nil }
            // If the list has no header, the columns have no names.
            let isRow = isUnknown || Self.hasISIN(rows[header]) || isInstrument(rows[header])
            names = isRow ? rows[header].map { _ in "" } : rows[header]
            rows.removeSubrange(..<(isRow ? header : header + 1))
        } else if let first = names, Self.hasISIN(first) {
            // The first array of a list in JSON is a row.
            names = first.map { _ in "" }
            rows.insert(first, at: 0)
        }
        guard let columns = names, !columns.isEmpty else { return nil }
        var judged = ProposedColumns(names: columns, rows: rows, fileType: file.flatMap { facts.type(ofFile: $0) })
        judged.choose()
        map = judged.map
        let shown = columns.indices.map { columns[$0].isEmpty ? "#\($0 + 1)" : columns[$0] }
        self.columns = shown
        isKnown = columns.contains {
            facts.header($0) != nil || columns.count == 1 && facts.header(likeWords: $0) != nil
        }
        unused = columns.indices.filter { !judged.isChosen($0) }.map { shown[$0] }
    }

    private static func hasISIN(_ row: [String]) -> Bool {
        row.contains { IdentifierCheck.isin($0.utf8Span.span) == .valid }
    }
}

/// Decides from the beginning of a source whether it may be a list. IPF, and XML without a declaration, are not lists.
/// The first line of IPF contains `::=` or starts with `##`. Other lines that start with `#` are comments in a list.
struct ListHead {
    private var text: [UInt8] = []
    /// The start of the first line that has not been examined yet.
    private var start = 0

    /// The maximum number of bytes to examine. A source that contains only comments up to there may be a list.
    static let judgedBytes = 1 << 20

    /// Examines the next chunk. Returns `nil` if the following chunks are required to decide.
    mutating func mayBeList(_ chunk: Span<UInt8>) -> Bool? {
        text.append(span: chunk.extracting(0..<min(chunk.count, Self.judgedBytes - text.count)))
        while start < text.count {
            let first = text[start]
            if first <= ASCII.space || first == 0xEF || first == 0xBB || first == 0xBF {
                start += 1
                continue
            }
            if first == UInt8(ascii: "<") {
                if start + 1 == text.count { break }
                return text[start + 1] == UInt8(ascii: "?")
            }
            guard first == ASCII.hash || first == ASCII.quote else { return true }
            guard
                let end = text[start...].firstIndex(where: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn })
            else { break }
            let line = String(decoding: text[start..<end], as: UTF8.self)
            if line.contains("::=") || line.hasPrefix("##") { return false }
            if first == ASCII.quote { return true }
            start = end
        }
        return text.count == Self.judgedBytes ? true : nil
    }
}

/// Collects the first rows of a list as texts.
private struct Sample: ListRowConsumer {
    struct Full: Error {}

    let limit: Int
    private(set) var count = 0
    private(set) var unreadable = 0
    private var names: [String]?
    /// The rows of each table, and the numbers of the fields that they have.
    private var found: [Int: (rows: [[String]], fields: Set<Int>)] = [:]

    init(limit: Int) { self.limit = limit }

    /// The tables with their own columns, in order, but those with a single row last. An empty name is that of a column
    /// that the list identifies only by its number.
    var tables: [(rows: [[String]], names: [String]?)] {
        func rank(_ table: Int, _ rows: [[String]]) -> (Int, Int) { (rows.count > 1 ? 0 : 1, table) }
        return found.sorted { rank($0.key, $0.value.rows) < rank($1.key, $1.value.rows) }.map { _, table in
            guard let names else { return (table.rows, nil) }
            let fields = table.fields.sorted()
            let rows = table.rows.map { row in fields.map { $0 < row.count ? row[$0] : "" } }
            return (rows, fields.enumerated().map { names[$1] == "#\($0 + 1)" ? "" : names[$1] })
        }
    }

    mutating func columns(_ names: [String]) { self.names = names }

    mutating func row(_ row: borrowing ListRow) throws {
        var fields: [String] = []
        for index in 0..<row.count {
            fields.append(String(String(decoding: row.field(index)).trimmed()))
            if row.has(index) { found[row.table, default: ([], [])].fields.insert(index) }
        }
        found[row.table, default: ([], [])].rows.append(fields)
        count += 1
        if count > limit { throw Full() }
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws {
        unreadable += 1
        if error.kind == .invalidUTF8, unreadable > 1 { throw error }
    }
}
