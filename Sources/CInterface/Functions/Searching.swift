public import CIPF
internal import InstrumentCatalog
internal import ProfileFormat

/// The object of an `ipf_hits`.
final class HitsObject: Sendable {
    struct Hit: Sendable {
        let tier: SearchTier
        let reason: KeptText?
        let highlights: [(field: KeptText, range: Range<Int>)]
    }

    let rows: RowsObject
    let hits: [Hit]
    let next: KeptText?
    let relaxation: KeptText?

    init(_ page: SearchPage) {
        rows = RowsObject(page.hits.map(\.row))
        hits = page.hits.map { hit in
            Hit(
                tier: hit.tier, reason: hit.reason.map { KeptText($0) },
                highlights: hit.highlights.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { field, ranges in
                    let name = KeptText(field.name)
                    return ranges.map { (name, $0) }
                })
        }
        next = page.next.map { KeptText($0.description) }
        relaxation = page.relaxation.map { KeptText($0) }
    }

    /// Returns the hit of a handle at an index; `nil` if there is no such hit.
    ///
    /// SAFETY: see `Handle`.
    static func hit(_ hits: OpaquePointer?, _ index: Int) -> Hit? {
        guard let hits = unsafe Handle.object(hits, HitsObject.self)?.hits, hits.indices.contains(index) else {
            return nil
        }
        return hits[index]
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_catalog_search(
    _ catalog: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ textSize: Int, _ filter: OpaquePointer?, _ day: Int32,
    _ limit: Int, _ cursor: UnsafePointer<CChar>?, _ cursorSize: Int, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let cursor = try unsafe CText.optionalString(cursor, cursorSize, "cursor")
        return HitsObject(
            try catalog.search(
                try unsafe CText.string(text, textSize, "text"),
                filter: try unsafe FilterObject.filter(filter, in: catalog),
                on: day == .min ? nil : try CalendarDate(checking: day), limit: Limit.count(limit),
                after: try cursor.map { try CatalogCursor(parsing: $0) }))
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_hits_count(_ hits: OpaquePointer?) -> Int {
    unsafe Handle.object(hits, HitsObject.self)?.hits.count ?? 0
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_hits_rows(_ hits: OpaquePointer?) -> UnsafePointer<Int64>? {
    unsafe Handle.object(hits, HitsObject.self)?.rows.data
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_hits_tier(_ hits: OpaquePointer?, _ index: Int) -> ipf_tier {
    unsafe HitsObject.hit(hits, index).map { ipf_tier($0.tier.rawValue) } ?? -1
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_hits_reason(_ hits: OpaquePointer?, _ index: Int) -> ipf_text {
    unsafe HitsObject.hit(hits, index)?.reason?.text ?? KeptText.none
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_hits_highlight_count(_ hits: OpaquePointer?, _ index: Int) -> Int {
    unsafe HitsObject.hit(hits, index)?.highlights.count ?? 0
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_hits_highlight(_ hits: OpaquePointer?, _ index: Int, _ highlight: Int) -> ipf_highlight {
    guard let found = unsafe HitsObject.hit(hits, index)?.highlights, found.indices.contains(highlight) else {
        return unsafe ipf_highlight(field: KeptText.none, start: 0, end: 0)
    }
    let (field, range) = found[highlight]
    return unsafe ipf_highlight(field: field.text, start: range.lowerBound, end: range.upperBound)
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_hits_next(_ hits: OpaquePointer?) -> ipf_text {
    unsafe Handle.object(hits, HitsObject.self)?.next?.text ?? KeptText.none
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_hits_relaxation(_ hits: OpaquePointer?) -> ipf_text {
    unsafe Handle.object(hits, HitsObject.self)?.relaxation?.text ?? KeptText.none
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_hits_free(_ hits: OpaquePointer?) { unsafe Handle.free(hits, HitsObject.self) }
