/// Builds Arrow's messages about a table (arrow.apache.org, "Serialization and Interprocess Communication"; Schema.fbs,
/// Message.fbs and File.fbs). Fields are numbered as in these files.
enum ArrowMessages {
    /// Metadata version 5.
    fileprivate static let version = FlatBuffer.Field.short(4)

    /// The kind of a message.
    fileprivate enum Header: UInt8 {
        case schema = 1, dictionary, batch
    }

    /// The position and length of a buffer in a batch's body, or of a message in a file.
    struct Block {
        let offset: Int
        let metadataLength: Int
        let bodyLength: Int
    }

    /// The metadata of a batch's body.
    struct Layout {
        var rows = 0
        /// The numbers of rows and of null values of each column.
        var nodes: [(count: Int, nullCount: Int)] = []
        /// The position and size of each buffer in the body.
        var buffers: [(offset: Int, size: Int)] = []
        var bodyLength = 0
    }

    /// Returns the schema message: names, types, and notes as pairs.
    static func schema(_ columns: [ExportTable.Column], _ notes: [(name: String, value: String)]) -> [UInt8] {
        var message = FlatBuffer()
        let schema = message.schema(columns, notes)
        let root = message.message(.schema, schema, bodyLength: 0)
        return message.finish(root)
    }

    static func batch(_ layout: Layout) -> [UInt8] {
        var message = FlatBuffer()
        let batch = message.batch(layout)
        let root = message.message(.batch, batch, bodyLength: layout.bodyLength)
        return message.finish(root)
    }

    static func dictionary(_ id: Int, _ layout: Layout) -> [UInt8] {
        var message = FlatBuffer()
        let batch = message.batch(layout)
        let dictionary = message.table([.long(Int64(id)), .place(batch)])
        let root = message.message(.dictionary, dictionary, bodyLength: layout.bodyLength)
        return message.finish(root)
    }

    /// Returns the footer of a file.
    static func footer(
        _ columns: [ExportTable.Column], _ notes: [(name: String, value: String)], dictionaries: [Block],
        batches: [Block]
    ) -> [UInt8] {
        var message = FlatBuffer()
        let schema = message.schema(columns, notes)
        // A block is a struct: 8 bytes, then 4 and 4 of padding, then 8.
        let lists = [dictionaries, batches].map { blocks in
            message.list(
                structs: blocks.map { [Int64($0.offset), Int64($0.metadataLength), Int64($0.bodyLength)] })
        }
        let root = message.table([version, .place(schema), .place(lists[0]), .place(lists[1])])
        return message.finish(root)
    }
}

extension FlatBuffer {
    fileprivate mutating func message(
        _ header: ArrowMessages.Header, _ place: Place, bodyLength: Int
    ) -> Place {
        table([ArrowMessages.version, .byte(header.rawValue), .place(place), .long(Int64(bodyLength))])
    }

    fileprivate mutating func schema(
        _ columns: [ExportTable.Column], _ notes: [(name: String, value: String)]
    ) -> Place {
        let fields = columns.enumerated().map { id, column in field(column, id) }
        let list = list(fields)
        let pairs = notes.map { note in
            let (name, value) = (text(note.name), text(note.value))
            return table([.place(name), .place(value)])
        }
        let metadata = self.list(pairs)
        // The first field is the byte order: 0 is little-endian.
        return table([.short(0), .place(list), .place(metadata)])
    }

    private mutating func field(_ column: ExportTable.Column, _ id: Int) -> Place {
        let name = text(column.name)
        let (number, type) = type(column.kind)
        var dictionary = Field.absent
        if let texts = column.dictionary {
            let places = table([.int(ArrowPlaces(texts).rawValue), .flag(true)])
            dictionary = .place(table([.long(Int64(id)), .place(places)]))
        }
        let children = list([])
        return table([.place(name), .flag(true), .byte(number), .place(type), dictionary, .place(children)])
    }

    /// Returns the number of a type, and its table.
    private mutating func type(_ kind: ExportTable.Kind) -> (UInt8, Place) {
        switch kind {
        case .integer: return (2, table([.int(64), .flag(true)]))
        // The precision 2 is double.
        case .number: return (3, table([.short(2)]))
        case .text: return (5, table([]))
        case .flag: return (6, table([]))
        // The unit 0 is days; the default is milliseconds.
        case .date: return (8, table([.short(0)]))
        // The unit 2 is microseconds.
        case .time:
            let zone = text("UTC")
            return (10, table([.short(2), .place(zone)]))
        }
    }

    fileprivate mutating func batch(_ layout: ArrowMessages.Layout) -> Place {
        let nodes = list(structs: layout.nodes.map { [Int64($0.count), Int64($0.nullCount)] })
        let buffers = list(structs: layout.buffers.map { [Int64($0.offset), Int64($0.size)] })
        return table([.long(Int64(layout.rows)), .place(nodes), .place(buffers)])
    }
}
