import Foundation
import TestSupport
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

/// The hash table of symbols: its keys, and look-ups of arbitrary symbols, compared with a dictionary.
struct SymbolSlotsTests {
    private static func key(_ symbol: String) -> SymbolKey { SymbolKey(symbol.utf8Span.span) }

    /// Returns a symbol's key, computed character by character; `nil` if the key is a hash.
    private static func exactKey(_ symbol: String) -> (low: UInt64, high: UInt32)? {
        let bytes = Array(symbol.utf8)
        if bytes.count > 17 || bytes.last == 0 { return nil }
        var numbers: [UInt64] = [0, 0, 0]
        for index in 0..<17 {
            var digit: UInt64 = 0
            if index < bytes.count, bytes[index] != 0 {
                guard (0x2E...0x5A).contains(bytes[index]) else { return nil }
                digit = UInt64(bytes[index] - 0x2D)
            }
            numbers[index / 8] = numbers[index / 8] * 46 + digit
        }
        return (numbers[0] | numbers[1] << 45, UInt32(numbers[1] >> 19 | numbers[2] << 26))
    }

    @Test func keysAreBase37Numbers() {
        #expect(Self.key("").low == 0 && Self.key("").high == 0)
        #expect(Self.key("AB").low == 8_915_313_379_136 && Self.key("AB").high == 0)
        // The largest key.
        let greatest = Self.key(String(repeating: "Z", count: 17))
        #expect(greatest.low == 0xC81F_F23B_B2CE_40FF && greatest.high == 0xB647_7659)
        for text in [String(repeating: "Z", count: 18), "A-1", "A 1", "a", "Ä", "[", ",", "\0", "A\0", "$A", "&"] {
            let key = Self.key(text)
            #expect(!key.isExact && key.low == ByteHash.hash(text.utf8Span.span), "\(text)")
        }
        #expect(Set(["A\0B", "AB", "A", "\0A", "\0\0A"].map { Self.key($0).low }).count == 5)
    }

    /// Tests each byte at each position of each length, and multibyte characters.
    @Test func keysFollowFromTheirCharacters() {
        var wrong: [String] = []
        func check(_ symbol: String) {
            let key = Self.key(symbol)
            let expected = Self.exactKey(symbol)
            if key.isExact != (expected != nil) { wrong.append(symbol) }
            if let expected, key.low != expected.low || key.high != expected.high { wrong.append(symbol) }
        }
        for count in 0...24 {
            let symbol = Array(String(repeating: ".AZ09:/Q", count: 3).utf8.prefix(count))
            check(String(decoding: symbol, as: UTF8.self))
            for place in 0..<count {
                for byte in 0...0x7F as ClosedRange<UInt8> {
                    var changed = symbol
                    changed[place] = byte
                    check(String(decoding: changed, as: UTF8.self))
                }
            }
        }
        for symbol in ["É", "AÉ", "ABCDEÉ", "ABCDEFÉ", "ABCDEFGHIJKÉ", "ABCDEFGHIJKLMNÉ", "ABCDEFGHIJKLMNOÉ"] {
            check(symbol)
        }
        #expect(wrong.isEmpty)
    }

    private static let alphabets = ["AB", "./0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AB-=a", "Aü"].map(Array.init)

    private static func symbols(_ count: Int, _ generator: inout SeededGenerator) -> [String] {
        var symbols: Set<String> = []
        while symbols.count < count {
            let alphabet = alphabets.randomElement(using: &generator)!
            let length = Int.random(in: 1...24, using: &generator)
            symbols.insert(String((0..<length).map { _ in alphabet.randomElement(using: &generator)! }))
        }
        return symbols.sorted()
    }

    /// Symbols are found with the table, and without it, as in older files.
    @Test(arguments: [1, 2, 3, 4, 5, 100, 9000])
    func rowsAreFoundBySymbol(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let symbols = Self.symbols(2 * count, &generator).shuffled(using: &generator)
        let folder = try TemporaryFolder()
        let text = "#STOCK::=TYPE,SYMBOL\n" + symbols.prefix(count).map { "STOCK,\($0)\n" }.joined()
        let rows = try Building.catalog(text, in: folder).catalog.file.rows
        var rowOfSymbol: [String: Int] = [:]
        for row in 0..<rows.count { rowOfSymbol[rows.symbol(at: row)] = row }
        #expect(rowOfSymbol.count == count)
        var table = rows.sections.table
        table.entries.removeAll { $0.kind == SectionKind.symbolSlots.rawValue }
        let sections = CatalogSections(file: rows.sections.file, table: table)
        let before = CatalogRows(sections, directory: try #require(FieldDirectory(sections[.fields])), count: count)
        #expect(rows.symbolSlots.isThere && !before.symbolSlots.isThere)
        for rows in [rows, before] {
            for first in stride(from: 0, to: symbols.count, by: SymbolGroup.size) {
                var group = SymbolGroup()
                for symbol in symbols[first..<min(first + SymbolGroup.size, symbols.count)] {
                    #expect(rows.row(ofSymbol: symbol.utf8Span.span) == rowOfSymbol[symbol], "\(symbol)")
                    group.append(symbol.utf8Span.span)
                }
                let found = rows.rows(of: group)
                for index in 0..<group.count {
                    #expect(found[index] == rowOfSymbol[symbols[first + index]] ?? -1, "\(symbols[first + index])")
                }
            }
        }
    }

    /// The bytes as documented.
    @Test func theWorkedExampleHasItsBytes() throws {
        let folder = try TemporaryFolder()
        let text = "#STOCK::=TYPE,SYMBOL\nSTOCK,AB\nSTOCK,ABCDEFGHI\n"
        let rows = try Building.catalog(text, in: folder).catalog.file.rows
        let short: [UInt8] = [0x40, 0x47, 0x16, 0xC2, 0x1B, 0x08, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
        let long: [UInt8] = [0x9B, 0x86, 0x72, 0xD6, 0x1C, 0x08, 0x40, 0xF4, 0xA5, 0x26, 0x63, 0x01, 2, 0, 0, 0]
        let header = [1] + [UInt8](repeating: 0, count: 63)
        let section = rows.sections[.symbolSlots]
        #expect(Array(copying: section.span) == header + short + long + [UInt8](repeating: 0, count: 32))
    }
}
