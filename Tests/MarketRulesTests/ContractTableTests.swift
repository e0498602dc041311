import Scanning
import Testing

@testable import MarketRules

/// The format of the table of contract rules.
struct ContractTableTests {
    private static let names = "source s http://x\nrule r third Friday\n"

    @Test(arguments: [
        ("futur ES", "contracts, line 3: expected source, rule, future or option", 0),
        ("rule x third Fry", "contracts, line 3: found no known step; the table's first lines list them", 0),
        (
            "rule x third Friday, before", "contracts, line 3: found no known step; the table's first lines list them",
            14
        ),
        (
            "rule x third Friday of the year",
            "contracts, line 3: found no known step; the table's first lines list them", 0
        ),
        ("rule x", "contracts, line 3: expected steps, found the end of the line", 6),
        ("future ES XCME XCME HMUZ q - - - cash s T", "contracts, line 3: expected the name of a rule above", 25),
        (
            "future ES XCME XCME HMUZ - - - - cash s T", "contracts, line 3: expected the rule of the last trading day",
            25
        ),
        ("future ES XCME XCME HMXY r - - - cash s T", "contracts, line 3: expected letters of months, or days", 20),
        (
            "future ES XCME XCME H@2025 r - - - cash s T", "contracts, line 3: expected a period such as 202501-202508",
            20
        ),
        ("future ES XCME XCME H r - - - paper s T", "contracts, line 3: expected physical, cash, am or pm", 30),
        ("future ES XCME XCME H r - - - cash t T", "contracts, line 3: expected the name of a source above", 35),
        ("future ES XCME XCME H r - - - cash s", "contracts, line 3: expected a title, found the end of the line", 36),
    ])
    func errorsShowTheLineAndTheWord(_ line: String, _ reason: String, _ offset: Int) {
        let error = #expect(throws: GrammarError.self) { try ContractTable(parsing: Self.names + line) }
        #expect(error.map { "\($0.grammar): \($0.reason)" } == reason)
        #expect(error?.byteOffset == offset)
    }

    /// Each form of a step in a rule, with the resulting day on a known calendar.
    @Test(arguments: [
        ("15th", "2026-04-15"), ("31st", "2026-04-30"), ("last day", "2026-04-30"), ("last Friday", "2026-04-24"),
        ("last day of the second month before", "2026-02-28"), ("1st of the third month after", "2026-07-01"),
        ("first business day", "2026-04-01"), ("second last business day", "2026-04-29"),
        ("17th last business day", "2026-04-08"),
        // Good Friday and the weekend.
        ("3rd, before it if closed", "2026-04-02"), ("3rd, after it if closed", "2026-04-06"),
        ("2nd, 1 business day after it", "2026-04-06"), ("6th, 2 business days before it", "2026-04-01"),
        ("6th, 3 days before it", "2026-04-03"), ("6th, 30 days after it", "2026-05-06"),
        ("10th, Friday before it", "2026-04-03"), ("10th, Friday on or before it", "2026-04-10"),
        ("15th, Wednesday nearest it", "2026-04-15"), ("18th, Wednesday nearest it", "2026-04-15"),
        ("19th, Wednesday nearest it", "2026-04-22"),
        ("2nd, a business day before it if a Friday or before a closed weekday", "2026-04-01"),
        ("10th, a business day before it if a Friday or before a closed weekday", "2026-04-09"),
        ("9th, a business day before it if a Friday or before a closed weekday", "2026-04-09"),
        ("9th, a week before it while any of the 4 weekdays before it or itself is closed", "2026-04-02"),
        (
            "30th of the month before, a week before it while any of the 4 weekdays after it or itself is closed",
            "2026-03-23"
        ),
    ])
    func stepsLeadToDays(_ text: String, _ day: String) throws {
        var calendar = try BusinessCalendar("XCME", defaults: .bundled)
        let rule = try DayRule(parsing: text, grammar: "rule")
        let found = rule.day(.init(year: 2026, month: 4), &calendar)
        #expect(found.map { CalendarDate(dayNumber: $0).description } == day)
        #expect(!calendar.isBeyondCoverage)
    }

    @Test func calendarsOfSeveralVenuesNeedAllOrOneOfThem() throws {
        // Easter Monday is closed in London, Memorial Day in Chicago and London.
        let days = ["2026-04-06", "2026-05-25", "2026-07-03", "2026-07-07"].map { CalendarDate(text: $0)!.dayNumber }
        for (names, open) in [("XCME+XLON", [false, false, false, true]), ("XCME/XLON", [true, false, true, true])] {
            var calendar = try BusinessCalendar(names, defaults: .bundled)
            #expect(days.map { calendar.isOpen($0) } == open, "\(names)")
        }
    }

    @Test func theTableNamesNoProductOfTwoMarkets() {
        let products = ContractTable.bundled.products
        #expect(Set(products.map(\.key)).count == products.count)
        #expect(products.flatMap(\.listings).allSatisfy { !$0.months.isEmpty || !$0.weekdays.isEmpty })
    }
}
