import Scanning
import Testing

@Suite struct CalendarDateTests {
    @Test func everyDayOfManyCenturiesRoundTrips() {
        var previous = CalendarDate(dayNumber: -200_000)
        for day in -199_999...150_000 {
            let date = CalendarDate(dayNumber: day)
            #expect(date.dayNumber == day && previous < date)
            previous = date
        }
    }

    @Test(arguments: [
        ("2026-11-21", 20778, 6), ("1970-01-01", 0, 4), ("2000-02-29", 11016, 2), ("1969-12-31", -1, 3),
        ("0001-01-02", -719_161, 2), ("9999-12-30", 2_932_895, 4),
    ])
    func knownDatesHaveTheirNumbersAndWeekdays(text: String, day: Int, weekday: Int) throws {
        let read = CalendarDate(dashed: text.utf8Span.span)
        let date = try #require(read)
        #expect(date.dayNumber == day)
        #expect(date.weekday == weekday)
        #expect(date.description == text)
        let compact = CalendarDate(compact: date.compactDescription.utf8Span.span)
        #expect(compact == date)
    }

    /// Month and day of one or two digits, and no other form; invalid dates are rejected.
    @Test(arguments: [
        ("2026-1-5", "2026-01-05"), ("2026-01-5", "2026-01-05"), ("2026-1-05", "2026-01-05"),
        ("2026-11-5", "2026-11-05"),
        ("2026-1-15", "2026-01-15"), ("2026-11-15", "2026-11-15"), ("2024-2-29", "2024-02-29"), ("2023-2-29", nil),
        ("2026-0-5", nil), ("2026-13-5", nil), ("2026-1-0", nil), ("2026-1-32", nil), ("2026-1-", nil),
        ("2026--5", nil),
        ("2026-1-5-", nil), ("2026-111-5", nil), ("2026-1-555", nil), ("26-1-5", nil), ("2026-1x5", nil),
        ("2026x1-5", nil),
        ("202a-1-5", nil), ("2026-a-5", nil), ("2026-1-a", nil), ("2026-1-1-1", nil), ("", nil), ("2026", nil),
    ])
    func shortDatesAreParsed(text: String, expected: String?) {
        let date = CalendarDate(shortDashed: text.utf8Span.span)
        #expect(date?.description == expected)
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "26-01-01", "2026-01-01 ", "", "2026/01/01",
    ])
    func otherTextsAreNotDates(text: String) {
        let date = CalendarDate(dashed: text.utf8Span.span)
        #expect(date == nil)
    }
}
