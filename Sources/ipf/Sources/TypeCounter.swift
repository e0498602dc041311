import ProfileFormat

/// Counts records by type. Usually, this costs only one addition per record.
struct TypeCounter {
    private var formats: [RecordFormat] = []
    private var counts: [Int] = []
    /// Whether records of a format may override the format's type, by format; almost always false.
    private var overriding: [Bool] = []
    private var overridden: [String: Int] = [:]

    mutating func count(_ record: borrowing ProfileRecord) {
        let id = record.format.id
        while id >= counts.count {
            counts.append(0)
            overriding.append(record.format.columns.dropFirst().contains { $0.field == .type })
            formats.append(record.format)
        }
        if formats[id] !== record.format {
            formats[id] = record.format
            overriding[id] = record.format.columns.dropFirst().contains { $0.field == .type }
        }
        if overriding[id] { overridden[record.type, default: 0] += 1 } else { counts[id] += 1 }
    }

    /// Adds the counts of later records of the same source.
    mutating func append(_ other: TypeCounter) {
        for (id, format) in other.formats.enumerated() where other.counts[id] > 0 {
            while id >= counts.count {
                counts.append(0)
                overriding.append(false)
                formats.append(format)
            }
            (formats[id], overriding[id]) = (format, other.overriding[id])
            counts[id] += other.counts[id]
        }
        overridden.merge(other.overridden, uniquingKeysWith: +)
    }

    /// The number of all records.
    var total: Int { counts.reduce(0, +) + overridden.values.reduce(0, +) }

    /// The counts by type, in descending order, then by name.
    var byType: [(type: String, count: Int)] {
        var sums = overridden
        for (format, count) in zip(formats, counts) where count > 0 { sums[format.type, default: 0] += count }
        return sums.map { (type: $0.key, count: $0.value) }.sorted { ($1.count, $0.type) < ($0.count, $1.type) }
    }
}
