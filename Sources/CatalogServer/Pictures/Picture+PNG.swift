internal import Packing

extension Picture {
    /// The picture as PNG.
    var png: [UInt8] { Self.file(raster) }

    /// The picture as pixels. A text with a letter that `Outlines` doesn't have is omitted as a whole.
    var raster: Raster {
        var raster = Raster(width: Self.width, height: Self.height)
        let (width, height) = (Double(Self.width), Double(Self.height))
        raster.fill([Self.corners(x: 0, y: 0, width: width, height: height)], Colour.line.value)
        raster.fill([Self.corners(x: 1, y: 1, width: width - 2, height: height - 2)], Colour.ground.value)
        for shape in shapes {
            switch shape {
            case .box(let box):
                let corners = Self.corners(
                    x: box.x, y: box.y, width: box.width, height: box.height, radius: box.radius)
                raster.fill([corners], box.fill.value)
            case .text(let text): Self.draw(text, on: &raster)
            }
        }
        return raster
    }

    private static func draw(_ text: Text, on raster: inout Raster) {
        guard let letters = Outlines.bundled.letters(text.text, isBold: text.isBold) else { return }
        let width = letters.reduce(0) { $0 + $1.width } * text.size
        var x =
            switch text.anchor {
            case .start: text.x
            case .middle: text.x - width / 2
            case .end: text.x - width
            }
        for letter in letters {
            let contours = letter.contours.map { contour in
                contour.map { Raster.Point(x: x + $0.x * text.size, y: text.y - $0.y * text.size) }
            }
            raster.fill(contours, text.fill.value)
            x += letter.width * text.size
        }
    }

    /// Returns the outline of a rectangle with rounded corners.
    private static func corners(
        x: Double, y: Double, width: Double, height: Double, radius: Double = 0
    ) -> [Raster.Point] {
        let radius = min(radius, width / 2, height / 2)
        guard radius > 0 else {
            return [
                Raster.Point(x: x, y: y), Raster.Point(x: x + width, y: y),
                Raster.Point(x: x + width, y: y + height), Raster.Point(x: x, y: y + height),
            ]
        }
        // The points approximate a quarter of a circle, which is rotated for each corner.
        let steps: [(Double, Double)] = [
            (0, 1), (0.1951, 0.9808), (0.3827, 0.9239), (0.5556, 0.8315), (0.7071, 0.7071), (0.8315, 0.5556),
            (0.9239, 0.3827), (0.9808, 0.1951), (1, 0),
        ]
        let (left, right, top, bottom) = (x + radius, x + width - radius, y + radius, y + height - radius)
        var points: [Raster.Point] = []
        for (short, long) in steps { points.append(Raster.Point(x: right + radius * short, y: top - radius * long)) }
        for (short, long) in steps { points.append(Raster.Point(x: right + radius * long, y: bottom + radius * short)) }
        for (short, long) in steps { points.append(Raster.Point(x: left - radius * short, y: bottom + radius * long)) }
        for (short, long) in steps { points.append(Raster.Point(x: left - radius * long, y: top - radius * short)) }
        return points
    }

    // MARK: File

    /// Returns a PNG file (ISO 15948): chunks for the header, the compressed pixels and the end, each with a checksum.
    private static func file(_ raster: Raster) -> [UInt8] {
        // Each row begins with its filter type: 0 for none.
        var rows: [UInt8] = []
        rows.reserveCapacity(raster.height * (raster.width * 3 + 1))
        for row in 0..<raster.height {
            rows.append(0)
            rows += raster.bytes[row * raster.width * 3..<(row + 1) * raster.width * 3]
        }
        var packed: [UInt8] = [0x78, 0x9C]
        packed += DeflateWriter.sealed(rows.span)
        packed += DeflateWriter.lastBlock
        packed += bytes(adler32(rows))
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Eight bits per channel, RGB, not interlaced.
        let form: [UInt8] = [8, 2, 0, 0, 0]
        file += part("IHDR", bytes(UInt32(raster.width)) + bytes(UInt32(raster.height)) + form)
        file += part("IDAT", packed)
        file += part("IEND", [])
        return file
    }

    private static func part(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + body
        var checksum = CRC32()
        checksum.add(content.span)
        return bytes(UInt32(body.count)) + content + bytes(checksum.value)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// Returns the Adler-32 checksum of the zlib format (RFC 1950).
    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        // The largest block for which the sums can't overflow.
        for start in stride(from: 0, to: bytes.count, by: 5552) {
            for byte in bytes[start..<min(bytes.count, start + 5552)] {
                low += UInt32(byte)
                high += low
            }
            low %= 65_521
            high %= 65_521
        }
        return high << 16 | low
    }
}

extension Picture.Colour {
    /// The red, green and blue components.
    var value: Raster.Colour {
        let number = UInt32(rawValue.dropFirst(), radix: 16) ?? 0
        return Raster.Colour(
            red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
            blue: UInt8(truncatingIfNeeded: number))
    }
}
