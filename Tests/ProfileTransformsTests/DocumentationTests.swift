import ProfileTransforms
import Testing

/// The program of the module's page.
@Suite struct DocumentationTests {
    @Test func theDocumentedProgramRuns() throws {
        let transform = try ProfileTransform(
            """
            string REGION; // custom fields are declared
            if (CURRENCY notin ("USD", "EUR", "")) delete();
            switch (COUNTRY) { case "US", "CA": REGION = "Americas"; default: REGION = "Other"; }
            """)
        var run = transform.run()
        var profile = InstrumentProfile()
        profile.country = "US"
        #expect(try run.apply(&profile))
        #expect(profile["REGION"] == "Americas")
        #expect(run.counts.map(\.line) == [3] && run.counts.map(\.count) == [1])
        // A dropped profile is in the state that the rules left it in.
        profile.currency = "TRY"
        #expect(try !run.apply(&profile))
        #expect(run.counts.map(\.line) == [2, 3])
    }

    @Test func sysdateIsTheDateOfTheRun() throws {
        let transform = try ProfileTransform("EXPIRATION = sysdate + 1;")
        var run = transform.run(today: CalendarDate(dayNumber: 20_000))
        var profile = InstrumentProfile()
        _ = try run.apply(&profile)
        #expect(profile.expiration?.dayNumber == 20_001)
        // The local date differs from the UTC date by at most one day.
        #expect(CalendarDate.localToday.dayNumber > 20_000)
    }
}
