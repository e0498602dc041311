/// A FlatBuffers message for Arrow's metadata (flatbuffers.dev, "Internals").
///
/// It is built from end to start, so that referenced parts exist first. The bytes are stored in reverse until `finish`.
///
/// A table and its vtable, in the order of their bytes in memory:
/// ```
/// 0A 00        vtable: its own size, 10 bytes
/// 0C 00        the table's size, 12 bytes
/// 00 00        field 0 is absent
/// 04 00        field 1 is 4 bytes after the table's beginning
/// 08 00        field 2 is 8 bytes after it
/// …            padding, so that the table begins at a multiple of 4
/// 0A 00 00 00  table: its vtable begins 10 bytes before it
/// 01 00 00 00  field 1
/// 2A 00 00 00  field 2
/// ```
struct FlatBuffer {
    /// The position of a written part, as its distance from the message's end.
    struct Place {
        fileprivate let fromEnd: Int
    }

    /// A field of a table.
    enum Field {
        /// The field has its default value.
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

    /// Adds a text with the required zero byte after it.
    mutating func text(_ text: String) -> Place {
        let bytes = Array(text.utf8)
        align(to: 4, before: bytes.count + 1)
        reversed.append(0)
        reversed.append(contentsOf: bytes.reversed())
        return push(UInt32(bytes.count))
    }

    /// Adds a list of tables or texts.
    mutating func list(_ places: [Place]) -> Place {
        align(to: 4, before: 4 * places.count)
        for place in places.reversed() { refer(to: place) }
        return push(UInt32(places.count))
    }

    /// Adds a list of structs of 8-byte integers.
    mutating func list(structs: [[Int64]]) -> Place {
        align(to: 8, before: structs.reduce(0) { $0 + 8 * $1.count })
        for numbers in structs.reversed() { for number in numbers.reversed() { _ = push(number) } }
        return push(UInt32(structs.count))
    }

    /// Adds a table of fields, by number.
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

    /// Returns the whole message with a table as its root.
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

    /// Adds padding, so that the position after `size` further bytes is a multiple of `alignment`.
    private mutating func align(to alignment: Int, before size: Int) {
        self.alignment = max(self.alignment, alignment)
        while (reversed.count + size) % alignment != 0 { reversed.append(0) }
    }
}
