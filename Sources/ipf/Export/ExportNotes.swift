import CatalogHistory
import InstrumentCatalog
import Scanning

/// The metadata of an export: its catalog and the request. The time is not included, so that equal exports have equal
/// bytes.
struct ExportNotes {
    private(set) var all: [(name: String, value: String)]

    init(
        _ catalogs: SegmentedCatalog, named name: String, _ filter: CatalogFilter, order: CatalogOrder, asOf: String?,
        knownAt: String?, expired: Bool
    ) {
        let version = String(catalogs.live.version, radix: 16)
        all = [
            ("catalog", name),
            ("fingerprint", String(repeating: "0", count: 16 - version.count) + version),
            ("instruments", String(catalogs.live.count)),
            ("complete", String(catalogs.live.isComplete)),
            ("filter", Self.text(filter)),
            ("order", "\(order)"),
            ("as of", asOf ?? ""),
            ("known at", knownAt ?? ""),
            ("expired", String(expired)),
            ("made by", "ipf \(PackageVersion.number)"),
        ].filter { !$0.1.isEmpty }
        // The sources and the dates of their data, as the import noted them.
        all += catalogs.live.notes.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    /// Returns a filter as text, such as `TYPE=OPTION,FUTURE; STRIKE=100..150`.
    private static func text(_ filter: CatalogFilter) -> String {
        var parts = filter.conditions.map { condition in
            "\(condition.field)=\(condition.patterns.map(\.text).joined(separator: ","))"
        }
        func add<Value>(_ name: String, _ bounds: CatalogFilter.Bounds<Value>) {
            if bounds.isOpen { return }
            let ends = [bounds.from, bounds.through].map { $0.map { "\($0)" } ?? "" }
            parts.append("\(name)=\(ends[0])..\(ends[1])")
        }
        add("EXPIRATION", filter.expiration)
        add("LAST_TRADE", filter.lastTrade)
        add("STRIKE", filter.strike)
        if let day = filter.activeOn { parts.append("active on \(day)") }
        return parts.joined(separator: "; ")
    }
}
