/// A part of an answer, and where the next begins.
public struct CatalogPage: Hashable, Sendable {
    /// The rows of the page, in the order that was asked for.
    public var rows: [Int]
    /// What the next page is asked for with; `nil` where this is the last.
    public var next: CatalogCursor?
}

extension Catalog {
    /// The first rows of those that `filter` means, `limit` at most, or the ones behind the page that ended at `cursor`;
    /// `offset` of them are left out first.
    ///
    /// ```swift
    /// var page = try catalog.page(of: filter, limit: 100)
    /// while let next = page.next { page = try catalog.page(of: filter, limit: 100, after: next) }
    /// ```
    ///
    /// - Throws: `CatalogError` of kind `cursor` where the cursor isn't of this file, filter and order.
    /// - Complexity: by rank, what it takes to come from one page to the next; O(`count`) by symbol and by type.
    public func page(
        of filter: CatalogFilter, in order: CatalogOrder = .rank, offset: Int = 0, limit: Int,
        after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> CatalogPage {
        let question = filter.fingerprint(order)
        let start = try cursor?.position(in: scope, question: question) ?? 0
        var page = CatalogPage(rows: [])
        var toSkip = max(0, offset)
        // Whether there is a next page shows by its first row.
        let take = { (position: Int, row: Int) in
            if toSkip > 0 {
                toSkip -= 1
                return true
            }
            if page.rows.count >= max(0, limit) {
                page.next = CatalogCursor(scope, question: question, position: position)
                return false
            }
            page.rows.append(row)
            return true
        }
        let compiled = CompiledFilter(filter, rows)
        if order == .rank {
            compiled.forEachMatch(from: start) { take($0, $0) }
        } else {
            let set = compiled.matchingRows()
            forEachRow(in: order, from: start) { position, row in set.contains(row) ? take(position, row) : true }
        }
        return page
    }
}

extension CatalogFilter {
    /// A number that another filter or order hardly has, the same on every machine.
    func fingerprint(_ order: CatalogOrder) -> UInt64 {
        var sink = ByteSink()
        let append = { (text: String, sink: inout ByteSink) in
            sink.append(u32: UInt32(truncatingIfNeeded: text.utf8.count))
            sink.append(text)
        }
        append(order.rawValue, &sink)
        for condition in conditions {
            append(condition.field, &sink)
            sink.append(u32: UInt32(truncatingIfNeeded: condition.patterns.count))
            sink.append(condition.isAboutParts ? 1 : 0)
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
