import Foundation
import TestSupport
import Testing

@testable import CatalogBuilding
@testable import CatalogCore
@testable import InstrumentCatalog

/// The structures of the search index, each compared with a naive version of itself.
struct SearchStructuresTests {
    /// The bytes as a mapped section.
    private static func mapped(_ bytes: borrowing ByteSink, _ folder: TemporaryFolder) throws -> MappedSection {
        try mapped(Array(copying: bytes.span), folder)
    }

    private static func mapped(_ bytes: [UInt8], _ folder: TemporaryFolder) throws -> MappedSection {
        // A unique name, because a mapped file must not be overwritten.
        let path = folder.path("\(UInt64.random(in: 0 ... .max))")
        try Data(bytes).write(to: URL(filePath: path))
        return try MappedSection(ofFile: path)
    }

    // MARK: Posting lists

    @Test func aPostingListHasItsBytes() throws {
        let folder = try TemporaryFolder()
        var builder = PostingListsBuilder()
        for rows in [[3..<6, 9..<10], [0..<1]] as [[Range<UInt32>]] {
            let list = builder.addList()
            for run in rows {
                builder.open(list, at: run.lowerBound)
                builder.close(list, at: run.upperBound)
            }
        }
        builder.settle()
        let section = try builder.section(Self.numbers(2), "lists")
        #expect(
            Array(copying: section.span) == [2, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 4, 0, 0, 0, 6, 0, 0, 0]
                + [2, 7, 1, 6, 1, 0])
        let lists = PostingLists(try Self.mapped(section, folder))
        #expect(Self.rows(lists, 0) == [3, 4, 5, 9])
        #expect(Self.rows(lists, 1) == [0])
        #expect(Self.rows(lists, 2) == [])
    }

    private static func numbers(_ count: Int) -> TrivialArray<UInt32> {
        var numbers = TrivialArray<UInt32>()
        for number in 0..<UInt32(count) { numbers.append(number) }
        return numbers
    }

    private static func rows(_ lists: PostingLists, _ number: Int) -> [Int] {
        var cursor = lists.cursor(number)
        var rows: [Int] = []
        while !cursor.isAtEnd {
            rows += cursor.start..<cursor.end
            cursor.advance(lists.bytes)
        }
        return rows
    }

    /// Builds posting lists of all densities, one or several at a time, like the words of texts.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func postingListsAreReadBack(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let rowCount: UInt32 = 20_000
        var builder = PostingListsBuilder()
        var expected: [[Int]] = []
        for density in [1, 2, 3, 10, 100, 1000, 10_000] as [UInt32] {
            let list = builder.addList()
            var rows: [Int] = []
            var row = UInt32.random(in: 0..<density, using: &generator)
            while row < rowCount {
                let end = row + UInt32.random(in: 1...4, using: &generator)
                builder.open(list, at: row)
                // The word occurs again in the same text, which ends earlier.
                builder.open(list, at: row)
                builder.close(list, at: end - 1)
                builder.close(list, at: end)
                rows += Int(row)..<Int(end)
                row = end + UInt32.random(in: 0..<density, using: &generator)
            }
            expected.append(rows)
        }
        builder.settle()
        let lists = PostingLists(try Self.mapped(try builder.section(Self.numbers(expected.count), "lists"), folder))
        for (number, rows) in expected.enumerated() {
            #expect(Self.rows(lists, number) == rows, "seed \(seed), list \(number)")
            var read: [Int] = []
            builder.forEachRun(of: number) { read += Int($0.lowerBound)..<Int($0.upperBound) }
            #expect(read == rows)
        }
        for _ in 0..<20 {
            let numbers = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                    Int.random(in: 0..<expected.count, using: &generator)
                }
            }
            let step = [1, 1, 50, 3000].randomElement(using: &generator)!
            let unions = numbers.map { lists.union(of: $0) }
            var conjunction =
                unions.count == 1
                ? RowConjunction(unions[0], lists.bytes) : RowConjunction(unions, lists.bytes)
            let wanted = numbers.map { Set($0.flatMap { expected[$0] }) }
                .reduce(Set(0..<30_000)) { $0.intersection($1) }.sorted()
            var row = 0
            while true {
                let found = conjunction.next(from: row)
                let place = wanted.partition(notBefore: row)
                #expect(found == (place < wanted.count ? wanted[place] : RunCursor.ended), "seed \(seed), row \(row)")
                if found == RunCursor.ended { break }
                row = found + step
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64], [1000, 300_000] as [UInt32])
    func unionsEqualSets(seed: UInt64, rowCount: UInt32) {
        var generator = SeededGenerator(seed: seed)
        var builder = RowUnionBuilder(rows: Int(rowCount))
        // Repeats the query, because the object is reused.
        for _ in 0..<10 {
            var expected: Set<Int> = []
            for _ in 0..<Int.random(in: 0...20, using: &generator) {
                let start = UInt32.random(in: 0..<rowCount, using: &generator)
                let run = start..<UInt32.random(in: (start + 1)...min(start + 5000, rowCount), using: &generator)
                let part = Bool.random(using: &generator) ? start..<(start + 1) : run
                builder.insert(part)
                expected.formUnion(Int(part.lowerBound)..<Int(part.upperBound))
            }
            var rows: [Int] = []
            var last: UInt32?
            builder.forEachRun { run in
                #expect(last.map { $0 < run.lowerBound } ?? true, "seed \(seed)")
                last = run.upperBound
                rows += Int(run.lowerBound)..<Int(run.upperBound)
            }
            #expect(rows == expected.sorted(), "seed \(seed)")
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func prefixRangesEqualANaiveSearch(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let texts = Set(
            (0..<400).map { _ in
                let length = Int.random(in: 1...6, using: &generator)
                return String((0..<length).map { _ in "AB".randomElement(using: &generator)! })
            }
        ).sorted()
        let limit = Int.random(in: 1...8, using: &generator)
        var prefixes = PrefixRanges(above: limit)
        for (index, text) in texts.enumerated() {
            prefixes.append(shared: index == 0 ? 0 : text.commonPrefix(with: texts[index - 1]).utf8.count)
        }
        var expected: Set<Range<Int>> = []
        for beginning in Set(texts.flatMap { text in (1...text.count).map { text.prefix($0) } }) {
            let first = texts.firstIndex { $0.hasPrefix(beginning) }!
            let last = texts.lastIndex { $0.hasPrefix(beginning) }!
            if last - first >= limit { expected.insert(first..<(last + 1)) }
        }
        let sorted = expected.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
        #expect(prefixes.finish() == sorted, "seed \(seed)")
    }

    @Test func arraysAreNarrowedInPlace() {
        for count in [0, 1, 5, 100_000] {
            var wide = TrivialArray<UInt64>()
            for number in 0..<count { wide.append(UInt64(number) &<< 32 | UInt64(2 * number)) }
            var narrow = wide.narrowed { UInt32($0 &>> 32) + 1 }
            narrow.append(7)
            let isRight = (0..<count).allSatisfy { narrow[$0] == UInt32($0) + 1 }
            #expect(isRight && narrow.count == count + 1 && narrow[count] == 7, "\(count)")
        }
    }

    // MARK: Sorted texts

    @Test func sortedTextsHaveTheirBytes() throws {
        var builder = SortedTextsBuilder()
        builder.append("ES".utf8Span.span)
        builder.append("ESZ26".utf8Span.span)
        let section = try builder.finish("texts")
        #expect(
            Array(copying: section.span) == [2, 0, 0, 0, 8, 0, 0, 0, 2, 0x45, 0x53, 2, 3, 0x5A, 0x32, 0x36]
                + [0, 0, 0, 0, 0])
    }

    /// Any byte of a list may be damaged: results are arbitrary, but within the list.
    @Test func damagedSortedTextsDoNotCrash() throws {
        let folder = try TemporaryFolder()
        var builder = SortedTextsBuilder()
        for text in ["ES", "ESZ26", "ESZ27", "NQ"] { builder.append(text.utf8Span.span) }
        let section = try builder.finish("texts")
        let whole = Array(copying: section.span)
        for place in whole.indices {
            for value in [0, 1, 3, 0x7F, 0x80, 0xFF] as [UInt8] {
                var damaged = whole
                damaged[place] = value
                let texts = SortedTexts(try Self.mapped(damaged, folder))
                for text in ["", "E", "ES", "ESZ2", "ESZ27", "NQZ26"] {
                    let found = texts.find(text.utf8Span.span)
                    let equal = texts.indices(of: text.utf8Span.span)
                    let last = [found.beginning, found.equal, equal].map(\.upperBound).max()!
                    #expect(last <= texts.count, "\(place), \(value), \(text)")
                }
            }
        }
    }

    private static func texts(_ generator: inout SeededGenerator, count: Int) -> [String] {
        let parts = ["A", "B", "AB", "C", "1", "10", "É", "AAAA", "日本"]
        return (0..<count).map { _ in
            (0..<Int.random(in: 0...6, using: &generator)).map { _ in parts.randomElement(using: &generator)! }.joined()
        }
        .sorted { Array($0.utf8).lexicographicallyPrecedes($1.utf8) }
    }

    private static func sorted(
        _ texts: [String], _ folder: TemporaryFolder, keys: Int = LeadingKeys.limit
    ) throws -> SortedTexts {
        var builder = SortedTextsBuilder()
        for text in texts { builder.append(text.utf8Span.span) }
        return SortedTexts(try mapped(try builder.finish("texts"), folder), keys: keys)
    }

    /// Tests lists with keys for all blocks, and with keys for some blocks.
    @Test(
        arguments: [(1, 0), (2, 1), (3, 17), (4, 500), (5, 40_000)] as [(UInt64, Int)],
        [1, 2, 5, 300, LeadingKeys.limit])
    func sortedTextsEqualANaiveSearch(_ list: (seed: UInt64, count: Int), keys: Int) throws {
        let (seed, count) = list
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let texts = Self.texts(&generator, count: count)
        let list = try Self.sorted(texts, folder, keys: keys)
        #expect(list.count == count)
        let bytes = texts.map { Array($0.utf8) }
        for number in 0..<40 {
            // Some of the searched texts are in the sorted list.
            let text = number < 30 || texts.isEmpty ? Self.texts(&generator, count: 1)[0] : texts[number * 7 % count]
            let wanted = Array(text.utf8)
            let first = bytes.partitioned { !$0.lexicographicallyPrecedes(wanted) }
            let equal = bytes.partitioned { wanted.lexicographicallyPrecedes($0) }
            let beginning = bytes.partitioned { wanted.lexicographicallyPrecedes($0) && !$0.starts(with: wanted) }
            let found = list.find(text.utf8Span.span)
            #expect(found.equal == first..<equal, "seed \(seed), '\(text)'")
            #expect(found.beginning == first..<beginning, "seed \(seed), '\(text)'")
            #expect(list.indices(of: text.utf8Span.span) == first..<equal)
            #expect(list.indices(withPrefix: text.utf8Span.span) == first..<beginning)
        }
    }

    // MARK: Typos

    @Test(arguments: [(1, 1), (2, 30), (3, 700)] as [(UInt64, Int)])
    func typosEqualANaiveSearch(seed: UInt64, count: Int) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let texts = Self.texts(&generator, count: count)
        let list = try Self.sorted(texts, folder)
        let scalars = texts.map(NaiveSearch.scalars)
        for _ in 0..<25 {
            let pattern = Self.texts(&generator, count: 1)[0]
            let wanted = NaiveSearch.scalars(pattern)
            for typos in 0...2 {
                for isPrefix in [false, true] {
                    let expected = texts.indices.filter { index in
                        let text = scalars[index]
                        let candidates = isPrefix ? (0...text.count).map { Array(text.prefix($0)) } : [text]
                        return candidates.contains { NaiveSearch.distance($0, wanted) <= typos }
                    }
                    // Such a short pattern matches the empty prefix; searches never use the automaton for that.
                    if isPrefix, wanted.count <= typos { continue }
                    var found: [Int] = []
                    var walk = TypoWalk(pattern.utf8Span.span, typos: typos, isPrefix: isPrefix)!
                    walk.forEachMatch(in: list) { found += $0 }
                    #expect(found == expected, "seed \(seed), '\(pattern)', \(typos), \(isPrefix)")
                    let matches = texts.indices.filter {
                        TypoWalk.isMatch(
                            texts[$0].utf8Span.span, of: pattern.utf8Span.span, typos: typos, isPrefix: isPrefix)
                    }
                    #expect(matches == expected, "seed \(seed), '\(pattern)', \(typos), \(isPrefix)")
                    // With `sparing`, a walk may omit matches, but only those with a typo within the first characters
                    // or directly after them.
                    for sparing in 1...3 where typos > 0 && !isPrefix && wanted.count > sparing + 1 {
                        guard
                            var walk = TypoWalk(pattern.utf8Span.span, typos: typos, isPrefix: false, sparing: sparing)
                        else { continue }
                        var spared: [Int] = []
                        walk.forEachMatch(in: list) { spared += Array($0) }
                        let beginning = wanted.prefix(sparing + 1)
                        let surely = expected.filter { scalars[$0].starts(with: beginning) }
                        #expect(
                            Set(spared).isSubset(of: expected) && Set(surely).isSubset(of: spared),
                            "seed \(seed), '\(pattern)', \(typos), sparing \(sparing)")
                    }
                }
            }
        }
        let long = String(repeating: "A", count: 65)
        if let _ = TypoWalk(long.utf8Span.span, typos: 1, isPrefix: false) {
            Issue.record("65 characters are too many")
        }
    }

    // MARK: Words of descriptions

    /// The sizes of three groups of blocks; the second group has no short descriptions.
    @Test func sizesOfDescriptionsAreReadBack() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 7)
        let count = 150_000
        let sizes = (0..<count).map { row in
            let range: ClosedRange<UInt32> =
                (65_536..<131_072).contains(row) ? 6...9 : row % 5000 < 100 ? 0...2 : 3...15
            return UInt32.random(in: range, using: &generator)
        }
        var numbers = TrivialArray<UInt32>()
        for size in sizes { numbers.append(size) }
        let found = DescriptionSizes(try Self.mapped(PackedNumbersBuilder.section(numbers), folder), rows: count)
        for words in [0, 1, 3, 6, 20] {
            for classes in [0..<1, 0..<2, 0..<3, 1..<2, 1..<3, 2..<3] {
                for _ in 0..<20 {
                    let start = Int.random(in: 0..<count, using: &generator)
                    // Advances through the blocks as a search does.
                    var row = start
                    while row < count {
                        let block = found.block(from: row, of: classes, words)
                        if block.isEmpty { break }
                        row = found.firstRow(of: block, of: classes, words)
                        if row < block.upperBound { break }
                    }
                    let expected = (start..<count).first { classes.contains(found.descriptionClass(of: $0, words)) }
                    let isFound = row < count && classes.contains(found.descriptionClass(of: row, words))
                    #expect((isFound ? row : nil) == expected, "\(words) words, \(classes), from \(start)")
                }
            }
        }
        let naive = (0..<count).allSatisfy { row in
            let size = Int(sizes[row])
            return found.descriptionClass(of: row, 3) == (size <= 3 ? 0 : size <= 5 ? 1 : 2)
        }
        #expect(naive)
    }

    // MARK: Best rows

    @Test(arguments: [(1, 0), (2, 1), (3, 16), (4, 17), (5, 3000)] as [(UInt64, Int)])
    func minimaEqualANaiveSearch(seed: UInt64, count: Int) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let numbers = (0..<UInt32(count)).shuffled(using: &generator)
        var rows = TrivialArray<UInt32>()
        for number in numbers { rows.append(number) }
        let minima = RowMinima(
            PackedNumbers(try Self.mapped(PackedNumbersBuilder.section(rows), folder), limit: count),
            try Self.mapped(RowMinima.section(of: rows), folder))
        for _ in 0..<20 {
            let low = Int.random(in: 0...count, using: &generator)
            let range = low..<Int.random(in: low...count, using: &generator)
            let limit = Int.random(in: 1...50, using: &generator)
            var found: [Int] = []
            minima.forEachRow(of: [range]) { row in
                found.append(row)
                return found.count < limit
            }
            #expect(found == numbers[range].sorted().prefix(limit).map { Int($0) }, "seed \(seed), \(range)")
        }
    }
}

extension [[UInt8]] {
    /// The index of the first element that satisfies `condition`, which must hold for all later ones.
    fileprivate func partitioned(_ condition: ([UInt8]) -> Bool) -> Int { firstIndex(where: condition) ?? count }
}

extension PostingLists {
    /// The union of the rows of some lists.
    fileprivate func union(of numbers: [Int]) -> RowUnion {
        let cursors = numbers.map(cursor)
        return RowUnion(cursors.span)
    }
}
