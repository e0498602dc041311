import Scanning
import Testing

struct JSONWriterTests {
    private func text(_ style: JSONWriter.Style, _ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter(style)
        body(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test func objectsAndArraysAreNested() {
        let body = { (json: inout JSONWriter) in
            json.object { json in
                json.member("a", 1)
                json.key(named: "b\"")
                json.array { json in
                    json.bool(true)
                    json.null()
                    json.number(1.5)
                    json.number(.nan)
                    json.object { _ in }
                    json.array { _ in }
                }
                json.members(Array("\"c\":2".utf8))
                json.members([])
                json.optional("d", nil)
                json.optional("e", "")
                json.member("f", strings: ["x", "y"])
                json.member("g", false)
                json.key("h")
                json.raw(Array("[]".utf8))
            }
        }
        #expect(
            text(.compact, body)
                == #"{"a":1,"b\"":[true,null,1.5,null,{},[]],"c":2,"f":["x","y"],"g":false,"h":[]}"#)
        #expect(
            text(.spaced, body)
                == #"{"a": 1, "b\"": [true, null, 1.5, null, {}, []], "c":2, "d": null, "e": null, "f": ["x", "y"], "g": false, "h": []}"#
        )
    }

    /// Writes every byte, alone and between others.
    @Test(arguments: [JSONWriter.Style.compact, .spaced]) func everyByteIsEscapedAsNeeded(_ style: JSONWriter.Style) {
        for byte in UInt8(0)...0x7F {
            let character = String(UnicodeScalar(byte))
            let escaped =
                switch byte {
                case 0x22: "\\\""
                case 0x5C: "\\\\"
                case 0x0A where style == .compact: "\\n"
                case 0x0D where style == .compact: "\\r"
                case 0x09 where style == .compact: "\\t"
                case ..<0x10: "\\u000" + String(byte, radix: 16)
                case ..<0x20: "\\u001" + String(byte & 15, radix: 16)
                default: character
                }
            #expect(text(style) { $0.string(character) } == "\"\(escaped)\"")
            #expect(text(style) { $0.string("ü\(character)😀") } == "\"ü\(escaped)😀\"")
        }
    }
}
