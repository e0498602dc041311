import ProfileFormat
import Scanning

/// The elements of lists in XML that a mapping names, without their namespaces.
package struct ListElements: Hashable, Sendable {
    /// The name of the elements that are rows; `nil` if lists in XML have no rows.
    package var row: String?
    /// The reasons for which a list is refused, by the names of elements outside of rows.
    package var refused: [String: String]

    package init(row: String? = nil, refused: [String: String] = [:]) { (self.row, self.refused) = (row, refused) }
}

/// Finds the rows in an XML text in UTF-8: the elements with one name, at any depth. Expat parses the text.
///
/// ```
/// <a:List xmlns:a="urn:x">
///   <a:Row id="1"><Name>Alpha</Name><Price Ccy="EUR">5</Price></a:Row>   id 1, Name Alpha, Price 5, Price.Ccy EUR
///   <a:Row id="2"><Venue><Id>X</Id></Venue><Name/></a:Row>               id 2, Venue.Id X, Name is empty
/// </a:List>
/// ```
/// An element within a row is like a member of an object in JSON, and an attribute is like a member of its element.
/// Namespaces are ignored. The texts of elements with the same path are joined by `;`. A text between elements is the
/// text of the element around it, if it contains more than spaces.
///
/// A document type definition is refused, so no text can declare entities or name other files. The length of a row, of
/// any other item, and of all names is limited by the length of a record; the depth is limited too.
package struct XMLRowReader: ~Copyable {
    private let elements: ListElements
    private let limit: Int
    private let parser: XMLParser
    private var counted = LineCounter()
    /// The last bytes of the text so far: those of the open row, those of an incomplete item, and those not parsed yet.
    private var carry: [UInt8] = []
    private var bytesRead = 0
    private var rootPosition: SourcePosition?
    private var hasRows = false

    /// The maximum number of open elements.
    static let mostDepth = 64
    /// The maximum length of a namespace in bytes. Expat's name of each element begins with its namespace.
    static let mostNamespace = 1 << 10
    /// The number of bytes to parse at a time, so that expat's copy of the text is small.
    private static let piece = 64 << 10
    /// Incomplete items up to this length are parsed again with each chunk.
    private static let shortItem = 4 << 10

    /// Creates a reader at the start of a text.
    ///
    /// - Parameters:
    ///   - elements: The names of elements. If the name of rows is missing, the text is an error.
    ///   - limit: The maximum length of a row in bytes.
    /// - Throws: `IngestError` of kind `unreadable` if expat is not installed.
    package init(_ elements: ListElements, limit: Int = ReaderLimits().recordBytes) throws(IngestError) {
        self.elements = elements
        self.limit = limit
        parser = try XMLParser(elements, limit: limit)
    }

    /// Reads the next chunk of the text, and passes each complete row to `consumer`.
    ///
    /// - Returns: The number of complete lines so far.
    /// - Throws: The errors of `consumer`; `ProfileFormatError` at the first place that is not valid XML or not
    ///   allowed, if the text ends incomplete, or if it has no rows.
    /// - Complexity: O(`chunk.count`), amortized. An incomplete item is parsed again only when its length has doubled.
    @discardableResult
    package mutating func read<Consumer: ListRowConsumer & ~Copyable>(
        _ chunk: Span<UInt8>, isLast: Bool, into consumer: inout Consumer
    ) throws -> Int {
        guard elements.row != nil else {
            throw error(
                "no element is named as a row; give a mapping with a line such as row element = RefData, as in "
                    + "Samples/Mappings/firds.map", at: nil)
        }
        var start = 0
        while start < chunk.count {
            let end = min(start + Self.piece, chunk.count)
            try parse(chunk.extracting(start..<end), isLast: false, into: &consumer)
            start = end
        }
        if isLast {
            try parse(Span(), isLast: true, into: &consumer)
            if !hasRows {
                throw error(
                    "found no element “\(elements.row ?? "")” in “\(parser.root)”; check the row element of the mapping",
                    at: rootPosition)
            }
        }
        return counted.line - 1
    }

    private mutating func parse<Consumer: ListRowConsumer & ~Copyable>(
        _ piece: Span<UInt8>, isLast: Bool, into consumer: inout Consumer
    ) throws {
        var whole: [UInt8] = []
        swap(&whole, &carry)
        whole.append(span: piece)
        let end = bytesRead + whole.count
        // Expat parses an incomplete item from its start with each call. It accepts less than 2 GiB at a time.
        let incomplete = min(parser.parsed - parser.itemEnd, 1 << 30)
        if !isLast, incomplete > Self.shortItem, end - parser.parsed < incomplete, end - parser.carryStart <= limit {
            swap(&whole, &carry)
            return
        }
        var outcome = parser.parse(whole.span.extracting((parser.parsed - bytesRead)...), isLast: isLast)
        while true {
            if rootPosition == nil, let root = parser.rootStart {
                rootPosition = counted.position(of: root, in: whole.span, from: bytesRead)
            }
            guard case .row(let row) = outcome else { break }
            hasRows = true
            let position = counted.position(of: row.lowerBound, in: whole.span, from: bytesRead)
            if row.count > limit { throw tooLong(at: position) }
            let source = whole.span.extracting(row.lowerBound - bytesRead..<row.upperBound - bytesRead)
            try parser.fields.pass(source, at: position, into: &consumer)
            outcome = parser.resume()
        }
        if case .fault(let reason, let offset) = outcome {
            throw error(reason, at: counted.position(of: offset ?? end, in: whole.span, from: bytesRead))
        }
        let done = parser.carryStart
        if end - done > limit { throw tooLong(at: counted.position(of: done, in: whole.span, from: bytesRead)) }
        counted.count(to: done, in: whole.span, from: bytesRead)
        if done > bytesRead { whole.removeSubrange(..<(done - bytesRead)) }
        bytesRead = done
        swap(&whole, &carry)
    }

    private func tooLong(at position: SourcePosition) -> ProfileFormatError {
        error("found a value of more than \(limit) bytes", at: position)
    }

    private func error(_ reason: String, at position: SourcePosition?) -> ProfileFormatError {
        ProfileFormatError(
            kind: .undefinedFormat, reason: "XML: \(reason)",
            position: position ?? SourcePosition(byteOffset: 0, line: 1, column: 1))
    }
}
