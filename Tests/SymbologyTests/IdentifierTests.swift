import Symbology
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    private func best(_ text: String) -> IdentifierReference? {
        guard case .identifier(let identifier)? = ReadingTests.reader.read(text).first?.reference else { return nil }
        return identifier
    }

    @Test(
        "Identifiers are read in all common spellings",
        arguments: [
            ("US0378331005", "ISIN", "US0378331005"), ("us0378331005", "ISIN", "US0378331005"),
            ("US-037833-100-5", "ISIN", "US0378331005"), ("US 0378331005", "ISIN", "US0378331005"),
            ("DE 000 716460 0", "ISIN", "DE0007164600"), (" TRATHYAO91M5 ", "ISIN", "TRATHYAO91M5"),
            ("XS0971721450", "ISIN", "XS0971721450"), ("037833100", "CUSIP", "037833100"),
            ("037833-10-0", "CUSIP", "037833100"),
            ("037833 100", "CUSIP", "037833100"), ("38259P508", "CUSIP", "38259P508"), ("0263494", "SEDOL", "0263494"),
            ("b10rzp7", "SEDOL", "B10RZP7"), ("BBG000B9XRY4", "FIGI", "BBG000B9XRY4"),
            ("bbg000b9xry4", "FIGI", "BBG000B9XRY4"),
        ])
    func pasted(text: String, kind: String, number: String) {
        let identifier = best(text)
        #expect(identifier?.kind.rawValue == kind)
        #expect(identifier?.text == number)
        #expect(identifier?.isCheckDigitValid == true)
    }

    @Test("An ISIN with a wrong check digit is marked")
    func wrongCheckDigit() {
        #expect(best("US0378331006")?.isCheckDigitValid == false)
        #expect(
            ReadingTests.reader.read("BBG000B9XRY5").first?.description == "FIGI BBG000B9XRY5, its check digit is wrong"
        )
        #expect(
            ReadingTests.reader.read("US0378331006").first?.description == "ISIN US0378331006, its check digit is wrong"
        )
    }

    @Test(
        "Other numbers with a wrong check digit are not identifiers",
        arguments: ["037833101", "0263495", "QQQ000B9XRY5"])
    func noIdentifier(text: String) { #expect(best(text) == nil) }

    @Test("Six or more characters can be the beginning of an ISIN")
    func beginnings() {
        func hasBeginning(_ text: String) -> Bool {
            ReadingTests.reader.read(text).contains { $0.description == "beginning of an ISIN \(text)" }
        }
        #expect(hasBeginning("US0378"))
        #expect(hasBeginning("DE000716460"))
        #expect(hasBeginning("GB00BP"))
        #expect(!hasBeginning("US037"), "five characters")
        #expect(!hasBeginning("USABCD"), "no digit")
        #expect(!hasBeginning("QQ0378"), "no country")
    }
}
