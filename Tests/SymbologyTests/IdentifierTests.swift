import Testing

@testable import Symbology

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
            ("KYG2418K1004", "ISIN", "KYG2418K1004"),
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

    @Test(
        "Inside other text, with a label or a correct check digit",
        arguments: [
            ("ISIN: US0378331005,", "ISIN US0378331005"), ("isin=US0378331005", "ISIN US0378331005"),
            ("ISIN-Code US 037833 1005", "ISIN US0378331005"), ("AAPL US0378331005", "ISIN US0378331005"),
            ("US0378331005 US Equity", "ISIN US0378331005"), ("(US0378331005)", "ISIN US0378331005"),
            ("Société Générale FR0000130809", "ISIN FR0000130809"), ("CUSIP 037833100", "CUSIP 037833100"),
            ("cusip: 037833-10-0", "CUSIP 037833100"), ("CUSIP 03783310", "CUSIP 037833100"),
            ("Apple Inc, 037833100", "CUSIP 037833100"), ("SEDOL BH4HKS3", "SEDOL BH4HKS3"),
            ("Vodafone (BH4HKS3)", "SEDOL BH4HKS3"), ("sedol no. BH4HKS", "SEDOL BH4HKS3"),
            ("figi BBG000B9XRY4", "FIGI BBG000B9XRY4"), ("WKN 723610", "WKN 723610"), ("wkn: A1EWWW", "WKN A1EWWW"),
            ("723610 (WKN)", "WKN 723610"), ("Valor 1200526", "VALOR 1200526"),
            ("Valoren Nr. 1 200 526", "VALOR 1200526"),
            ("ISIN US0378331006", "ISIN US0378331006, its check digit is wrong"),
        ])
    func embedded(text: String, sentence: String) {
        #expect(ReadingTests.reader.read(text).first?.description == sentence)
    }

    @Test(
        "Words, quantities and wrong check digits are no identifiers",
        arguments: [
            "ISIN", "isin code", "wkn siemens", "Apple 037833101", "lot 1234567", "order US0378331006 today",
            "AAPL 270115C00260000", "sedol", "valor minerals",
        ])
    func notEmbedded(text: String) {
        let readings = ReadingTests.reader.read(text)
        #expect(!readings.contains { if case .identifier = $0.reference { true } else { false } }, "\(readings)")
    }

    @Test("Six characters may be a WKN, and digits a valor number, after a ticker")
    func unlabeled() {
        func sentences(_ text: String) -> [String] { ReadingTests.reader.read(text).map(\.description) }
        #expect(sentences("723610") == ["ticker 723610", "WKN 723610", "VALOR 723610"])
        #expect(sentences("A1EWWW") == ["ticker A1EWWW", "WKN A1EWWW"])
        #expect(sentences("GOOGLE") == ["ticker GOOGLE"], "no digit")
        #expect(sentences("1OIL23").last == "ticker 1OIL23", "I and O are not used")
    }

    @Test("ISINs that contain a national number, and the number in an ISIN")
    func national() {
        func isins(_ kind: IdentifierReference.Kind, _ text: String) -> [String] {
            IdentifierReference(kind: kind, text: text).isins
        }
        #expect(isins(.wkn, "723610") == ["DE0007236101"])
        #expect(isins(.valor, "1200526") == ["CH0012005267", "LI0012005265"])
        #expect(isins(.cusip, "037833100").first == "US0378331005")
        #expect(isins(.sedol, "BH4HKS3").first == "GB00BH4HKS39")
        #expect(isins(.figi, "BBG000B9XRY4") == [])
        func number(_ isin: String) -> String? { IdentifierReference(kind: .isin, text: isin).nationalNumber?.text }
        #expect(number("US0378331005") == "037833100")
        #expect(number("GB00BH4HKS39") == "BH4HKS3")
        #expect(number("GB0BH4HKS390") == nil, "a SEDOL has 7 characters")
        #expect(number("DE0007236101") == nil)
    }

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
