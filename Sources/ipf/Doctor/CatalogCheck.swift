import InstrumentCatalog
import SystemFiles

/// Checks of a catalog file for a service.
struct CatalogCheck {
    let path: String
    /// Whether the service creates a missing catalog.
    let isMade: Bool

    /// The age in seconds from which a catalog is reported as old. A catalog with daily updates stays below this age
    /// even on long weekends.
    private static let oldAge = 5 * 86_400

    /// - Returns: The findings, and the catalog if it can be queried.
    func run() -> (findings: [Diagnosis], catalog: Catalog?) {
        let catalog: Catalog
        do throws(CatalogError) {
            catalog = try Catalog.open(path)
        } catch {
            if error.isMissingFile, isMade {
                return ([.ok("catalog", "\(path) does not exist yet; the source will be imported into it")], nil)
            }
            let remedy = error.isMissingFile ? "; create it with ipf import ADDRESS -o \(path)" : ""
            return ([.problem("catalog", "\(path): \(error.reason)\(remedy)")], nil)
        }
        do throws(CatalogError) {
            try catalog.verify()
        } catch {
            return ([.problem("catalog", "\(path): \(error.reason)")], nil)
        }
        return (state(of: catalog) + journals(of: catalog) + age() + use(), catalog)
    }

    private func state(of catalog: Catalog) -> [Diagnosis] {
        let count = "\(path): \(Numbers.grouped(catalog.count)) instruments"
        if catalog.count == 0 {
            return [.warning("catalog", "\(count); import a source into it: ipf import ADDRESS -o \(path)")]
        }
        guard catalog.isComplete else {
            return [
                .warning(
                    "catalog", "\(count), from a source without ##COMPLETE, so it may be truncated; import it again")
            ]
        }
        return [.ok("catalog", "\(count), complete, all checksums match")]
    }

    private func journals(of catalog: Catalog) -> [Diagnosis] {
        let journals = LiveCatalog.inspectJournals(of: catalog)
        var findings = journals.damage.map {
            Diagnosis.warning("journal", "\($0); changes may be missing: import the source again")
        }
        if let refusal = journals.refusal {
            findings.append(.problem("journal", "\(refusal.path): \(refusal.reason)"))
        }
        return findings
    }

    private func age() -> [Diagnosis] {
        guard let stamp = FileStamp(path) else { return [] }
        let age = WallClock.seconds - Int(stamp.modified)
        let days = age / 86_400
        if age < 0 {
            return [.warning("age", "\(path) has a modification time in the future; set this machine's clock")]
        }
        if age > Self.oldAge {
            return [
                .warning(
                    "age",
                    "\(path) was written \(days) days ago; import its source again, for example nightly by a timer")
            ]
        }
        return [.ok("age", "\(path) was written \(days == 0 ? "today" : days == 1 ? "1 day ago" : "\(days) days ago")")]
    }

    /// Warns if another program has locked the catalog. To find out, the check holds the lock for a moment. An import
    /// that starts in that moment waits.
    private func use() -> [Diagnosis] {
        do throws(CatalogError) {
            _ = try CatalogWriteLock(path: path)
            return []
        } catch {
            guard error.kind == .inUse, isMade else { return [] }
            return [.warning("lock", "\(path): \(error.reason)")]
        }
    }
}
