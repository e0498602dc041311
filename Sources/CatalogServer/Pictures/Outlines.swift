/// The outlines of Latin letters for raster pictures, which can't use the reader's fonts.
///
/// `Scripts/outlines` generates `outlines.txt`, the file with the outlines.
struct Outlines: Sendable {
    struct Point {
        var x: Double
        var y: Double
    }

    struct Letter {
        /// The distance to the next letter, as a fraction of the font size.
        let width: Double
        /// Closed polygons; a polygon inside another is a hole. Coordinates are fractions of the font size, upward from
        /// the baseline.
        let contours: [[Point]]
    }

    private var regular: [Unicode.Scalar: Letter] = [:]
    private var bold: [Unicode.Scalar: Letter] = [:]

    static let bundled = Outlines(ServiceFiles.bytes("outlines.txt"))

    /// - Parameter text: Bytes in the form that `Scripts/outlines` writes.
    init(_ text: [UInt8]) {
        var isBold = false
        for line in text.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
            let words = line.split(separator: UInt8(ascii: " "))
            guard words.count > 1 else {
                isBold = line.elementsEqual("bold".utf8)
                continue
            }
            guard let code = UInt32(String(decoding: words[0], as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(code)
            else { continue }
            let letter = Letter(width: Self.number(words[1]), contours: Self.contours(words[2...]))
            if isBold { bold[scalar] = letter } else { regular[scalar] = letter }
        }
    }

    /// Returns the letters of a text; `nil` if a letter has no outline.
    func letters(_ text: String, isBold: Bool) -> [Letter]? {
        let known = isBold ? bold : regular
        let letters = text.unicodeScalars.compactMap { known[$0] }
        return letters.count == text.unicodeScalars.count ? letters : nil
    }

    /// The number of segments that approximate a curve. It suffices for the largest letters.
    private static let parts = 5

    private static func contours(_ words: ArraySlice<ArraySlice<UInt8>>) -> [[Point]] {
        var contours: [[Point]] = []
        var numbers: [Double] = []
        for word in words {
            guard
                let end = numbers.count > 1 ? Point(x: numbers[numbers.count - 2], y: numbers[numbers.count - 1]) : nil,
                word.count == 1, let command = word.first, command > UInt8(ascii: "9")
            else {
                numbers.append(number(word))
                continue
            }
            if command == UInt8(ascii: "M") {
                contours.append([end])
            } else if command == UInt8(ascii: "Q"), let start = contours.last?.last {
                let middle = Point(x: numbers[0], y: numbers[1])
                for part in 1...parts {
                    let t = Double(part) / Double(parts)
                    let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
                    contours[contours.count - 1].append(
                        Point(
                            x: a * start.x + b * middle.x + c * end.x,
                            y: a * start.y + b * middle.y + c * end.y))
                }
            } else {
                contours[contours.count - 1].append(end)
            }
            numbers.removeAll()
        }
        return contours
    }

    /// Parses an integer number of thousandths.
    private static func number(_ text: ArraySlice<UInt8>) -> Double {
        var value = 0
        for digit in text where digit != UInt8(ascii: "-") { value = value * 10 + Int(digit) - 48 }
        return Double(text.first == UInt8(ascii: "-") ? -value : value) / 1000
    }
}
