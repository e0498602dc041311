import TestSupport
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

/// Small building blocks, each compared with a naive version of itself.
@Suite struct SmallPartsTests {
    /// Comparisons of texts are tested at every length, start and position of a difference.
    @Test func comparisonsEqualANaiveOne() {
        let text = (0..<40).map { UInt8($0 % 7) }
        for start in 0..<20 {
            for count in 0...20 {
                let part = Array(text[start..<(start + count)])
                let whole = text.span.extracting(start..<text.count)
                let isThere = text.span.holds(part.span, at: start) && whole.begins(with: part.span)
                let isAll = whole.equals(part.span)
                let shared = part.span.commonPrefix(whole)
                #expect(isThere && isAll == (count == whole.count) && shared == count, "\(start), \(count)")
                for place in 0..<count {
                    var other = part
                    other[place] ^= 0x80
                    let common = other.span.commonPrefix(whole)
                    let passes = text.span.holds(other.span, at: start) || other.span.equals(part.span)
                    #expect(common == place && !passes, "\(start), \(count), \(place)")
                }
            }
        }
    }

    /// Searches are tested at every length and start, in the vectorized middle and at the ends.
    @Test func searchesForPartsEqualANaiveOne() {
        var generator = SeededGenerator(seed: 17)
        let bytes: [UInt8] = [0, 1, 0x60, 0x61, 0x80, 0x81, 0xFF]
        for count in 0...40 {
            for _ in 0..<40 {
                let text = (0..<count).map { _ in bytes.randomElement(using: &generator)! }
                let part = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                    bytes.randomElement(using: &generator)!
                }
                let start = Int.random(in: 0...count, using: &generator)
                let expected = (start..<max(start, count - part.count + 1)).first { text[$0...].starts(with: part) }
                #expect(
                    text.span.firstIndex(of: part.span, from: start) == expected, "\(part) in \(text) from \(start)")
            }
        }
    }

    @Test func keysSortLikeTheirTexts() {
        var generator = SeededGenerator(seed: 7)
        let texts = (0..<300).map { _ in
            (0..<Int.random(in: 0...12, using: &generator)).map { _ in UInt8.random(in: 1...3, using: &generator) }
        }
        for text in texts {
            let padded = Array((text + [UInt8](repeating: 0, count: 8)).prefix(8))
            let key = text.span.leadingKey
            #expect(key == padded.reduce(0) { $0 << 8 | UInt64($1) })
            for other in texts where key < other.span.leadingKey {
                #expect(text.lexicographicallyPrecedes(other))
            }
        }
    }

    @Test func heapsReturnTheLeastFirst() {
        var generator = SeededGenerator(seed: 8)
        for count in 0...40 {
            var heap = (0..<count).map { _ in Int.random(in: 0..<20, using: &generator) }
            let sorted = heap.sorted()
            for place in (0..<count / 2).reversed() {
                var span = heap.mutableSpan
                span.siftDown(place, <)
            }
            var found: [Int] = []
            while let first = heap.first {
                found.append(first)
                heap[0] = heap[heap.count - 1]
                heap.removeLast()
                if heap.isEmpty { break }
                var span = heap.mutableSpan
                span.siftDown(0, <)
            }
            #expect(found == sorted, "\(count)")
        }
    }

    @Test func varintsHaveSevenBitsPerByte() {
        for (value, expected) in [
            (0, [0]), (0x7F, [0x7F]), (0x80, [0x80, 1]), (300, [0xAC, 2]), (.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xF]),
        ] as [(UInt32, [UInt8])] {
            var bytes: [UInt8] = []
            Varint.forEachByte(of: value) { bytes.append($0) }
            #expect(bytes == expected)
        }
    }

    @Test func rangesOfRowsAreSplitIntoWords() {
        for lower in 0..<130 {
            for upper in lower..<260 {
                var words = [UInt64](repeating: 0, count: 5)
                RowSet.forEachWord(of: lower..<upper) { words[$0] |= $1 }
                let rows = (0..<260).filter { words[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
                if rows != Array(lower..<upper) { Issue.record("\(lower)..<\(upper)") }
            }
        }
    }

    /// The number of places equals the number of fields.
    @Test func everySeriesFieldHasAPlace() { #expect(SeriesFields.Places.count == SeriesFields.fields.count + 1) }
}
