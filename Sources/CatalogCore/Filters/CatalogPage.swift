internal import Scanning

/// A page of a result, and the cursor of the next page.
public struct CatalogPage: Hashable, Sendable {
    /// The rows of the page, in the requested order.
    public var rows: [Row]
    /// The cursor of the next page; `nil` if this is the last page.
    public var next: CatalogCursor?

    package init(rows: [Row], next: CatalogCursor? = nil) {
        self.rows = rows
        self.next = next
    }
}

extension CatalogFilter {
    /// Returns a hash of the filter and order that is stable across machines.
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
