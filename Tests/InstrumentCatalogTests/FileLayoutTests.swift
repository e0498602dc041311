import Foundation
import TestSupport
import Testing

@testable import CatalogBuilding
@testable import CatalogCore
@testable import InstrumentCatalog

/// The bytes of the file, as documented.
struct FileLayoutTests {
    private static func bytes(_ sink: consuming ByteSink) -> [UInt8] { Array(copying: sink.span) }

    /// A section of the given bytes, mapped from a file.
    private static func section(_ bytes: [UInt8]) throws -> MappedSection {
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(filePath: folder.path("section")))
        return try MappedSection(ofFile: folder.path("section"))
    }

    @Test func layoutsEqualTheWorkedExamples() throws {
        var texts = FrontCodedTextBuilder()
        for text in ["/ES", "/ESZ26", "A"] { texts.append(text.utf8Span.span) }
        #expect(
            Self.bytes(try texts.finish("x")) == [
                3, 0, 0, 0, 12, 0, 0, 0, 3, 0x2F, 0x45, 0x53, 3, 3, 0x5A, 0x32, 0x36, 0, 1, 0x41, 0, 0, 0, 0,
            ])
        var numbers = TrivialArray<UInt32>()
        for number in [7, 9, 8] as [UInt32] { numbers.append(number) }
        #expect(
            Self.bytes(PackedNumbersBuilder.section(numbers)) == [
                3, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0, 0x18, 0, 0, 0, 0, 0, 0, 0, 0,
            ])
    }

    /// A thread caches the last text that it has read. The next text is still correct, in this list or in another.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func textsAreReadInAnyOrder(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let lists = try (0..<2).map { _ in
            let texts = (0..<100).map { _ in
                (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                    "abcdefgh".randomElement(using: &generator)!
                }
            }
            let sorted = texts.map { String($0.prefix(9)) + String($0) }.sorted() + [String(repeating: "l", count: 200)]
            var builder = FrontCodedTextBuilder()
            for text in sorted { builder.append(text.utf8Span.span) }
            return (sorted, FrontCodedText(try Self.section(Self.bytes(try builder.finish("x")))))
        }
        var index = 0
        for step in 0..<5000 {
            // Most reads are a few texts further in the same list, as in practice.
            let (expected, texts) = lists[step / 7 % 2]
            index = step % 5 == 0 ? Int.random(in: -1...texts.count, using: &generator) : index + step % 3
            let text = expected.indices.contains(index) ? expected[index] : ""
            #expect(texts.string(index) == text, "seed \(seed)")
            var other = Array(text.utf8)
            if !other.isEmpty { other[Int.random(in: 0..<other.count, using: &generator)] ^= 1 }
            #expect(expected.indices.contains(index) == texts.equals(index, text.utf8Span.span), "seed \(seed)")
            #expect(text.isEmpty || !texts.equals(index, other.span), "seed \(seed)")
        }
    }

    /// Hash and checksum are part of the format: they never change within version 1. The expected numbers were computed
    /// from the documented rules by a program in another language.
    @Test func hashAndChecksumNeverChange() {
        let text = "The hash of a symbol, and the checksum of a section: never to change"
        let hashes = [0, 1, 3, 4, 7, 8, 16, 17, 40].map { ByteHash.hash(text.utf8Span.span.extracting(0..<$0)) }
        #expect(hashes == Self.expectedHashes)
        let sums = [0, 1, 31, 32, 33, 68].map { Checksum.of(text.utf8Span.span.extracting(0..<$0)) }
        #expect(sums == Self.expectedSums)
    }

    static let expectedHashes: [UInt64] = [
        0xC980C959703E552E, 0x45845ECB91F747B5, 0xE6991E8DC6D608B3, 0x560F1A99364BDA2C, 0xA11E012F8DA1EF9F,
        0x8DB8A2C88EFCE64D, 0xE477B1ACB1912016, 0x32B6D9520E144A68, 0x149B07D6A73F21A9,
    ]
    static let expectedSums: [UInt64] = [
        0x11BBA63A2C1DF717, 0xBFF3D10F52E74206, 0xF6713F46FF3EE45E, 0xC4C794BC6772C59C, 0x8C5D3D7D2C8A057E,
        0x91C3B463B09581A5,
    ]

    @Test(arguments: [1, 2, 3] as [UInt64])
    func textsAreFoundAndReadBack(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        // Some texts end near 128 bytes, the limit of the fast decoding path.
        let letters = [
            "a", "b", "longer word ", "ü", String(repeating: "y", count: 61), String(repeating: "z", count: 200),
        ]
        let list = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
            (0..<Int.random(in: 0...6, using: &generator)).map { _ in letters.randomElement(using: &generator)! }
                .joined()
        }
        for list in [list, list.sorted { Array($0.utf8).lexicographicallyPrecedes($1.utf8) }] {
            var builder = FrontCodedTextBuilder()
            for text in list { builder.append(text.utf8Span.span) }
            let texts = FrontCodedText(try Self.section(Self.bytes(try builder.finish("x"))))
            #expect(texts.count == list.count)
            for (index, text) in list.enumerated() {
                #expect(texts.string(index) == text, "seed \(seed)")
                for other in [text, text + "a", String(text.dropLast()), ""] {
                    #expect(texts.equals(index, other.utf8Span.span) == (text == other), "seed \(seed)")
                }
            }
            var range: Range<Int> = 0..<list.count
            if !list.isEmpty { range = list.count / 3..<(list.count - list.count / 5) }
            var walked: [String] = []
            texts.forEach(in: range) { _, text in walked.append(String(decoding: text)) }
            #expect(walked == Array(list[range]), "seed \(seed)")
        }
        let sorted = list.sorted { Array($0.utf8).lexicographicallyPrecedes($1.utf8) }
        var builder = FrontCodedTextBuilder()
        for text in sorted { builder.append(text.utf8Span.span) }
        let texts = FrontCodedText(try Self.section(Self.bytes(try builder.finish("x"))))
        for probe in sorted + ["", "a", "b", "zz", "ü", "longer"] {
            let first = sorted.firstIndex { !Array($0.utf8).lexicographicallyPrecedes(probe.utf8) } ?? sorted.count
            #expect(texts.firstIndex(notBefore: probe.utf8Span.span) == first, "seed \(seed)")
            let matching = sorted.indices.filter { Array(sorted[$0].utf8).starts(with: probe.utf8) }
            #expect(Array(texts.indices(withPrefix: probe.utf8Span.span)) == matching, "seed \(seed)")
        }
    }

    /// Texts at the limit of the fast decoding path, and slightly longer ones. Some are far from the section's end, so
    /// single reads are not bounds-checked; others are at the end.
    @Test(arguments: 120...136)
    func textsNearTheLimitAreDecoded(length: Int) throws {
        let long = String(repeating: "x", count: length)
        for block in [[long], ["a", long], [long, "b"], [long, long + "c"], [String(long.dropLast()), long, long]] {
            let list = block + (block.count..<16).map { "\(long.prefix(length / 2))\($0)" }
            for more in [0, 300] {
                let all = list + (0..<more).map { "more texts \($0)" }
                var builder = FrontCodedTextBuilder()
                for text in all { builder.append(text.utf8Span.span) }
                let texts = FrontCodedText(try Self.section(Self.bytes(try builder.finish("x"))))
                for (index, text) in all.enumerated() {
                    #expect(texts.string(index) == text)
                    for other in [text, text + "x", String(text.dropLast())] {
                        #expect(texts.equals(index, other.utf8Span.span) == (text == other), "\(index)")
                    }
                }
            }
        }
    }

    /// Numbers of every width are read back, also at both ends of the last block.
    @Test func packedNumbersAreReadBack() throws {
        var generator = SeededGenerator(seed: 8)
        for width in 0...32 {
            for count in [0, 1, 1023, 1024, 1025, 3000] {
                let high: UInt32 = width == 0 ? 0 : .max >> UInt32(32 - width)
                let base = UInt32.random(in: 0...(.max - high), using: &generator)
                let list = (0..<count).map { _ in base + UInt32.random(in: 0...high, using: &generator) }
                var array = TrivialArray<UInt32>()
                for number in list { array.append(number) }
                let numbers = PackedNumbers(
                    try Self.section(Self.bytes(PackedNumbersBuilder.section(array))), limit: count)
                #expect(numbers.count == count)
                #expect((0..<count).map { numbers[$0] } == list, "width \(width), \(count) rows")
                #expect(numbers[count] == 0 && numbers[-1] == 0)
                var read: [UInt32] = []
                var block = InlineArray<1024, UInt32>(repeating: 0)
                for index in 0..<numbers.blockCount {
                    var target = block.mutableSpan
                    numbers.read(block: index, into: &target)
                    for row in numbers.rows(ofBlock: index) { read.append(block[row % 1024]) }
                }
                #expect(read == list, "width \(width), \(count) rows")
            }
        }
    }

    /// Rows have the same order whether their keys are computed during sorting or afterward, as in large imports.
    @Test(arguments: [5, 6, 7] as [UInt64])
    func rankOrderIsIndependentOfTheMethod(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let builder = try Building.builder(RandomUniverse.text(records: 2000, using: &generator))
        let beside = RankOrder(builder.parts, large: .max)
        let after = RankOrder(builder.parts, large: 0)
        let rows = elements(after.symbolOrder)
        #expect(Set(rows).count == rows.count && rows.count > 100)
        #expect(elements(after.ranks) == elements(beside.ranks), "seed \(seed)")
        #expect(elements(after.symbolOrder) == elements(beside.symbolOrder), "seed \(seed)")
    }

    private func elements(_ array: borrowing TrivialArray<UInt32>) -> [UInt32] {
        var elements: [UInt32] = []
        for index in 0..<array.count { elements.append(array[index]) }
        return elements
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func textsAreSortedByTheirBytes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let parts = ["", "a", "\0", "\0\0\0\0\0\0\0\0", "abcdefgh", "abcdefg", "z", ".AAPL2701", "ÿ"]
        var store = TextStore(name: "x", isDistinct: false)
        var list: [[UInt8]] = []
        for _ in 0..<(seed == 4 ? 70_000 : 700) {
            let count = Int.random(in: 0...4, using: &generator)
            var text = (0..<count).map { _ in parts.randomElement(using: &generator)! }.joined()
            if seed == 4 { text += "\(UInt32.random(in: 0...50_000, using: &generator))" }
            list.append(Array(text.utf8))
            let bytes = list[list.count - 1]
            _ = try store.append(bytes.span)
        }
        let order = TextRanking(of: store)
        let expected = list.indices.sorted {
            list[$0] == list[$1] ? $0 < $1 : list[$0].lexicographicallyPrecedes(list[$1])
        }
        #expect((0..<order.count).map { Int(order.number(at: $0)) - 1 } == expected, "seed \(seed)")
        for position in 1..<expected.count {
            let isRepeat = list[expected[position]] == list[expected[position - 1]]
            if order.repeats(at: position) != isRepeat { Issue.record("position \(position), seed \(seed)") }
        }
    }
}
