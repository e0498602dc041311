package import Ingest
import ProfileFormat
import Scanning

/// A mapping that is proposed on the basis of a list's column names and first rows.
package struct ListProposal {
    /// The mapping; `nil` if the columns have neither a symbol nor an ISIN.
    package let map: ListMap?
    /// A Boolean value that indicates whether a column has a name that is common in lists of instruments.
    package let isKnown: Bool
    /// The names of all columns, in order.
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
            if error.kind == .invalidUTF8, isList == true, sample.rows.count + sample.unreadable > 1 { throw error }
        }
        return isList == false
            ? nil : ListProposal(rows: sample.rows, names: sample.names, file: address.path ?? address.url)
    }

    /// Proposes a mapping.
    ///
    /// - Parameters:
    ///   - rows: The first rows, including the header if `names` is `nil`.
    ///   - names: The names of the columns; `nil` if one of the rows contains them.
    ///   - file: The path or URL of the list.
    /// - Returns: `nil` if the rows have only one column and its name is unknown.
    package init?(rows: [[String]], names: [String]?, file: String? = nil) {
        let facts = ListFacts.bundled
        var (names, rows) = (names, rows)
        if names == nil {
            func known(_ row: [String]) -> Int { row.count { facts.header($0) != nil } }
            func isKnown(_ row: [String]) -> Bool {
                row.contains { facts.header($0) != nil || facts.header(likeWords: $0) != nil }
            }
            /// Whether a row without known names has a ticker in capitals and a name with small letters.
            func isInstrument(_ row: [String]) -> Bool {
                !isKnown(row) && row.contains { $0.contains(" ") && $0.contains(where: \.isLowercase) }
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
            if rows[header].count < 2, !isKnown(rows[header]) { return nil }
            let isRow =
                rows[header].contains { IdentifierCheck.isin($0.utf8Span.span) == .valid } || isInstrument(rows[header])
            // If the list has no header, the columns have no names.
            names = isRow ? rows[header].map { _ in "" } : rows[header]
            rows.removeSubrange(..<(isRow ? header : header + 1))
        }
        guard let columns = names else { return nil }
        var judged = ProposedColumns(names: columns, rows: rows, fileType: file.flatMap { facts.type(ofFile: $0) })
        judged.choose()
        map = judged.map
        self.columns = columns
        isKnown = columns.contains {
            facts.header($0) != nil || columns.count == 1 && facts.header(likeWords: $0) != nil
        }
        unused = columns.indices.filter { !judged.isChosen($0) }.map {
            columns[$0].isEmpty ? "#\($0 + 1)" : columns[$0]
        }
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
    var rows: [[String]] = []
    var names: [String]?
    var unreadable = 0

    init(limit: Int) { self.limit = limit }

    mutating func columns(_ names: [String]) { self.names = names }

    mutating func row(_ row: borrowing ListRow) throws {
        var fields: [String] = []
        for index in 0..<row.count { fields.append(String(String(decoding: row.field(index)).trimmed())) }
        rows.append(fields)
        if rows.count > limit { throw Full() }
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws {
        unreadable += 1
        if error.kind == .invalidUTF8, unreadable > 1 { throw error }
    }
}
