import ProfileFormat
import TestSupport
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

    @Test func streamsExtendAFormatForANewColumn() {
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

    @Test func filtersRetainTypeAndSymbol() {
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
        (" spaces ", " spaces "),  // part of the field, without quotes
        ("#hash", "#hash"),  // a comment only as the first field of a record
        ("Şişe 🚀", "Şişe 🚀"),
    ])
    func fieldsAreQuotedIfNecessary(value: String, text: String) {
        #expect(
            written([profile(["TYPE": "T", "SYMBOL": value, "X,\"Y\"": "v"])])
                == "#T::=TYPE,SYMBOL,\"X,\"\"Y\"\"\"\nT,\(text),v\n")
    }

    /// A record whose first field is `#…` would be a comment, so such a type is written in a separate column.
    @Test func typesThatLookLikeCommandsHaveAColumn() {
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

    @Test func marksAreWrittenAsLines() {
        var output: [UInt8] = []
        let writer = ProfileWriter()
        writer.writeFlush(to: &output)
        writer.writeFlush(live: true, to: &output)
        writer.writeComplete(to: &output)
        writer.writeComplete(live: true, to: &output)
        #expect(String(decoding: output, as: UTF8.self) == "##\n##\n\n##COMPLETE\n##COMPLETE\n\n")
    }

    /// All profiles are read back unchanged, from a snapshot and from a stream.
    @Test(arguments: 1...40) func writtenProfilesAreReadBack(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let profiles = (0..<30).map { _ in randomProfile(&generator) }
        let snapshot = ProfileWriter.snapshot(profiles)
        #expect(try read(snapshot) == profiles, "seed \(seed)")
        #expect(try read(Array(written(profiles).utf8)) == profiles, "seed \(seed)")
        // Writing the profiles again gives the same text.
        #expect(ProfileWriter.snapshot(try read(snapshot)) == snapshot, "seed \(seed)")
    }

    private static let types = [
        "STOCK", "", "A,B", "#X", "##", "##COMPLETE", "A::=TYPE", "#A::=TYPE", "\"q\"", "a\nb", " ", "REMOVED",
    ]
    private static let texts = [
        "", "", "x", "a,b", "\"", "\"\"", "a\"b", "\r", "\n", "\r\n", " x ", "#", "##COMPLETE", "Ş🚀", "\u{0}",
        "\u{FEFF}",
        "1970-01-01", "::=TYPE",
    ]

    private func randomProfile(_ generator: inout SeededGenerator) -> InstrumentProfile {
        var profile = InstrumentProfile()
        for field in ProfileField.allCases where field.kind == .text && Bool.random(using: &generator) {
            _ = profile.set(field, Self.texts.randomElement(using: &generator)!.utf8Span.span)
        }
        profile.type = Self.types.randomElement(using: &generator)!
        if Bool.random(using: &generator) { profile.strike = Double(Int.random(in: -9...9, using: &generator)) / 8 }
        if Bool.random(using: &generator) { profile.multiplier = Double.random(in: 1e-9...1e9, using: &generator) }
        if Bool.random(using: &generator) { profile.icb = Int.random(in: -9...9999, using: &generator) }
        if Bool.random(using: &generator) {
            profile.expiration = CalendarDate(dayNumber: Int.random(in: 1...90_000, using: &generator))
        }
        // Sorted by name, because they are read back in that order.
        for name in ["", " A", "B,\"C\"", "D\nE", "É"] where Bool.random(using: &generator) {
            profile.setCustomField(name, Self.texts.randomElement(using: &generator)!)
        }
        return profile
    }

    private func read(_ text: [UInt8]) throws -> [InstrumentProfile] {
        var profiles: [InstrumentProfile] = []
        func take(_ event: ProfileEvent) throws {
            switch event {
            case .profile(let profile): profiles.append(profile)
            case .malformed(let error): throw error
            case .flush, .complete: break
            }
        }
        var reader = ProfileReader()
        try reader.read(text.span) { try take($0) }
        try reader.finish { try take($0) }
        return profiles
    }
}
