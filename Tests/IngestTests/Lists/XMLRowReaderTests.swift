import ProfileFormat
import Scanning
import Testing

@testable import Ingest

@Suite struct XMLRowReaderTests {
    @Test(arguments: [
        ("<l><r><a>x</a><b>1</b></r>\n<r><b>2</b></r></l>", ["columns a¦b", "1@3 x¦1", "2@27 ¦2"]),
        // Namespaces with and without a prefix.
        (
            "<p:l xmlns:p='urn:p' xmlns='urn:d'><p:r><p:a>x</p:a></p:r><r><a>y</a></r></p:l>",
            ["columns a", "1@35 x", "1@58 y"]
        ),
        // Predefined entities, characters by number, CDATA, comments and instructions within a text.
        (
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><l><r><a>A &amp; B&#233; <![CDATA[<c>&amp;]]> é<!-- n -->"
                + "<?p i?>.</a></r></l>",
            ["columns a", "1@41 A & Bé <c>&amp; é."]
        ),
        // Attributes are like members of their element.
        (
            "<l><r i='1'><p Ccy=\"EUR\" x='a&amp;b'>5</p></r><r><p>6</p></r></l>",
            ["columns i¦p.Ccy¦p.x¦p", "1@3 1¦EUR¦a&b¦5", "1@46 ¦¦¦6"]
        ),
        // Empty elements have an empty value; elements around others have none.
        ("<l><r><a/><b><c></c></b></r><r/></l>", ["columns a¦b.c", "1@3 ¦", "1@28 ¦"]),
        // Repeated elements, also as the elements around others.
        ("<l><r><a>1</a><b><c>x</c></b><a>2</a><b><c>y</c></b></r></l>", ["columns a¦b.c", "1@3 1;2¦x;y"]),
        // A text between elements, and spaces between elements.
        ("<l><r> <a> 1 <b>2</b>3</a>\n\t</r></l>", ["columns a.b¦a", "1@3 2¦ 1 3"]),
        // Rows at any depth, and a row's name within a row.
        ("<r><a>x</a></r>", ["columns a", "1@0 x"]),
        ("<l><h><n>2</n></h><d><r><r>x</r></r></d></l>", ["columns r", "1@21 x"]),
        // The text of the row itself.
        ("<l><r>x</r></l>", ["columns r", "1@3 x"]),
        ("\n<!-- c -->\r\n<l>\n<r\n><a>x</a></r>\n</l>\n<!-- c -->\n", ["columns a", "4@17 x"]),
    ])
    func rowsAreTheSameForAllChunks(text: String, expected: [String]) throws {
        for chunk in 1...text.utf8.count {
            #expect(try read(Array(text.utf8), chunk: chunk) == expected, "chunks of \(chunk)")
        }
    }

    /// The text is read in the given encoding, in UTF-16, or in the encoding that its declaration names. The source of
    /// a row is always UTF-8, as are its fields.
    @Test(arguments: [
        ("<?xml version='1.0'?>", ListEncoding.automatic), ("<?xml version='1.0' encoding='utf-8'?>", .automatic),
        ("<?xml version='1.0' encoding = \"US-ASCII\"?>", .automatic),
        ("<?xml-stylesheet encoding='X-Y'?>", .automatic),
        ("<?xml version='1.0'\n encoding = \"ISO-8859-1\" ?>", .automatic),
        ("<?xml version='1.0' encoding='Windows-1252'?>", .automatic),
        ("<?xml version='1.0' encoding='X-Y'?>", .latin1), ("<?xml version='1.0' encoding='UTF-16'?>", .automatic),
        // Programs in Java write names without hyphens.
        ("<?xml version='1.0' encoding='utf8'?>", .automatic),
        ("<?xml version='1.0' encoding='ISO8859-1'?>", .automatic),
    ])
    func readsTheEncodingsOfLists(declaration: String, encoding: ListEncoding) throws {
        let text = declaration + "<l><r><a>é€</a></r></l>"
        let key = declaration.uppercased()
        var bytes = Array(text.utf8)
        if encoding == .latin1 || key.contains("ISO") || key.contains("1252") {
            bytes = text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
        } else if key.contains("UTF-16") {
            bytes = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        }
        var reader = ListReader(encoding, elements: ListElements(row: "r"))
        var rows = Sources()
        for byte in bytes { try reader.read([byte].span, into: &rows) }
        try reader.finish(into: &rows)
        #expect(rows.sources == ["<r><a>é€</a></r>"])
        #expect(rows.fields == ["é€"])
    }

    /// A byte order mark is more reliable than the declaration, and a text that is not UTF-16 was converted to UTF-8.
    @Test(arguments: [
        "\u{FEFF}<?xml version='1.0' encoding='ISO-8859-1'?>", "\u{FEFF}<?xml version='1.0' encoding='X-Y'?>",
        "<?xml version='1.0' encoding='UTF-16'?>", "<?xml version='1.0' encoding='utf-16le'?>",
    ])
    func readsUTF8DespiteItsDeclaration(declaration: String) throws {
        var reader = ListReader(elements: ListElements(row: "r"))
        var rows = Sources()
        try reader.read("\(declaration)<l><r><a>é€</a></r></l>".utf8Span.span, into: &rows)
        try reader.finish(into: &rows)
        #expect(rows.fields == ["é€"])
    }

    @Test(arguments: [
        ("<?xml version='1.0' encoding='Shift_JIS'?><l/>", "Shift_JIS", 1, 31),
        ("<?xml version='1.0'\nencoding=\"ISO-8859-15\"?><l/>", "ISO-8859-15", 2, 11),
    ])
    func otherEncodingsAreNamed(text: String, name: String, line: Int, column: Int) {
        var reader = ListReader(elements: ListElements(row: "r"))
        var rows = CollectedRows()
        let error = #expect(throws: ProfileFormatError.self) {
            try reader.read(text.utf8Span.span, into: &rows)
            try reader.finish(into: &rows)
        }
        #expect(
            error?.reason
                == "XML: found the encoding “\(name)”, expected UTF-8, UTF-16, ISO-8859-1 or windows-1252; convert "
                + "the text to UTF-8 and remove the encoding from its declaration, or give --encoding latin-1 if the "
                + "text is Latin-1")
        #expect(error?.position.line == line && error?.position.column == column)
    }

    /// Each error has its text and position, whatever the chunks.
    @Test(arguments: [
        ("<l><r><a>x</a></r>\n<r><a>", "found an incomplete text; the source is damaged or incomplete", 2, 7),
        ("<l><r><a>x</a></r><", "found an incomplete text; the source is damaged or incomplete", 1, 20),
        ("<l>\n<r><a>x</b></r></l>", "mismatched tag; the source is damaged or incomplete", 2, 10),
        ("<l>\n <r><a>&x;</a></r></l>", "undefined entity; the source is damaged or incomplete", 2, 8),
        ("<l><r a='1' a='2'/></l>", "duplicate attribute; the source is damaged or incomplete", 1, 13),
        ("<l><p:r/></l>", "unbound prefix; the source is damaged or incomplete", 1, 4),
        ("<l><r/></l><l/>", "junk after document element; the source is damaged or incomplete", 1, 12),
        ("<l><r>\u{1}</r></l>", "not well-formed (invalid token); the source is damaged or incomplete", 1, 7),
        ("\n<html><p>x</p></html>", "found no element “r” in “html”; check the row element of the mapping", 2, 1),
        ("<l>\n<delta><r/></delta></l>", "found the element “delta”: load the full file", 2, 1),
        (
            "<!DOCTYPE l [<!ENTITY a 'x'>]>\n<l><r>&a;</r></l>",
            "found a document type definition; remove it, because it may name other files and expand without bound", 1,
            13
        ),
        (
            "<!DOCTYPE l SYSTEM 'file:///etc/passwd'><l><r/></l>",
            "found a document type definition; remove it, because it may name other files and expand without bound", 1,
            40
        ),
    ])
    func errorsNameThePlace(text: String, reason: String, line: Int, column: Int) {
        for chunk in 1...text.utf8.count {
            let error = #expect(throws: ProfileFormatError.self) { try read(Array(text.utf8), chunk: chunk) }
            #expect(error?.reason == "XML: \(reason)", "chunks of \(chunk)")
            #expect(error?.position.line == line && error?.position.column == column, "\(chunk): \(error!.position)")
        }
    }

    @Test func rowsBeforeAnErrorAreRead() throws {
        var reader = try XMLRowReader(ListElements(row: "r"))
        var rows = CollectedRows()
        #expect(throws: ProfileFormatError.self) {
            try reader.read("<l><r><a>x</a></r><r></l>".utf8Span.span, isLast: true, into: &rows)
        }
        #expect(rows.rows == ["columns a", "1@3 x"])
    }

    @Test func withoutTheNameOfRowsItAsksForAMapping() {
        var reader = ListReader()
        var rows = CollectedRows()
        let error = #expect(throws: ProfileFormatError.self) {
            try reader.read("<?xml version='1.0'?><l/>".utf8Span.span, into: &rows)
            try reader.finish(into: &rows)
        }
        #expect(
            error?.reason
                == "XML: no element is named as a row; give a mapping with a line such as row element = RefData, "
                + "as in Samples/Mappings/firds.map")
    }

    /// A header such as `<TICKER>,<PER>` is not XML.
    @Test func columnsMayBeginLikeXML() {
        let text = "<TICKER>,<PER>\nA,D\n"
        #expect(ListForm(of: text.utf8Span.span, isWhole: true) == .delimited(ASCII.comma))
        #expect(ListForm(of: text.utf8Span.span, isWhole: true, hasElements: true) == .xml)
    }

    @Test(arguments: [
        "<l><r><a>\(String(repeating: "x", count: 2_000))</a></r></l>",
        "<l><r>\(String(repeating: "<a/>", count: 600))</r></l>",
        "<l><r><a b='\(String(repeating: "x", count: 2_000))'/></r></l>",
        "<l><!--\(String(repeating: "x", count: 2_000))--><r/></l>",
        "<l><\(String(repeating: "x", count: 2_000))/><r/></l>",
        "<l><r><?p \(String(repeating: "x", count: 2_000))?></r></l>",
    ])
    func lengthsAreBounded(text: String) {
        for chunk in [1, 7, 500, 3_000] {
            let error = #expect(throws: ProfileFormatError.self) {
                try read(Array(text.utf8), chunk: chunk, limit: 1_000)
            }
            #expect(error?.reason == "XML: found a value of more than 1000 bytes", "chunks of \(chunk)")
            #expect(error?.position.column == 4, "chunks of \(chunk)")
        }
    }

    /// An item may be as long as the limit, although its length has not doubled since it was last parsed.
    @Test(arguments: [9_000, 15_000, 19_990])
    func longItemsWithinTheLimitAreRead(count: Int) throws {
        let long = String(repeating: "x", count: count)
        let text = "<l><!--\(long)--><r><a>1</a></r><r><a b='\(long.dropLast(20))'/></r>\n<r><a>2</a></r></l>"
        for chunk in [1, 7, 500, 3_000, 100_000] {
            let rows = try read(Array(text.utf8), chunk: chunk, limit: 20_000)
            #expect(rows.count == 5, "chunks of \(chunk)")
            #expect(rows.last == "2@\(text.utf8.count - 19) 2¦", "chunks of \(chunk)")
        }
    }

    /// Expat passes the namespace with the name of each element.
    @Test func namespacesAreBounded() throws {
        let text = "<l>\n<r xmlns:a='\(String(repeating: "x", count: 1_024))' xmlns=''/></l>"
        #expect(try read(Array(text.utf8), chunk: 100) == ["columns ", "2@4 "])
        for name in ["xmlns", "xmlns:a"] {
            let text = "<l>\n<r \(name)='\(String(repeating: "x", count: 1_025))'/></l>"
            let error = #expect(throws: ProfileFormatError.self) { try read(Array(text.utf8), chunk: 100) }
            #expect(error?.reason == "XML: found a namespace of 1025 bytes, expected at most 1024")
            #expect(error?.position.line == 2 && error?.position.column == 1)
        }
    }

    @Test(arguments: ["<l>", "<l><r>"])
    func theDepthIsBounded(start: String) {
        let text = start + String(repeating: "<a>", count: 100)
        let error = #expect(throws: ProfileFormatError.self) { try read(Array(text.utf8), chunk: 11) }
        #expect(error?.reason == "XML: found more than 64 elements within each other")
        #expect(error?.position.column == start.utf8.count + (start == "<l>" ? 63 : 62) * 3 + 1)
    }

    @Test func newNamesInEachRowAreBounded() {
        let text = "<l>" + (0..<20_000).map { "<r><n\($0)/></r>\n" }.joined()
        let error = #expect(throws: ProfileFormatError.self) { try read(Array(text.utf8), chunk: 4_096) }
        #expect(
            error?.reason == "XML: found more than 10000 different names of elements in the rows; "
                + "the elements of each row must have the same names")
    }

    /// Quadratic reading would need hours: a long comment and a long attribute, in small chunks.
    @Test(.timeLimit(.minutes(60))) func readingLongItemsIsLinear() throws {
        for (start, end) in [("<l><!--", "--><r/></l>"), ("<l><r a='", "'/></l>")] {
            let text = Array(start.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 60_000_000) + Array(end.utf8)
            #expect(try read(text, chunk: 500, limit: 100_000_000).count == 2)
        }
    }

    /// Quadratic reading would need hours: one long row, and many rows in one chunk.
    @Test(.timeLimit(.minutes(60))) func readingIsLinear() throws {
        let long = "<l><r><a>" + String(repeating: "x", count: 900_000) + "</a></r></l>"
        #expect(try read(Array(long.utf8), chunk: 40).count == 2)
        let rows = "<l>" + String(repeating: "<r><a>x</a></r>\n", count: 100_000) + "</l>"
        let found = try read(Array(rows.utf8), chunk: rows.utf8.count)
        #expect(found.count == 100_001)
        #expect(found.last == "100000@1599987 x")
    }

    private func read(
        _ bytes: [UInt8], chunk: Int, limit: Int = ReaderLimits().recordBytes
    ) throws -> [String] {
        var reader = try XMLRowReader(
            ListElements(row: "r", refused: ["delta": "load the full file"]), limit: limit)
        var rows = CollectedRows()
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            let piece = Array(bytes[start..<min(start + chunk, bytes.count)])
            try reader.read(piece.span, isLast: false, into: &rows)
        }
        try reader.read([UInt8]().span, isLast: true, into: &rows)
        return rows.rows
    }
}

/// Collects the sources and the first fields of rows.
private struct Sources: ListRowConsumer {
    var sources: [String] = []
    var fields: [String] = []

    mutating func columns(_ names: [String]) {}

    mutating func row(_ row: borrowing ListRow) {
        sources.append(String(decoding: row.source))
        fields.append(String(decoding: row.field(0)))
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
}
