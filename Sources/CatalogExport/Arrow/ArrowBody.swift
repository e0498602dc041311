/// The buffers of a batch, in the order that the Arrow format requires.
struct ArrowBody {
    /// The alignment of buffers in bytes.
    static let alignment = 64

    /// A buffer of trivial values.
    enum Buffer {
        case bytes([UInt8])
        case shorts([Int16])
        case ints([Int32])
        case longs([Int64])
        case doubles([Double])

        var size: Int {
            switch self {
            case .bytes(let values): values.count
            case .shorts(let values): 2 * values.count
            case .ints(let values): 4 * values.count
            case .longs(let values): 8 * values.count
            case .doubles(let values): 8 * values.count
            }
        }

        /// The values' bytes in memory: little-endian, as the schema declares.
        func withBytes(_ body: (Span<UInt8>) throws -> Void) rethrows {
            switch self {
            case .bytes(let values): try body(values.span)
            case .shorts(let values): try Self.withBytes(of: values, body)
            case .ints(let values): try Self.withBytes(of: values, body)
            case .longs(let values): try Self.withBytes(of: values, body)
            case .doubles(let values): try Self.withBytes(of: values, body)
            }
        }

        private static func withBytes<Value: BitwiseCopyable>(
            of values: [Value], _ body: (Span<UInt8>) throws -> Void
        ) rethrows {
            // SAFETY: The bytes of trivial values, read within the call.
            try unsafe values.withUnsafeBytes { try unsafe body(Span(_unsafeBytes: $0)) }
        }
    }

    var rows = 0
    private(set) var buffers: [Buffer] = []
    private var nodes: [(count: Int, nullCount: Int)] = []

    /// Adds a column.
    ///
    /// - Parameter places: The integer type of the column's dictionary indexes.
    mutating func add(_ values: ExportTable.Values, count: Int, places: ArrowPlaces = .short) {
        nodes.append((count, values.nullCount))
        buffers.append(.bytes(values.validity ?? []))
        switch values.storage {
        case .codes(let codes):
            switch places {
            case .byte: buffers.append(.bytes(codes.map { UInt8(truncatingIfNeeded: $0) }))
            case .short: buffers.append(.shorts(codes))
            }
        case .texts(let texts): buffers += [.ints(texts.offsets), .bytes(texts.bytes)]
        case .integers(let integers): buffers.append(.longs(integers))
        case .numbers(let numbers): buffers.append(.doubles(numbers))
        case .days(let days): buffers.append(.ints(days))
        case .times(let times): buffers.append(.longs(times))
        case .flags(let flags): buffers.append(.bytes(ExportTable.Values.bits(flags)))
        }
    }

    /// The positions of the buffers.
    var layout: ArrowMessages.Layout {
        var layout = ArrowMessages.Layout(rows: rows, nodes: nodes)
        for buffer in buffers {
            layout.buffers.append((layout.bodyLength, buffer.size))
            layout.bodyLength += (buffer.size + Self.alignment - 1) & -Self.alignment
        }
        return layout
    }
}

/// The integer type of dictionary indexes: the narrowest one that suffices.
enum ArrowPlaces: Int32 {
    case byte = 8, short = 16

    init(_ dictionary: TextList) { self = dictionary.count <= 128 ? .byte : .short }
}
