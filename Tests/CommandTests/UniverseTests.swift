import ProfileFormat
import ProfileGenerator
import Testing

@Suite struct UniverseTests {
    private func text(_ instruments: Int, seed: UInt64 = 1) throws -> [UInt8] {
        var text: [UInt8] = []
        try UniverseGenerator(instruments: instruments, seed: seed).generate { text += Array(copying: $0) }
        return text
    }

    private func profiles(_ text: [UInt8]) throws -> [InstrumentProfile] {
        var profiles: [InstrumentProfile] = []
        var reader = ProfileReader()
        func take(_ event: ProfileEvent) throws {
            switch event {
            case .profile(let profile): profiles.append(profile)
            case .malformed(let error): throw error
            case .flush, .complete: break
            }
        }
        try reader.read(text.span) { try take($0) }
        try reader.finish { try take($0) }
        let isComplete = reader.isComplete
        #expect(isComplete)
        return profiles
    }

    @Test(arguments: [0, 1, 2, 7, 19, 100, 999, 12_345])
    func generatesTheRequestedNumberOfUniqueSymbols(instruments: Int) throws {
        let profiles = try profiles(text(instruments))
        #expect(profiles.count == instruments)
        #expect(Set(profiles.map(\.symbol)).count == instruments)
        #expect(profiles.allSatisfy { !$0.symbol.isEmpty && !$0.type.isEmpty && !$0.currency.isEmpty })
    }

    /// FNV-1a of the bytes, computed once: every machine, build and version of Swift must give this value. Corrected
    /// holidays or contract rules may change it.
    @Test(arguments: [
        (1_000, UInt64(1), UInt64(0x29A2_D966_65BD_FC16)), (1_000, 7, 0xFE56_03BC_6F54_D45B),
        (20_000, 1, 0xBEC5_7C75_E9FA_8E27),
    ])
    func equalSeedsGiveEqualBytes(instruments: Int, seed: UInt64, expected: UInt64) throws {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in try text(instruments, seed: seed) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        #expect(hash == expected)
    }

    @Test func identifiersAndIncrementsAreRealistic() throws {
        let profiles = try profiles(text(20_000, seed: 3))
        var isins: Set<String> = []
        for profile in profiles {
            for (text, check) in [
                (profile.isin, IdentifierCheck.isin), (profile.cusip, IdentifierCheck.cusip),
                (profile.sedol, IdentifierCheck.sedol),
            ] where !text.isEmpty {
                let result = check(text.utf8Span.span)
                #expect(result == .valid, "\(text) of \(profile.symbol)")
            }
            if !profile.isin.isEmpty { #expect(isins.insert(profile.isin).inserted, "\(profile.isin) twice") }
        }
        let options = profiles.filter { $0.type == "OPTION" }
        #expect(options.count == 17_600)
        #expect(options.allSatisfy { $0.strike > 0 && $0.multiplier > 0 && $0.spc > 0 && $0.expiration != nil })
        #expect(profiles.contains { $0.description.contains(",") })
        #expect(profiles.contains { $0.description.contains("\"") })
        #expect(profiles.contains { !$0.localDescription.isEmpty })
        #expect(profiles.contains { $0["AUTOCOMPLETE_WEIGHT"] == "3000" })
        #expect(profiles.contains { !$0.additionalUnderlyings.isEmpty })
    }

    /// The columns of each format line are the fields in use, as the writer determines them.
    @Test func writingTheProfilesGivesTheSameText() throws {
        let text = try text(20_000, seed: 5)
        let written = ProfileWriter.snapshot(try profiles(text))
        let lines = text.split(separator: 10)
        let writtenLines = written.split(separator: 10)
        #expect(lines.count == writtenLines.count)
        for (line, writtenLine) in zip(lines, writtenLines) where line != writtenLine {
            let difference =
                "\(String(decoding: line, as: UTF8.self)) / \(String(decoding: writtenLine, as: UTF8.self))"
            Issue.record("\(difference)")
            break
        }
    }
}
