/// The formats in force, found by the bytes of a record's first field.
struct FormatTable {
    /// A format and what the reader prepares for it.
    struct Entry {
        let format: RecordFormat
        /// Number of columns, which every record must have fields for.
        let columnCount: Int
        /// Which columns are checked, and what passed last.
        var forms: CommonForms

        init(_ format: RecordFormat) {
            self.format = format
            columnCount = format.columns.count
            forms = CommonForms(columns: format.checkedColumns.map { ($0.index, $0.kind == .date) })
        }
    }

    /// One for each type, in the order in which they were first defined.
    var entries: [Entry] = []
    private var byType: [[UInt8]: Int] = [:]
    private var nextID = 0
    /// The type looked up last, and its place: neighbours in a file mostly share their type.
    private var recent: (type: [UInt8], place: Int)?

    /// Types with a format.
    var count: Int { entries.count }

    /// The place in `entries` of the format of `type`, `nil` where none is defined.
    mutating func place(of type: Span<UInt8>) -> Int? {
        if let place = recentPlace(type) { return place }
        let key = Array(copying: type)
        guard let place = byType[key] else { return nil }
        recent = (key, place)
        return place
    }

    /// Whether a format of this name is defined.
    func isDefined(_ type: [UInt8]) -> Bool { byType[type] != nil }

    /// Defines a type from here on.
    mutating func define(_ type: [UInt8], columnNames: [String]) {
        let format = RecordFormat(id: nextID, type: String(decoding: type, as: UTF8.self), columnNames: columnNames)
        nextID += 1
        if let place = byType[type] {
            entries[place] = Entry(format)
        } else {
            byType[type] = entries.count
            entries.append(Entry(format))
        }
    }

    private func recentPlace(_ type: Span<UInt8>) -> Int? {
        guard let recent, type.count == recent.type.count else { return nil }
        for index in 0..<type.count where type[index] != recent.type[index] { return nil }
        return recent.place
    }
}
