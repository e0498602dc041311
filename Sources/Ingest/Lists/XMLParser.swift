internal import CExpat
import Scanning

/// Expat, and the row that it reads. It stops after each row.
@safe final class XMLParser {
    enum Outcome {
        /// A row, at these offsets of the text.
        case row(Range<Int>)
        /// The text cannot be read from an offset on; `nil` is its end.
        case fault(String, at: Int?)
        /// The text so far was read.
        case more
    }

    /// An element or attribute within rows.
    private struct Node {
        /// The number of the field; `nil` if no row has a value for it.
        var number: Int?
        let path: String
        /// The elements and attributes in it.
        var members: [String: Int] = [:]
    }

    /// The fields of the row.
    var fields: NamedFields
    /// The name and the offset of the first element.
    private(set) var root = ""
    private(set) var rootStart: Int?

    // SAFETY: Created by `init` and freed by `deinit`. Its functions and their callbacks run during a call of `parse`
    // or `resume`, on the thread of the caller.
    private let expat: XML_Parser
    private let elements: ListElements
    private let limit: Int
    /// The number of open elements.
    private var depth = 0
    /// The start of the open row, or of the row that was read last.
    private var rowStart = 0
    private var rowEnd: Int?
    /// The number of bytes that were parsed, and the end of the last item in them.
    private(set) var parsed = 0
    private(set) var itemEnd = 0
    /// The elements of all rows, of which the first one is the row.
    private var nodes = [Node(path: "")]
    private var pathBytes = 0
    /// The open elements of the row: the number of the node, the start of its text, and whether it contains elements.
    private var open: [(node: Int, start: Int, hasElements: Bool)] = []
    /// The texts of the open elements of the row, one after another.
    private var text: [UInt8] = []
    private var fault: (reason: String, offset: Int)?

    init(_ elements: ListElements, limit: Int) throws(IngestError) {
        // SAFETY: The reason is a constant.
        if let missing = unsafe cexpat_missing() {
            let reason = unsafe String(cString: missing)
            throw IngestError(
                kind: .unreadable,
                reason: "the source is XML, and expat can't be loaded (\(reason)); install it (Debian: apt install "
                    + "libexpat1)")
        }
        self.elements = elements
        self.limit = limit
        fields = NamedFields(form: .xml, limit: limit)
        // SAFETY: The call has no precondition. Expat fails only if memory is exhausted.
        unsafe expat = cexpat_new()!
        // SAFETY: Expat is freed before this object, which is the context of all its callbacks. They get
        // zero-terminated names, an array of attributes that ends with null, and texts with their length.
        unsafe XML_SetUserData(expat, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(
            expat, { unsafe XMLParser.of($0).begin(XMLParser.name($1!), $2!) },
            { context, _ in unsafe XMLParser.of(context).end() })
        unsafe XML_SetCharacterDataHandler(expat) {
            unsafe XMLParser.of($0).append(UnsafeRawBufferPointer(start: $1, count: Int($2)))
        }
        unsafe XML_SetCommentHandler(expat) { context, _ in _ = unsafe XMLParser.of(context).beginItem() }
        unsafe XML_SetProcessingInstructionHandler(expat) { context, _, _ in
            _ = unsafe XMLParser.of(context).beginItem()
        }
        unsafe XML_SetStartNamespaceDeclHandler(expat) { context, _, name in
            let count = unsafe name.map { unsafe strlen($0) } ?? 0
            if count > XMLRowReader.mostNamespace {
                unsafe XMLParser.of(context).stop(
                    "found a namespace of \(count) bytes, expected at most \(XMLRowReader.mostNamespace)")
            }
        }
        unsafe XML_SetStartDoctypeDeclHandler(expat) { context, _, _, _, _ in
            unsafe XMLParser.of(context).stop(
                "found a document type definition; remove it, because it may name other files and expand without bound")
        }
    }

    deinit {
        // SAFETY: not used after this.
        unsafe XML_ParserFree(expat)
    }

    /// The offset of the first byte that is needed further: the start of the open row, or of an incomplete item.
    var carryStart: Int { open.isEmpty ? itemEnd : rowStart }

    /// Parses a piece of the text, up to the end of a row in it.
    func parse(_ piece: Span<UInt8>, isLast: Bool) -> Outcome {
        parsed += piece.count
        // SAFETY: Expat copies the text that it needs after the call.
        return outcome(
            unsafe piece.withUnsafeBytes { bytes in
                unsafe XML_Parse(
                    expat, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), isLast ? 1 : 0)
            })
    }

    /// Continues after a row.
    func resume() -> Outcome { outcome(unsafe XML_ResumeParser(expat)) }

    private func outcome(_ status: XML_Status) -> Outcome {
        if let fault { return .fault(fault.reason, at: fault.offset) }
        if let end = rowEnd {
            rowEnd = nil
            return .row(rowStart..<end)
        }
        guard status == XML_STATUS_ERROR else { return .more }
        // SAFETY: Expat is freed by `deinit`.
        let code = unsafe XML_GetErrorCode(expat)
        switch code {
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION, XML_ERROR_PARTIAL_CHAR:
            return .fault("found an incomplete text; the source is damaged or incomplete", at: nil)
        default:
            // SAFETY: The texts of errors are constants.
            let reason = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "error \(code.rawValue)"
            return .fault("\(reason); the source is damaged or incomplete", at: max(itemStart, itemEnd))
        }
    }

    // MARK: Callbacks

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLParser {
        // SAFETY: `init` sets the context to the parser, which exists while expat runs.
        unsafe Unmanaged<XMLParser>.fromOpaque(context!).takeUnretainedValue()
    }

    /// Returns the local part of a name.
    private static func name(_ name: UnsafePointer<XML_Char>) -> String {
        // SAFETY: Expat's names are zero-terminated.
        unsafe String(cString: cexpat_local(name))
    }

    private var itemStart: Int { Int(unsafe XML_GetCurrentByteIndex(expat)) }

    private func stop(_ reason: String, at offset: Int? = nil) {
        if fault == nil { fault = (reason, offset ?? itemStart) }
        // SAFETY: Expat is running, so it can be stopped.
        unsafe XML_StopParser(expat, XML_Bool(0))
    }

    /// Begins a tag, a text or another item, and returns its offset.
    private func beginItem() -> Int {
        let start = itemStart
        let count = Int(unsafe XML_GetCurrentByteCount(expat))
        itemEnd = max(itemEnd, start + count)
        // A longer item that is not complete yet is reported at its row.
        if count > limit { stop("found a value of more than \(limit) bytes", at: open.isEmpty ? start : rowStart) }
        return start
    }

    private func begin(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
        let start = beginItem()
        if depth == 0 { (root, rootStart) = (name, start) }
        depth += 1
        if depth > XMLRowReader.mostDepth {
            return stop("found more than \(XMLRowReader.mostDepth) elements within each other")
        }
        if let last = open.indices.last {
            open[last].hasElements = true
            open.append((node(name, in: open[last].node), text.count, false))
        } else if name == elements.row {
            rowStart = start
            fields.begin()
            text.removeAll(keepingCapacity: true)
            open.append((0, 0, false))
        } else {
            if let reason = elements.refused[name] { stop("found the element “\(name)”: \(reason)") }
            return
        }
        // SAFETY: Names and values alternate, and a null pointer is at the end.
        var next = unsafe attributes
        while let name = unsafe next[0], let value = unsafe next[1] {
            let node = node(unsafe Self.name(name), in: open[open.count - 1].node)
            let text = unsafe String(cString: value)
            if let number = number(of: node) { fields.join(number, text.utf8) }
            unsafe next += 2
        }
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        _ = beginItem()
        // SAFETY: Expat's text is valid during the call.
        if !open.isEmpty { unsafe text += bytes }
    }

    private func end() {
        _ = beginItem()
        depth -= 1
        guard let element = open.popLast() else { return }
        var hasText = !element.hasElements && element.node > 0
        for index in element.start..<text.count where text[index] > ASCII.space { hasText = true }
        if hasText, let number = number(of: element.node) { fields.join(number, text[element.start...]) }
        text.removeSubrange(element.start...)
        if open.isEmpty, fault == nil {
            rowEnd = itemEnd
            // SAFETY: Expat is running, so it can be stopped.
            unsafe XML_StopParser(expat, XML_Bool(1))
        }
    }

    // MARK: Names

    /// Returns the node of a member; 0 if there are already too many nodes.
    private func node(_ name: String, in parent: Int) -> Int {
        if let node = nodes[parent].members[name] { return node }
        let path = parent == 0 ? name : nodes[parent].path + "." + name
        pathBytes += path.utf8.count
        if nodes.count > NamedFields.mostNames || pathBytes > limit {
            stop(
                "found more than \(NamedFields.mostNames) different names of elements in the rows; "
                    + "the elements of each row must have the same names")
            return 0
        }
        nodes.append(Node(path: path))
        nodes[parent].members[name] = nodes.count - 1
        return nodes.count - 1
    }

    /// Returns the number of the field of a node. The text of the row itself has the name of the row.
    private func number(of node: Int) -> Int? {
        if fault != nil { return nil }
        if let number = nodes[node].number { return number }
        let number = fields.number(of: node == 0 ? elements.row ?? "" : nodes[node].path)
        nodes[node].number = number
        return number
    }
}
