/// A FlatBuffers message, as Arrow's metadata are written (flatbuffers.dev, "Internals"). It is built from its end to its beginning, so
/// that what is referred to is there before what refers to it; the bytes are kept in reverse until it is finished.
///
/// A table and its vtable, as they lie in memory:
/// ```
/// 0A 00        vtable: its own size, 10 bytes
/// 0C 00        the table's size, 12 bytes
/// 00 00        field 0 is absent
/// 04 00        field 1 is 4 bytes after the table's beginning
/// 08 00        field 2 8 bytes
/// …            padding, so that the table begins at a multiple of 4
/// 0A 00 00 00  table: its vtable begins so many bytes before it
/// 01 00 00 00  field 1
/// 2A 00 00 00  field 2
/// ```
struct FlatBuffer {
    /// Something that was written, by how far before the message's end it begins.
    struct Place {
        fileprivate let fromEnd: Int
    }

    /// A field of a table.
    enum Field {
        /// Its default.
        case absent
        case flag(Bool)
        case byte(UInt8)
        case short(Int16)
        case int(Int32)
        case long(Int64)
        case place(Place)
    }

    private var reversed: [UInt8] = []
    private var alignment = 1

    // MARK: Parts

    /// A text, with the zero byte after it that the format asks for.
    mutating func text(_ text: String) -> Place {
        let bytes = Array(text.utf8)
        align(to: 4, before: bytes.count + 1)
        reversed.append(0)
        reversed.append(contentsOf: bytes.reversed())
        return push(UInt32(bytes.count))
    }

    /// A list of tables or texts.
    mutating func list(_ places: [Place]) -> Place {
        align(to: 4, before: 4 * places.count)
        for place in places.reversed() { refer(to: place) }
        return push(UInt32(places.count))
    }

    /// A list of structs of whole numbers of 8 bytes each.
    mutating func list(structs: [[Int64]]) -> Place {
        align(to: 8, before: structs.reduce(0) { $0 + 8 * $1.count })
        for numbers in structs.reversed() { for number in numbers.reversed() { _ = push(number) } }
        return push(UInt32(structs.count))
    }

    /// A table of these fields, by their numbers.
    mutating func table(_ fields: [Field]) -> Place {
        let end = reversed.count
        var places = [Int](repeating: 0, count: fields.count)
        for (number, field) in fields.enumerated().reversed() {
            switch field {
            case .absent: continue
            case .flag(let value): _ = push(UInt8(value ? 1 : 0))
            case .byte(let value): _ = push(value)
            case .short(let value): _ = push(value)
            case .int(let value): _ = push(value)
            case .long(let value): _ = push(value)
            case .place(let place): refer(to: place)
            }
            places[number] = reversed.count
        }
        let vtableSize = 4 + 2 * fields.count
        let table = push(Int32(vtableSize))
        for place in places.reversed() { _ = push(UInt16(place == 0 ? 0 : table.fromEnd - place)) }
        _ = push(UInt16(table.fromEnd - end))
        _ = push(UInt16(vtableSize))
        return table
    }

    /// The whole message, whose root is a table.
    consuming func finish(_ root: Place) -> [UInt8] {
        align(to: max(alignment, 8), before: 4)
        refer(to: root)
        return reversed.reversed()
    }

    // MARK: Bytes

    private mutating func push(_ number: some FixedWidthInteger) -> Place {
        let size = number.bitWidth / 8
        align(to: size, before: 0)
        // The last byte in memory comes first here.
        for byte in stride(from: size - 1, through: 0, by: -1) {
            reversed.append(UInt8(truncatingIfNeeded: number >> (8 * byte)))
        }
        return Place(fromEnd: reversed.count)
    }

    private mutating func refer(to place: Place) {
        align(to: 4, before: 0)
        _ = push(UInt32(reversed.count + 4 - place.fromEnd))
    }

    /// Adds padding, so that what comes after `size` further bytes begins at a multiple of `alignment`.
    private mutating func align(to alignment: Int, before size: Int) {
        self.alignment = max(self.alignment, alignment)
        while (reversed.count + size) % alignment != 0 { reversed.append(0) }
    }
}
