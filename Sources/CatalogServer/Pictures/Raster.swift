/// A bitmap on which shapes are filled with antialiased edges.
///
/// The algorithm is the accumulation buffer of font-rs. In each row, the edges of a shape add the changes of coverage
/// that they cause to an array of differences. Pixels that an edge crosses get fractions. The prefix sums of a row are
/// then the coverage of its pixels.
struct Raster {
    typealias Point = Outlines.Point

    struct Colour {
        let red: UInt8
        let green: UInt8
        let blue: UInt8
    }

    let width: Int
    let height: Int
    /// Three bytes per pixel: red, green, blue, row by row from the top.
    private(set) var bytes: [UInt8]

    /// Creates a white bitmap.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        bytes = [UInt8](repeating: 255, count: width * height * 3)
    }

    /// Fills the inside of closed polygons, clipped to the bitmap.
    mutating func fill(_ contours: [[Point]], _ colour: Colour) {
        let points = contours.joined()
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
            let bottom = points.map(\.y).max()
        else { return }
        // BOUNDED: pictures compute the positions of their shapes; data only determines their number.
        let (x, y) = (Int(left.rounded(.down)), Int(top.rounded(.down)))
        var cover = Coverage(width: Int(right.rounded(.up)) - x + 2, height: Int(bottom.rounded(.up)) - y)
        for contour in contours {
            for (place, point) in contour.enumerated() {
                let next = contour[place + 1 < contour.count ? place + 1 : 0]
                cover.add(
                    Point(x: point.x - Double(x), y: point.y - Double(y)),
                    Point(x: next.x - Double(x), y: next.y - Double(y)))
            }
        }
        for row in max(0, -y)..<max(0, -y, min(cover.height, height - y)) {
            var sum = 0.0
            for column in 0..<max(0, min(cover.width, width - x)) {
                sum += cover.differences[row * cover.width + column]
                let part = min(1, abs(sum))
                if part > 0.002, x + column >= 0 { blend(colour, part, (y + row) * width + x + column) }
            }
        }
    }

    private mutating func blend(_ colour: Colour, _ part: Double, _ place: Int) {
        blend(colour.red, part, at: place * 3)
        blend(colour.green, part, at: place * 3 + 1)
        blend(colour.blue, part, at: place * 3 + 2)
    }

    private mutating func blend(_ value: UInt8, _ part: Double, at place: Int) {
        let before = Double(bytes[place])
        // BOUNDED: the result lies between two bytes.
        bytes[place] = UInt8((before + (Double(value) - before) * part).rounded())
    }

    /// The coverage of one shape, as differences along each row.
    private struct Coverage {
        let width: Int
        let height: Int
        var differences: [Double]

        init(width: Int, height: Int) {
            self.width = width
            self.height = height
            differences = [Double](repeating: 0, count: width * height)
        }

        /// Adds an edge, which must be completely within the width and height.
        mutating func add(_ a: Point, _ b: Point) {
            guard a.y != b.y else { return }
            let (upper, lower, sign) = a.y < b.y ? (a, b, 1.0) : (b, a, -1.0)
            let slope = (lower.x - upper.x) / (lower.y - upper.y)
            var x = upper.x
            // BOUNDED: within the height.
            for row in Int(upper.y)..<Int(lower.y.rounded(.up)) {
                let high = min(Double(row + 1), lower.y) - max(Double(row), upper.y)
                let next = x + slope * high
                add(from: min(x, next), to: max(x, next), high * sign, row)
                x = next
            }
        }

        /// Adds the part of an edge in one row: its height there, and its horizontal extent.
        private mutating func add(from: Double, to: Double, _ high: Double, _ row: Int) {
            // BOUNDED: within the width.
            let first = Int(from)
            let last = max(first, Int(to.rounded(.up)) - 1)
            let start = row * width
            // `before` is the share of the edge to the left of the column, `covered` the coverage of the previous
            // column.
            var (before, covered) = (0.0, 0.0)
            for column in first...last {
                let (enter, leave) = (max(from, Double(column)), min(to, Double(column + 1)))
                let share = to > from ? (leave - enter) / (to - from) : 1
                let mean = (enter + leave) / 2 - Double(column)
                let cover = high * (before + share * (1 - mean))
                differences[start + column] += cover - covered
                (before, covered) = (before + share, cover)
            }
            differences[start + last + 1] += high - covered
        }
    }
}
