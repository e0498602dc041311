import Scanning
import Testing

@Suite struct MarkupTextTests {
    /// Any data is escaped for elements and for quoted attributes.
    @Test func specialCharactersAreEscaped() {
        #expect(MarkupText.escaped("") == "")
        #expect(MarkupText.escaped("Ä & <b a=\"1\">'x'</b>") == "Ä &amp; &lt;b a=&quot;1&quot;&gt;'x'&lt;/b&gt;")
        #expect(MarkupText.escaped("&amp;") == "&amp;amp;")
    }

    @Test func escapedTextIsReadBack() {
        let rows: [(markup: String, text: String)] = [
            ("", ""), ("&amp;lt;", "&lt;"), ("&#34;a&#x22;&quot;&apos;", "\"a\"\"'"), ("a & b; c", "a & b; c"),
            ("&none;&#xZ;&#1114112;&", "&none;&#xZ;&#1114112;&"), ("&#xDC;", "Ü"),
        ]
        for row in rows { #expect(MarkupText.unescaped(row.markup[...]) == row.text, "\(row.markup)") }
    }

    @Test func elementsAreParsed() {
        let text = MarkupElements(
            """
            <?xml version="1.0"?><List xmlns="x"><KeyCount>2</KeyCount><Entry><Key>a&amp;b</Key><Size>1</Size></Entry><Entry ><Key>c</Key>
            <Empty/><None></None></Entry></List>
            """)
        #expect(text.all("Entry").map { $0.text("Key") } == ["a&b", "c"])
        #expect(text.first("Entry")?.text("Size") == "1" && text.all("Entry").last?.text("Size") == nil)
        #expect(text.text("Key") == "a&b" && text.text("Empty") == "" && text.text("None") == "")
        #expect(text.text("K") == nil && text.all("Nothing").isEmpty)
        #expect(MarkupElements("<Key>never closed").text("Key") == nil)
    }
}
