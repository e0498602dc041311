import Scanning
import Testing

@Suite struct MarkupTextTests {
    /// Inside an element and inside a quoted attribute, whatever data holds.
    @Test func markupBecomesText() {
        #expect(MarkupText.escaped("") == "")
        #expect(MarkupText.escaped("Ä & <b a=\"1\">'x'</b>") == "Ä &amp; &lt;b a=&quot;1&quot;&gt;'x'&lt;/b&gt;")
        #expect(MarkupText.escaped("&amp;") == "&amp;amp;")
    }
}
