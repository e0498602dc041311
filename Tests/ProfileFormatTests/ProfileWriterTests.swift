import ProfileFormat
import Testing

@Suite struct ProfileWriterTests {
    private func profile(_ fields: KeyValuePairs<String, String>) -> InstrumentProfile {
        var profile = InstrumentProfile()
        for (name, value) in fields {
            if let field = ProfileField(name: name) {
                let isSet = profile.set(field, value.utf8Span.span)
                #expect(isSet)
            } else {
                profile.setCustomField(name, value)
            }
        }
        return profile
    }

    private func written(_ profiles: [InstrumentProfile], fields: [String]? = nil) -> String {
        var writer = ProfileWriter(fields: fields)
        var output: [UInt8] = []
        for profile in profiles { writer.write(profile, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    private var mixed: [InstrumentProfile] {
        [
            profile(["TYPE": "STOCK", "SYMBOL": "IBM", "ZED": "z", "CURRENCY": "USD"]),
            profile(["TYPE": "FUTURE", "SYMBOL": "/ESZ26", "MULTIPLIER": "50.0", "EXPIRATION": "2026-12-18"]),
            profile(["TYPE": "STOCK", "SYMBOL": "F", "ALPHA": "a", "DESCRIPTION": "Ford"]),
        ]
    }

    @Test func snapshotDefinesEachTypeOnceWithItsUsedColumns() {
        #expect(
            String(decoding: ProfileWriter.snapshot(mixed), as: UTF8.self) == """
                #STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY,ALPHA,ZED
                STOCK,IBM,,USD,,z
                #FUTURE::=TYPE,SYMBOL,MULTIPLIER,EXPIRATION
                FUTURE,/ESZ26,50,2026-12-18
                STOCK,F,Ford,,a,
                ##COMPLETE

                """)
    }

    @Test func streamWidensAFormatWhenAColumnIsNew() {
        #expect(
            written(mixed) == """
                #STOCK::=TYPE,SYMBOL,CURRENCY,ZED
                STOCK,IBM,USD,z
                #FUTURE::=TYPE,SYMBOL,MULTIPLIER,EXPIRATION
                FUTURE,/ESZ26,50,2026-12-18
                #STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY,ALPHA,ZED
                STOCK,F,Ford,,a,

                """)
    }

    @Test func filterKeepsTypeAndSymbol() {
        #expect(
            written(mixed, fields: ["ZED", "MULTIPLIER", "ISIN"]) == """
                #STOCK::=TYPE,SYMBOL,ZED
                STOCK,IBM,z
                #FUTURE::=TYPE,SYMBOL,MULTIPLIER
                FUTURE,/ESZ26,50
                STOCK,F,

                """)
        #expect(
            String(decoding: ProfileWriter.snapshot(mixed, fields: ["ALPHA"]), as: UTF8.self) == """
                #STOCK::=TYPE,SYMBOL,ALPHA
                STOCK,IBM,
                #FUTURE::=TYPE,SYMBOL
                FUTURE,/ESZ26
                STOCK,F,a
                ##COMPLETE

                """)
    }

    @Test(arguments: [
        ("a,b", "\"a,b\""),
        ("say \"hi\"", "\"say \"\"hi\"\"\""),
        ("two\nlines", "\"two\nlines\""),
        ("two\r\nlines", "\"two\r\nlines\""),
        (" spaces ", " spaces "),  // belong to the field, and need no quotes
        ("#hash", "#hash"),  // only the first field of a record is judged
        ("Şişe 🚀", "Şişe 🚀"),
    ])
    func quoting(value: String, text: String) {
        #expect(
            written([profile(["TYPE": "T", "SYMBOL": value, "X,\"Y\"": "v"])])
                == "#T::=TYPE,SYMBOL,\"X,\"\"Y\"\"\"\nT,\(text),v\n")
    }

    /// A record whose first field is `#…` would be a comment: such a type stands in a column of its own.
    @Test func typeThatLooksLikeACommand() {
        #expect(
            written([
                profile(["TYPE": "##COMPLETE", "SYMBOL": "A"]), profile(["SYMBOL": "B"]), profile([:]),
                profile(["TYPE": "A,B", "SYMBOL": "C"]),
            ]) == """
                #::=TYPE,TYPE,SYMBOL
                ,##COMPLETE,A
                #::=TYPE,SYMBOL
                ,B
                ,
                "#A,B::=TYPE",SYMBOL
                "A,B",C

                """)
    }

    @Test func flushAndCompleteLines() {
        var output: [UInt8] = []
        let writer = ProfileWriter()
        writer.writeFlush(to: &output)
        writer.writeFlush(live: true, to: &output)
        writer.writeComplete(to: &output)
        writer.writeComplete(live: true, to: &output)
        #expect(String(decoding: output, as: UTF8.self) == "##\n##\n\n##COMPLETE\n##COMPLETE\n\n")
    }
}
