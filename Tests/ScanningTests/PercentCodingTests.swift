import Scanning
import Testing

struct PercentCodingTests {
    @Test func textsAreDecoded() throws {
        #expect(try PercentCoding.decode("a%20b%C3%BC+") == "a bü+")
        #expect(try PercentCoding.decode("a+b%2B", plusIsSpace: true) == "a b+")
        #expect(try PercentCoding.decode("/plain/ü") == "/plain/ü")
        let rows: [(text: String, fault: PercentCoding.Fault)] = [
            ("%", .escape), ("%2", .escape), ("%zz", .escape), ("a%2", .escape), ("%FF", .encoding), ("%C3", .encoding),
        ]
        for row in rows {
            #expect(throws: row.fault, "\(row.text)") { try PercentCoding.decode(row.text[...]) }
        }
    }

    @Test func textsAreEncodedForHeaderFields() throws {
        let text = "no instrument with SECTOR 100 % \u{FC}\r\n; did you mean x?"
        let encoded = PercentCoding.encodeForField(text)
        #expect(encoded == "no instrument with SECTOR 100 %25 %C3%BC%0D%0A; did you mean x?")
        #expect(try PercentCoding.decode(encoded[...]) == text)
    }

    @Test func textsAreEncodedForRequests() {
        #expect(PercentCoding.encodeForRequest("/a b/ü?x=\"1\"&y=%20") == "/a%20b/%C3%BC?x=%221%22&y=%20")
    }

    @Test func textsAreEncodedForSignatures() {
        #expect(PercentCoding.encodeAll("a/b=1 ü~_-.%") == "a%2Fb%3D1%20%C3%BC~_-.%25")
    }
}
