/// The formats in force, found by the bytes of a record's first field.
struct FormatTable {
    private var byType: [[UInt8]: RecordFormat] = [:]
    private var nextID = 0
    /// The format found last: neighbours in a file mostly share their type.
    private(set) var recent: RecordFormat?
    private var recentType: [UInt8] = []

    /// Types with a format.
    var count: Int { byType.count }

    /// The format of `type`, `nil` where none is defined.
    mutating func format(of type: Span<UInt8>) -> RecordFormat? {
        if let recent, isRecent(type) { return recent }
        let key = Array(copying: type)
        guard let format = byType[key] else { return nil }
        recent = format
        recentType = key
        return format
    }

    /// Whether a format of this name is defined.
    func isDefined(_ type: [UInt8]) -> Bool { byType[type] != nil }

    /// Defines a type from here on.
    mutating func define(_ type: [UInt8], columnNames: [String]) {
        byType[type] = RecordFormat(id: nextID, type: String(decoding: type, as: UTF8.self), columnNames: columnNames)
        nextID += 1
        recent = nil
    }

    private func isRecent(_ type: Span<UInt8>) -> Bool {
        guard type.count == recentType.count else { return false }
        for index in 0..<type.count where type[index] != recentType[index] { return false }
        return true
    }
}
