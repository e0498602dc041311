import Foundation
import Ingest
import ProfileFormat
import Testing

@testable import Lists

/// For extracts of public lists, the derived symbols, countries and places equal those that another program found. The
/// folders beside the repository must exist.
@Suite struct ExtractTests {
    private static let conformance = ProcessInfo.processInfo.environment["IPF_CONFORMANCE"]
    private static let lists = conformance.map { URL(filePath: $0).appending(path: "../data/lists").path }

    static let maps = [
        (
            "financedatabase-equities-london.csv",
            "SYMBOL=yahoo:symbol,DESCRIPTION=name,CURRENCY=currency,ISIN=isin,FIGI=figi"
        ),
        (
            "financedatabase-equities-milan.csv",
            "SYMBOL=yahoo:symbol,DESCRIPTION=name,CURRENCY=currency,OPOL=mic,ISIN=isin"
        ),
        ("financedatabase-currencies.csv", "SYMBOL=yahoo:symbol,DESCRIPTION=name"),
        ("investpy-stocks.csv", "SYMBOL=symbol,DESCRIPTION=full_name,COUNTRY=country,CURRENCY=currency,ISIN=isin"),
        (
            "lean-symbol-properties.csv",
            "SYMBOL=chart:{market}:{symbol},TYPE=type,DESCRIPTION=description,CURRENCY=quote_currency,"
                + "MULTIPLIER=contract_multiplier,PRICE_INCREMENTS=minimum_price_variation"
        ),
    ]

    @Test(.enabled(if: lists.map { FileManager.default.fileExists(atPath: $0) } ?? false), arguments: maps)
    func agreesWithTheRealList(file: String, map: String) throws {
        let known = try Self.known()
        let text = Array(try Data(contentsOf: URL(filePath: Self.lists! + "/" + file)))
        let read = try ReadList(text, map)
        #expect(read.errors.isEmpty)
        #expect(read.profiles.count == text.count { $0 == UInt8(ascii: "\n") } - 1)
        var (both, different) = (0, [String]())
        for profile in read.profiles {
            let twins = (known.isins[profile.isin] ?? []) + (known.symbols[profile.symbol].map { [$0] } ?? [])
            guard let twin = twins.first(where: { $0.symbol == profile.symbol }) else { continue }
            both += 1
            if twin.country != profile.country || twin.opol != profile.opol && profile.country != "US" {
                different.append("\(profile.symbol) \(profile.opol) \(twin.opol)")
            }
        }
        #expect(both > 5)
        #expect(different.count * 100 <= both, "\(different)")
    }

    private static func known() throws -> (symbols: [String: InstrumentProfile], isins: [String: [InstrumentProfile]]) {
        struct All: RecordConsumer {
            var symbols: [String: InstrumentProfile] = [:]
            var isins: [String: [InstrumentProfile]] = [:]
            mutating func consume(_ record: borrowing ProfileRecord) {
                let profile = InstrumentProfile(record)
                symbols[profile.symbol] = profile
                if !profile.isin.isEmpty { isins[profile.isin, default: []].append(profile) }
            }
            mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
            mutating func flush() {}
            mutating func complete() {}
        }
        var all = All()
        try readSnapshot(from: SourceAddress(parsing: conformance! + "/search-real/real.ipf"), into: &all)
        return (all.symbols, all.isins)
    }
}
