internal import Scanning

/// A part of an answer, and where the next begins.
public struct CatalogPage: Hashable, Sendable {
    /// The rows of the page, in the order that was asked for.
    public var rows: [Row]
    /// What the next page is asked for with; `nil` where this is the last.
    public var next: CatalogCursor?

    package init(rows: [Row], next: CatalogCursor? = nil) {
        self.rows = rows
        self.next = next
    }
}

extension CatalogFilter {
    /// A number that another filter or order hardly has, the same on every machine.
    package func fingerprint(_ order: CatalogOrder) -> UInt64 {
        var sink = ByteSink()
        let append = { (text: String, sink: inout ByteSink) in
            sink.append(u32: UInt32(truncatingIfNeeded: text.utf8.count))
            sink.append(text)
        }
        append(order.rawValue, &sink)
        for condition in conditions {
            append(condition.field, &sink)
            sink.append(u32: UInt32(truncatingIfNeeded: condition.patterns.count))
            sink.append(condition.matchesListElements ? 1 : 0)
            for pattern in condition.patterns {
                append(pattern.text, &sink)
                sink.append(pattern.isExact ? 1 : 0)
            }
        }
        for end in [expiration.from, expiration.through, lastTrade.from, lastTrade.through, activeOn] {
            append(end?.description ?? "", &sink)
        }
        for end in [strike.from, strike.through] {
            sink.append(end == nil ? 0 : 1)
            sink.append(u64: end?.bitPattern ?? 0)
        }
        return ByteHash.hash(sink.span)
    }
}
