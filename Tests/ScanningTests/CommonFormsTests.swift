import Scanning
import TestSupport
import Testing

/// What passes as a common form must be a number or date to the whole grammar too, whatever stood there before.
@Suite struct CommonFormsTests {
    static let pieces = [
        "2", "0", "-", "1", "9", ".", "12", "2026", "-0", "28", "29", "3", "e", "+", " ", "/", ":", "\u{FA}",
    ]

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func whatPassesIsLegal(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var forms = CommonForms(columns: [(1, false), (2, true)])
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

    @Test func theCommonestFormsPass() {
        for (number, date) in [
            ("1", "2026-01-02"), ("12345678", "1999-12-28"), ("1.5", "0001-10-10"), (".5", ""), ("", ""),
        ] {
            var forms = CommonForms(columns: [(1, false), (2, true)])
            let text = Array("OPTIONAL,\(number),\(date)".utf8)
            let ends = [8, 9 + number.utf8.count, text.count].map(UInt32.init)
            for _ in 0..<2 {
                let first = forms.firstUncommon(text.span, ends: ends.span, origin: 0, from: 0)
                #expect(first == 2, "\(number) \(date)")
            }
        }
    }
}
