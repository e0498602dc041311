import TestSupport
import Testing

@testable import Scanning

/// Compares the vector code with the portable code and with a loop, at every alignment and length.
@Suite struct SpecialBytesTests {
    static let alphabet: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x41, 0x00, 0x7F, 0x80, 0xFF, 0x21, 0x23, 0x2B, 0x2D, 0x0B]

    @Test func masksEqualThePortableForm() {
        var disagreements: [UInt8] = []
        for byte in UInt8.min...UInt8.max {
            for place in 0..<64 {
                var text = [UInt8](repeating: 0x41, count: 64)
                text[place] = byte
                for separator in [ASCII.comma, ASCII.semicolon, UInt8(0xFF)] {
                    let fast = SpecialBytes.masks(text.span, separator: separator, portably: false)
                    let slow = SpecialBytes.masks(text.span, separator: separator, portably: true)
                    if fast != slow { disagreements.append(byte) }
                }
            }
        }
        #expect(disagreements == [])
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func offsetsEqualANaiveLoop(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = (0..<700).map { _ in Self.alphabet.randomElement(using: &random)! }
        for start in 0..<67 {
            for length in Array(0..<200) + [511, 512, 513, 600] {
                let part = Array(text[start..<start + length])
                let isSpecial = { (byte: UInt8) in [0x22, 0x2C, 0x0A, 0x0D].contains(byte) }
                let offsets = part.indices.filter { isSpecial(part[$0]) }
                let hard = offsets.indices.filter { part[offsets[$0]] != 0x2C }
                let isASCII = part.allSatisfy { $0 < 0x80 }
                for width in 0...SpecialBytes.widest {
                    var special = SpecialBytes(width: width)
                    special.index(part.span)
                    let found = Self.array(special.offsets)
                    let foundHard = Self.array(special.hard)
                    var isRight = found == offsets && foundHard == hard && special.isAllASCII == isASCII
                    if length > 0 {
                        let range = Int.random(in: 0..<length, using: &random)..<length
                        let suspect = special.nonASCIIPart(of: range)
                        isRight = isRight && (!isASCII || suspect.isEmpty)
                        isRight = isRight && range.lowerBound <= suspect.lowerBound && suspect.upperBound <= length
                        isRight = isRight && range.allSatisfy { suspect.contains($0) || part[$0] < 0x80 }
                    }
                    #expect(isRight, "\(start) \(length) width \(width) seed \(seed)")
                }
            }
        }
    }

    private static func array(_ numbers: Span<UInt32>) -> [Int] { numbers.indices.map { Int(numbers[$0]) } }

    /// Tests the separators of CSV and of similar forms of lists.
    @Test(arguments: [ASCII.comma, ASCII.semicolon, 0x09, UInt8(ascii: "|")])
    func offsetsOfOtherSeparatorsEqualANaiveLoop(separator: UInt8) {
        let text = (0..<700).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let offsets = text.indices.filter { [0x22, 0x0A, 0x0D, separator].contains(text[$0]) }
        for width in 0...SpecialBytes.widest {
            var special = SpecialBytes(width: width, separator: separator)
            special.index(text.span)
            #expect(Self.array(special.offsets) == offsets)
            #expect(Self.array(special.hard) == offsets.indices.filter { text[offsets[$0]] != separator })
        }
    }

    @Test func everyByteSpecialFillsTheBuffers() {
        var special = SpecialBytes()
        for byte in [ASCII.comma, ASCII.quote] {
            let text = [UInt8](repeating: byte, count: 1000)
            special.index(text.span)
            #expect(special.count == 1000)
            #expect(special.hardCount == (byte == ASCII.comma ? 0 : 1000))
        }
    }
}
