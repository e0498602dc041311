/// Columns made of arrays, for tables of a few thousand rows.
extension ExportTable.Values {
    static func texts(_ values: [String?]) -> Self {
        var texts = TextList()
        for value in values { texts.append((value ?? "").utf8) }
        return Self(.texts(texts), values.map { $0 != nil })
    }

    static func integers(_ values: [Int]) -> Self { Self(.integers(values.map { Int64($0) }), all: values.count) }

    static func numbers(_ values: [Double?]) -> Self {
        Self(.numbers(values.map { $0 ?? 0 }), values.map { $0 != nil })
    }

    static func days(_ values: [Int]) -> Self { Self(.days(values.map { Int32($0) }), all: values.count) }

    static func times(_ values: [Int64]) -> Self { Self(.times(values), all: values.count) }

    static func flags(_ values: [Bool]) -> Self { Self(.flags(values), all: values.count) }

    private init(_ storage: Storage, all count: Int) { self.init(storage: storage, validity: nil, nullCount: 0) }

    private init(_ storage: Storage, _ isSet: [Bool]) {
        let nullCount = isSet.count { !$0 }
        self.init(storage: storage, validity: nullCount == 0 ? nil : Self.bits(isSet), nullCount: nullCount)
    }

    /// Returns a bit for each value, the lowest first.
    static func bits(_ values: [Bool]) -> [UInt8] {
        var bits = [UInt8](repeating: 0, count: (values.count + 7) / 8)
        for (index, value) in values.enumerated() where value { bits[index / 8] |= 1 << UInt8(index % 8) }
        return bits
    }
}

extension ExportTable {
    /// Creates a table of one batch, or of none if there are no rows.
    convenience init(_ name: String, _ columns: [(Column, Values)], count: Int) {
        var rest = count == 0 ? nil : Batch(count: count, columns: columns.map(\.1))
        self.init(name, columns.map(\.0)) {
            defer { rest = nil }
            return rest
        }
    }
}
