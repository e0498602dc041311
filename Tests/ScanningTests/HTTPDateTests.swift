import Scanning
import Testing

struct HTTPDateTests {
    @Test func datesAreFormatted() {
        #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(HTTPDate.text(-1) == "Wed, 31 Dec 1969 23:59:59 GMT")
    }

    @Test func formattedDatesAreReadBack() {
        for seconds in stride(from: Int64(-2_000_000_000), through: 6_000_000_000, by: 12_345_679) {
            #expect(HTTPDate.seconds(HTTPDate.text(seconds)) == seconds)
        }
    }

    @Test(arguments: [
        // The three forms of RFC 9110, section 5.6.7.
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        // Deviating forms that servers send.
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 09:49:37 +0100", "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37",
    ]) func allFormsOfTheStandardAreParsed(_ text: String) { #expect(HTTPDate.seconds(text) == 784_111_777) }

    @Test(arguments: [
        "", "soon", "1994", "Sun, 06 Nov 1994", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 94x 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT GMT", "Sun, 06 06 Nov 1994 08:49:37 GMT", "-1-2-3", "06-Nov-94 -08:49:37",
        "Sun, 06 Nov 1994 ８:49:37 GMT",
    ]) func otherTextsAreNotDates(_ text: String) { #expect(HTTPDate.seconds(text) == nil) }
}
