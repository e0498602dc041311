import Symbology
import Testing

@Suite("The programs of the documentation")
struct DocumentationTests {
    @Test("The shortest useful program prints the documented output")
    func shortest() {
        var printed: [String] = []
        let reader = SymbolReader(on: CalendarDate(year: 2026, month: 11, day: 21)!)
        let writer = SymbolWriter()
        for reading in reader.read("AAPL 15JAN27 260 C") {
            printed.append("\(reading)")
            printed.append(writer.write(reading.reference, as: .occ) ?? "")
            printed.append(writer.write(reading.reference, as: .ipf) ?? "")
        }
        #expect(printed == ["option, 15 Jan 2027, 260, call", "AAPL  270115C00260000", ".AAPL270115C260"])
    }

    @Test("A custom table adds its places")
    func ownPlaces() throws {
        let places = try SymbolPlaces(
            parsing: """
                market XDSK US https://desk.example/codes Desk Exchange
                place chart DESK XDSK https://desk.example/codes
                """)
        let reader = SymbolReader(places: places, on: CalendarDate(year: 2026, month: 11, day: 21)!)
        #expect("\(reader.read("DESK:ABC")[0])" == "ticker ABC, DESK (XDSK)")
    }
}
