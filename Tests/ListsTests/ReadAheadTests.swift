import Foundation
import ProfileFormat
import Scanning
import Testing

@testable import Ingest
@testable import Lists

/// Mapping rows on several threads gives the same records, rejects, lines and warnings as mapping them on one thread.
@Suite struct ReadAheadTests {
    /// A consumer that logs all calls in order.
    private struct Transcript: MergingConsumer {
        var entries: [String] = []
        /// The number of parts that were mapped ahead and accepted.
        var parts = 0

        mutating func consume(_ record: borrowing ProfileRecord) {
            let fields = (0..<record.fieldCount).map { record.string($0) }
            entries.append("\(record.format.type) \(fields)")
        }

        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {
            entries.append("\(error) \(String(decoding: text))")
        }

        mutating func flush() {}
        mutating func complete() { entries.append("complete") }
        var newPart: @Sendable () -> Transcript { { Transcript() } }

        mutating func append(_ part: Transcript) {
            entries += part.entries
            parts += 1
        }
    }

    private static let map =
        "SYMBOL=yahoo:s,ISIN=i,DESCRIPTION=n,TYPE=t,OPOL=m,CURRENCY=c,STRIKE=k,FIGI=f"

    private struct Outcome: Equatable {
        var entries: [String]
        var warnings: [String]
        var lines: Int
    }

    /// Reads a list in chunks. A part of each chunk is mapped ahead, with the header and types known at that time.
    ///
    /// - Parameters:
    ///   - cuts: The offsets between chunks, ascending.
    ///   - lag: The number of chunks by which a part is mapped ahead; `nil` to never map ahead.
    private func read(
        _ text: [UInt8], cuts: [Int], lag: Int?, derives: Bool
    ) throws -> (outcome: Outcome, parts: Int) {
        let mapper = MappedList(
            try ListMap(parsing: Self.map), derives: derives, today: CalendarDate(dayNumber: 20_784))
        let board = ChunkQueue()
        var rows = ListReader()
        var list = ListConsumer(Transcript(), mapper.begin(), IngestOptions())
        var ahead = ParallelListReader<Transcript>(board)
        let (starts, ends) = ([0] + cuts, cuts + [text.count])
        var parts = [(any Sendable)?](repeating: nil, count: ends.count)
        for number in ends.indices {
            if let lag, number + lag < ends.count, let read = board.offer(text: 0)?.read {
                let start = starts[number + lag]
                parts[number + lag] = read(text.span.extracting(start..<ends[number + lag]), start)
            }
            try ahead.read(
                text.span.extracting(starts[number]..<ends[number]), parts[number], text: 0, &rows, into: &list)
        }
        try rows.finish(into: &list)
        try list.end(complete: true)
        let warnings = list.warnings.map { "\($0)" }
        let transcript = list.finish()
        return (Outcome(entries: transcript.entries, warnings: warnings, lines: rows.lines), transcript.parts)
    }

    /// Returns a list with rows of all kinds. `oddities` of a thousand rows are malformed, repeated, unknown or on
    /// several lines.
    private func list(rows: Int, oddities: Int, lineEnd: String, seed: UInt64) -> String {
        var state = seed
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var text = "s,i,n,t,m,c,k,f" + lineEnd
        for row in 0..<rows {
            var fields = [
                "A\(row).\(["L", "DE", "PA"][random(3)])", "", "Name \(row)", "STOCK",
                ["XLON", "XETR", "XPAR"][random(3)], "EUR", "", "BBG\(1_000_000 + row)",
            ]
            if random(1000) < oddities {
                // After the last kinds of odd rows, the rest of the list may have no row boundary.
                switch random(oddities > 1 ? 9 : 7) {
                case 0: fields[6] = "many"
                case 1: fields[2] = "\"Name\nof \(row)\""
                case 2: fields[2] = "\"Name \"\"\(row)\"\", Inc.\""
                case 3: fields[3] = ["BOND", "ETF", "Preferred Stock"][random(3)]
                case 4: fields[4] = "Exchange \(row)"
                case 5: fields[7] = "BBG\(1_000_000 + max(0, row - random(1500)))"
                case 6: text += lineEnd + "# a comment" + lineEnd + lineEnd
                case 7: fields[2] = "\"unclosed"
                default: fields.append("one too many")
                }
            }
            text += fields.joined(separator: ",") + lineEnd
        }
        return text
    }

    @Test(arguments: [0, 1, 30], ["\n", "\r\n"])
    func rowsMappedAheadEqualRowsMappedInOrder(oddities: Int, lineEnd: String) throws {
        let seed = UInt64.random(in: 0...UInt64(Int64.max))
        let text = Array(list(rows: 2500, oddities: oddities, lineEnd: lineEnd, seed: seed).utf8)
        let derives = lineEnd == "\n"
        let expected = try read(text, cuts: [], lag: nil, derives: derives).outcome
        for (size, lag) in [(3000, 1), (9000, 2), (15_000, 1)] {
            let cuts = Array(stride(from: size, to: text.count, by: size))
            let found = try read(text, cuts: cuts, lag: lag, derives: derives)
            #expect(found.outcome == expected, "seed \(seed), chunks of \(size)")
            // An odd row, such as an unclosed quotation mark, can require that all rows are mapped in order.
            if oddities == 0 { #expect(found.parts > 0, "seed \(seed), chunks of \(size)") }
        }
    }

    @Test func filesReadOnSeveralThreadsEqualFilesReadOnOne() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "ahead-\(UUID().uuidString).csv").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let seed = UInt64.random(in: 0...UInt64(Int64.max))
        try Data(list(rows: 20_000, oddities: 1, lineEnd: "\n", seed: seed).utf8).write(to: URL(filePath: path))
        func read(threads: Int) throws -> Outcome {
            var options = IngestOptions()
            options.threads = threads
            options.list = MappedList(try ListMap(parsing: Self.map), today: CalendarDate(dayNumber: 20_784))
            var transcript = Transcript()
            let report = try readSnapshot(from: SourceAddress(parsing: path), options: options, merging: &transcript)
            return Outcome(
                entries: transcript.entries, warnings: report.warnings.map { "\($0)" },
                lines: try #require(report.lines))
        }
        let expected = try read(threads: 1)
        let found = try read(threads: 3)
        #expect(found == expected, "seed \(seed)")
    }
}
