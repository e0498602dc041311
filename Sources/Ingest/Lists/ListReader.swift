import ProfileFormat
import Scanning

/// The form of a list's text.
package enum ListForm: Hashable, Sendable, BitwiseCopyable {
    /// Rows of fields that are separated by this byte.
    case delimited(UInt8)
    /// JSON: objects one after another, in an array, or in an object.
    case json
    /// XML: elements with one name.
    case xml

    /// Returns the form of a text that begins with `head`. It is JSON or XML if the text begins like these. Otherwise,
    /// the separator is the one that divides the rows most evenly.
    ///
    /// - Parameter hasElements: Whether the mapping is for XML. Otherwise, `<` may begin a column's name, as in
    ///   `<TICKER>`, but `<?` and `<!` do not.
    package init(of head: Span<UInt8>, isWhole: Bool, hasElements: Bool = false) {
        guard let first = head.indices.first(where: { !Self.isSpace(head[$0]) }) else {
            // A list in XML has at least one element, so an empty text is incomplete.
            self = hasElements ? .xml : .delimited(ASCII.comma)
            return
        }
        if head[first] == UInt8(ascii: "{") || head[first] == UInt8(ascii: "[") {
            self = .json
            return
        }
        if head[first] == UInt8(ascii: "<"),
            hasElements || first + 1 < head.count && [UInt8(ascii: "?"), UInt8(ascii: "!")].contains(head[first + 1])
        {
            self = .xml
            return
        }
        var best = (separator: ASCII.comma, evenness: 0.0, count: 0)
        for separator in [ASCII.comma, ASCII.semicolon, 0x09, UInt8(ascii: "|")] {
            let counts = Self.counts(separator, in: head, isWhole: isWhole).filter { $0 > 0 }
            guard let most = Dictionary(grouping: counts, by: { $0 }).max(by: { $0.value.count < $1.value.count })
            else { continue }
            let evenness = Double(most.value.count) / Double(Self.judgedRows)
            if evenness > best.evenness || evenness == best.evenness && most.key > best.count {
                best = (separator, evenness, most.key)
            }
        }
        self = .delimited(best.separator)
    }

    private static let judgedRows = 50

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == 0x09
    }

    /// Returns the number of separators outside quotes in each of the first rows. The last row is included only if the
    /// text is complete.
    private static func counts(_ separator: UInt8, in text: Span<UInt8>, isWhole: Bool) -> [Int] {
        var counts: [Int] = []
        var count = 0
        var isQuoted = false
        var isAtStart = true
        for index in text.indices where counts.count < judgedRows {
            let byte = text[index]
            if byte == ASCII.quote, isQuoted || isAtStart { isQuoted.toggle() }
            isAtStart = byte == separator
            if isQuoted { continue }
            if byte == separator { count += 1 }
            if byte == ASCII.lineFeed || byte == ASCII.carriageReturn {
                counts.append(count)
                (count, isAtStart) = (0, true)
            }
        }
        if isWhole, counts.count < judgedRows { counts.append(count) }
        return counts
    }
}

/// Reads a list of any form, in chunks of any size.
package struct ListReader: ~Copyable {
    /// The form of the list; `nil` before it is known.
    package private(set) var form: ListForm?
    private let encoding: ListEncoding
    private let limit: Int
    private let arraysHaveNames: Bool
    private let elements: ListElements
    private var decoder = ListDecoder(.automatic, head: Span())
    private var delimited: DelimitedReader?
    private var json: JSONRowReader?
    private var xml: XMLRowReader?
    /// The beginning of the text, retained until the form is known.
    private var head: [UInt8] = []

    /// The number of bytes from which the form is determined.
    private static let judgedBytes = 64 << 10

    /// Creates a reader at the start of a text.
    ///
    /// - Parameters:
    ///   - limit: The maximum length of a row in bytes.
    ///   - arraysHaveNames: See `JSONRowReader`.
    ///   - elements: See `XMLRowReader`.
    package init(
        _ encoding: ListEncoding = .automatic, limit: Int = ReaderLimits().recordBytes, arraysHaveNames: Bool = true,
        elements: ListElements = ListElements()
    ) {
        self.encoding = encoding
        self.limit = limit
        self.arraysHaveNames = arraysHaveNames
        self.elements = elements
    }

    /// The number of lines so far.
    package private(set) var lines = 0

    /// Reads the next chunk of the list.
    ///
    /// - Throws: The errors of `consumer`. `ProfileFormatError` if a text in JSON or XML is invalid, because no rows
    ///   can be found after the fault.
    package mutating func read<Consumer: ListRowConsumer & ~Copyable>(
        _ chunk: Span<UInt8>, into consumer: inout Consumer
    ) throws {
        guard form == nil else { return try pass(chunk, isLast: false, into: &consumer) }
        let judged = min(chunk.count, Self.judgedBytes - head.count)
        head.append(span: chunk.extracting(first: judged))
        if head.count < Self.judgedBytes { return }
        try begin(isWhole: false, into: &consumer)
        try pass(chunk.extracting(judged...), isLast: false, into: &consumer)
    }

    /// Ends the text.
    ///
    /// - Throws: The errors of `read(_:into:)`, also if a text in JSON or XML is incomplete.
    package mutating func finish<Consumer: ListRowConsumer & ~Copyable>(into consumer: inout Consumer) throws {
        if form == nil { try begin(isWhole: true, into: &consumer) }
        try split(Span(), isLast: true, into: &consumer)
    }

    /// The separator of a list whose rows can be read ahead from any place on. `nil` if the list is not UTF-8 or has
    /// another form, or if its form is not yet known.
    var separatorOfParts: UInt8? {
        if decoder.isUTF8, case .delimited(let separator)? = form { separator } else { nil }
    }

    /// Whether the text so far ends between two rows, so that rows that were read ahead may follow.
    var isBetweenRows: Bool {
        switch delimited {
        case .some(let reader): decoder.isUTF8 && reader.isBetweenRows
        case nil: false
        }
    }

    /// Counts rows that were read ahead.
    mutating func skip(lines: Int, bytes: Int) {
        delimited?.skip(lines: lines, bytes: bytes)
        self.lines += lines
    }

    private mutating func begin<Consumer: ListRowConsumer & ~Copyable>(
        isWhole: Bool, into consumer: inout Consumer
    ) throws {
        let head = head
        self.head = []
        decoder = ListDecoder(encoding, head: head.span)
        let hasMark = decoder.hasMark
        var text = decoder.decode(decoder.withoutMark(head.span))
        let form = ListForm(
            of: text.span.extracting(0..<min(text.count, Self.judgedBytes)),
            isWhole: isWhole && text.count <= Self.judgedBytes, hasElements: elements.row != nil)
        self.form = form
        switch form {
        case .delimited(let separator): delimited = DelimitedReader(separator: separator, limit: limit)
        case .json: json = JSONRowReader(limit: limit, arraysHaveNames: arraysHaveNames)
        case .xml:
            // A byte order mark is more reliable than a declaration.
            if decoder.isUTF8, !hasMark, try ListEncoding(ofXML: text.span) == .latin1 {
                decoder = ListDecoder(.latin1, head: head.span)
                text = decoder.decode(head.span)
            }
            xml = try XMLRowReader(elements, limit: limit)
        }
        try split(text.span, isLast: false, into: &consumer)
    }

    private mutating func pass<Consumer: ListRowConsumer & ~Copyable>(
        _ chunk: Span<UInt8>, isLast: Bool, into consumer: inout Consumer
    ) throws {
        if decoder.isUTF8 { return try split(decoder.withoutMark(chunk), isLast: isLast, into: &consumer) }
        let text = decoder.decode(decoder.withoutMark(chunk))
        try split(text.span, isLast: isLast, into: &consumer)
    }

    private mutating func split<Consumer: ListRowConsumer & ~Copyable>(
        _ text: Span<UInt8>, isLast: Bool, into consumer: inout Consumer
    ) throws {
        if let lines = try delimited?.read(text, isLast: isLast, into: &consumer) { self.lines = lines }
        if let lines = try json?.read(text, isLast: isLast, into: &consumer) { self.lines = lines }
        if let lines = try xml?.read(text, isLast: isLast, into: &consumer) { self.lines = lines }
    }
}
