import ProfileFormat
import Testing

@Suite struct IdentifierCheckTests {
    @Test(arguments: [
        ("US0378331005", IdentifierCheck.valid),  // Apple
        ("GB0002634946", .valid),  // BAE Systems
        ("DE0007164600", .valid),  // SAP
        ("JP3633400001", .valid),  // Toyota
        ("TRATHYAO91M5", .valid),  // letters in the middle
        ("US0378331006", .wrongCheckDigit(found: "6", expected: "5")),
        ("US0373831005", .wrongCheckDigit(found: "5", expected: "9")),  // two digits swapped
        ("US037833100", .malformed("has 11 characters, expected 12")),
        ("", .malformed("has 0 characters, expected 12")),
        ("1S0378331005", .malformed("expected a country code of two capital letters at the start")),
        ("us0378331005", .malformed("expected a country code of two capital letters at the start")),
        ("US03783 1005", .malformed("expected capital letters and digits, found something else at character 8")),
        ("US037833100X", .malformed("expected a check digit at the end")),
    ])
    func checkDigitsOfISINsAreVerified(text: String, result: IdentifierCheck) {
        #expect(IdentifierCheck.isin(text.utf8Span.span) == result)
    }

    @Test(arguments: [
        ("037833100", IdentifierCheck.valid),  // Apple
        ("38259P508", .valid),  // a letter
        ("037833101", .wrongCheckDigit(found: "1", expected: "0")),
        ("03783310", .malformed("has 8 characters, expected 9")),
        (
            "03783-100",
            .malformed(
                "expected capital letters, digits, \"*\", \"@\" or \"#\", found something else at character 6")
        ),
    ])
    func checkDigitsOfCUSIPsAreVerified(text: String, result: IdentifierCheck) {
        #expect(IdentifierCheck.cusip(text.utf8Span.span) == result)
    }

    @Test(arguments: [
        ("0263494", IdentifierCheck.valid),  // BAE Systems
        ("B1YW440", .valid),  // 3i
        ("0263495", .wrongCheckDigit(found: "5", expected: "4")),
        ("A263494", .malformed("expected digits and capital consonants, found something else at character 1")),
        ("026349", .malformed("has 6 characters, expected 7")),
    ])
    func checkDigitsOfSEDOLsAreVerified(text: String, result: IdentifierCheck) {
        #expect(IdentifierCheck.sedol(text.utf8Span.span) == result)
    }
}
