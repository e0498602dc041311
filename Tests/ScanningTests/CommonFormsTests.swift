import TestSupport
import Testing

@testable import Scanning

/// A text that is accepted as a common form is also a number or date in the full grammar, whatever texts preceded it.
@Suite struct CommonFormsTests {
    static let pieces = [
        "2", "0", "-", "1", "9", ".", "12", "2026", "-0", "28", "29", "3", "e", "+", " ", "/", ":", "\u{FA}",
    ]

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func passingFieldsAreValid(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let forms = CommonForms(columns: [(1, false), (2, true)])
        var passed = 0
        for _ in 0..<30_000 {
            func word(_ count: ClosedRange<Int>) -> String {
                (0..<Int.random(in: count, using: &random)).map { _ in Self.pieces.randomElement(using: &random)! }
                    .joined()
            }
            let number = word(0...5)
            let isDashed = Bool.random(using: &random)
            let date = isDashed ? "20\(word(1...2))-0\(word(1...1))-1\(word(1...1))" : word(0...6)
            let origin: UInt32 = 1000
            let text = Array("OPTIONAL,\(number),\(date)".utf8)
            let ends = [origin + 8, origin + 9 + UInt32(number.utf8.count), origin + UInt32(text.count)]
            let first = forms.firstUncommon(text.span, ends: ends.span, origin: origin, from: 0)
            if first > 0, !number.isEmpty {
                let value = DecimalNumber.parse(Array(number.utf8).span)
                #expect(value != nil, "'\(number)' seed \(seed)")
                passed += 1
            }
            let second = forms.firstUncommon(text.span, ends: ends.span, origin: origin, from: 1)
            if second > 1, !date.isEmpty {
                let value = CalendarDate(dashed: Array(date.utf8).span)
                #expect(value != nil, "'\(date)' seed \(seed)")
                passed += 1
            }
        }
        #expect(passed > 500)
    }

    @Test func commonFieldsPass() {
        for (number, date) in [
            ("1", "2026-01-02"), ("12345678", "1999-12-28"), ("1.5", "0001-10-10"), (".5", ""), ("", ""),
        ] {
            let forms = CommonForms(columns: [(1, false), (2, true)])
            let text = Array("OPTIONAL,\(number),\(date)".utf8)
            let ends = [8, 9 + number.utf8.count, text.count].map(UInt32.init)
            for _ in 0..<2 {
                let first = forms.firstUncommon(text.span, ends: ends.span, origin: 0, from: 0)
                #expect(first == 2, "\(number) \(date)")
            }
        }
    }

    @Test func onlyDatesOfTheCalendarPass() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for month in 0...13 {
            for day in 0...32 {
                let forms = CommonForms(columns: [(1, true)])
                let text = Array("A,2023-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)".utf8)
                let ends = [1, UInt32(text.count)]
                let passes = forms.firstUncommon(text.span, ends: ends.span, origin: 0, from: 0) == 1
                let isMonth = (1...12).contains(month)
                #expect(passes == (isMonth && day >= 1 && day <= lengths[month - 1]), "\(month) \(day)")
            }
        }
    }

    /// A record is plain if and only if its type, its columns and each of its checks match.
    @Test(arguments: [1, 2, 3] as [UInt64]) func plainRecordsHavePlainParts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let numbers = ["1", "12.5", "", "x", "123456789", "0", "-1"]
        let dates = ["2026-01-31", "", "2026-02-29", "2026-1-1", "2025-12-24"]
        var plain = 0
        for _ in 0..<5_000 {
            let type = ["OPTION", "OPTIO", "OPTIONS", "A", "", "OPTIONAL", "OPTIONALS"].randomElement(using: &random)!
            let ownType = Bool.random(using: &random) ? type : "OPTION"
            let number = numbers.randomElement(using: &random)!
            let date = dates.randomElement(using: &random)!
            let rest = Bool.random(using: &random) ? "" : ",more"
            let before = String(repeating: "b", count: Int.random(in: 0...20, using: &random)) + "\n"
            let record = "\(type),\(number),\(date)\(rest)"
            let text = Array((before + record + "\nOPTION,5").utf8)
            let range = before.utf8.count..<(before + record).utf8.count
            var special = SpecialBytes()
            special.index(text.span)
            let columns = [(1, false), (2, true)]
            let forms = CommonForms(type: Array(ownType.utf8), columnCount: 3, columns: columns)
            let fields = rest.isEmpty ? 1..<4 : 1..<5
            let found = forms.isPlain(text.span, range, special, fields)
            let parts = [type, number, date]
            let typeEnd = UInt32(type.utf8.count)
            let ends = [typeEnd, typeEnd + 1 + UInt32(number.utf8.count), UInt32(record.utf8.count - rest.utf8.count)]
            let recordText = Array(record.utf8)
            let uncommon = forms.firstUncommon(recordText.span, ends: ends.span, origin: 0, from: 0)
            let isTyped = type == ownType && (1...8).contains(type.utf8.count)
            let isExpected =
                isTyped && rest.isEmpty && uncommon == 2 && range.lowerBound >= 8 && range.count >= 8
            // The check of a short number reads eight bytes, some of which may be before the record.
            if found != isExpected { #expect(found && isTyped && rest.isEmpty && ends[1] < 8, "\(parts) seed \(seed)") }
            if found { plain += 1 }
        }
        #expect(plain > 100)
    }

    /// The cache of the last accepted text changes no result: checking neighboring records with one form, which caches,
    /// gives the same results as with separate forms.
    @Test(arguments: [1, 2, 3] as [UInt64]) func neighboringRecordsChangeNoResult(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let type = Array("OPTION".utf8)
        let columns = [(1, false), (2, false), (4, true), (6, false)]
        let remembering = CommonForms(type: type, columnCount: 7, columns: columns)
        let fields: [[String]] = [
            ["OPTION", "OPTIO"], ["100", "", "1,0", "x"], ["", "10", "0"], ["a", "", "c,", "dd"],
            ["2026-01-31", "2026-12-18", "", "2026-02-29", "2026-13-01"],
            ["", String(repeating: "b", count: 30), String(repeating: "c", count: 60)], ["48.5", "", "49", "x"],
        ]
        var record = fields.map { $0[0] }
        var plain = 0
        for _ in 0..<20_000 {
            let column = Int.random(in: 0..<fields.count, using: &random)
            let isOdd = Int.random(in: 0..<4, using: &random) == 0
            record[column] = isOdd ? fields[column].randomElement(using: &random)! : fields[column][0]
            let text = Array(("12345678\n" + record.joined(separator: ",") + "\n").utf8)
            var special = SpecialBytes()
            special.index(text.span)
            let ends = 1..<special.count
            let fresh = CommonForms(type: type, columnCount: 7, columns: columns)
            let found = remembering.isPlain(text.span, 9..<text.count - 1, special, ends)
            #expect(found == fresh.isPlain(text.span, 9..<text.count - 1, special, ends), "\(record) seed \(seed)")
            if found { plain += 1 }
        }
        #expect(plain > 1_000)
    }

    /// A run ends before the first record that isn't plain by itself, for any vector width.
    @Test(arguments: [1, 2, 3] as [UInt64]) func runsContainThePlainRecords(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let type = Array("OPTION".utf8)
        let columns = [(1, false), (2, true), (3, false), (5, false)]
        let fields: [[String]] = [
            ["OPTION", "OPTIO"], ["100", "", "x"], ["2026-01-31", "2026-13-01"], ["7", "1,0"],
            ["a", "", "\"", String(repeating: "b", count: 90)], ["48.5", "", "49", "50.25", "y"],
        ]
        let ends = ["\n", "\r", "\r\n", "\n\n", "\n12345\n"]
        var longest = 0
        for _ in 0..<200 {
            var lines = ""
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                func isOdd(_ most: Int) -> Bool { Int.random(in: 0..<most, using: &random) == 0 }
                let record = fields.map { isOdd(30) ? $0.randomElement(using: &random)! : $0[0] }
                lines += record.dropLast().joined(separator: ",") + ",\(Int.random(in: 1...99, using: &random))"
                lines += isOdd(20) ? ends.randomElement(using: &random)! : "\n"
            }
            let text = Array(lines.utf8)
            let most = Bool.random(using: &random) ? 1000 : 60
            for width in 0...SpecialBytes.widest {
                var special = SpecialBytes(width: width)
                special.index(text.span)
                let forms = CommonForms(type: type, columnCount: 6, columns: columns)
                var places: [(start: Int, first: Int, isPlain: Bool)] = []
                var (start, first) = (0, 0)
                for hard in 0..<special.hardCount {
                    let last = Int(special.hard[hard])
                    let end = Int(special.offsets[last])
                    let fresh = CommonForms(type: type, columnCount: 6, columns: columns)
                    let isPlain = fresh.isPlain(text.span, start..<max(start, end), special, first..<(last + 1))
                    places.append((start, first, isPlain && text[end] == ASCII.lineFeed && end - start <= most))
                    (start, first) = (end + 1, last + 1)
                }
                for (hard, place) in places.enumerated() {
                    let run = forms.plainRun(
                        text.span, from: place.start, special, first: place.first, hard: hard, recordBytes: most,
                        fetchingAhead: 16 << 10)
                    #expect(run == places[hard...].prefix { $0.isPlain }.count, "\(hard) \(lines) seed \(seed)")
                    longest = max(longest, run)
                }
            }
        }
        #expect(longest > 10)
    }
}
