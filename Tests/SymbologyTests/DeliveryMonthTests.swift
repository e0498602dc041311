import Symbology
import Testing

@Suite("Delivery months")
struct DeliveryMonthTests {
    @Test("Letters and numbers denote the same months")
    func lettersAndNumbers() {
        let months = (1...12).compactMap { DeliveryMonth($0) }
        #expect(months.map(\.description).joined() == "FGHJKMNQUVXZ")
        #expect(months.map { DeliveryMonth(letter: $0.letter) } == months)
        #expect(DeliveryMonth(letter: UInt8(ascii: "z"))?.month == 12)
    }

    @Test("Other letters denote no month", arguments: ["A", "I", "1", "&", "\u{1A}"])
    func none(letter: String) { #expect(DeliveryMonth(letter: letter.utf8.first!) == nil) }

    @Test("Numbers beyond a year denote no month")
    func beyond() {
        #expect(DeliveryMonth(0) == nil)
        #expect(DeliveryMonth(13) == nil)
    }
}
