internal import Dispatch
internal import InstrumentCatalog

/// When the changes in a catalog's journal are written into its file (compaction).
public enum CompactionPolicy: Hashable, Sendable {
    /// When there are many of them (`LiveCatalogOptions.compactAfter`): nobody else reads the file.
    case whenLarge
    /// Every two seconds while something changes, or in a twentieth of the time where writing takes longer, and at the end: other
    /// processes read the file.
    case soon
}

/// Compacts a catalog that is followed, as its policy says.
final class Compactor: Sendable {
    private static let shortestPause = Duration.seconds(2)

    private let catalog: LiveCatalog
    private let report: @Sendable (CatalogError?) -> Void
    /// `nil` where the catalog does it by itself.
    private let task: Task<Void, Never>?

    /// - Parameter report: called after each compaction, with the reason where it failed.
    init(_ catalog: LiveCatalog, _ policy: CompactionPolicy, report: @escaping @Sendable (CatalogError?) -> Void) {
        self.catalog = catalog
        self.report = report
        task = policy == .soon ? Task { await Self.keepCompacting(catalog, report) } : nil
    }

    /// Ends it, and compacts what is left.
    func end() async -> Result<Void, CatalogError> {
        guard let task else { return .success(()) }
        task.cancel()
        await task.value
        return await Self.compact(catalog, report)
    }

    private static func keepCompacting(
        _ catalog: LiveCatalog, _ report: @escaping @Sendable (CatalogError?) -> Void
    ) async {
        var pause = shortestPause
        while (try? await Task.sleep(for: pause)) != nil {
            let start = ContinuousClock.now
            _ = await compact(catalog, report)
            pause = max(shortestPause, (ContinuousClock.now - start) * 20)
        }
    }

    private static func compact(
        _ catalog: LiveCatalog, _ report: @escaping @Sendable (CatalogError?) -> Void
    ) async -> Result<Void, CatalogError> {
        guard catalog.status.changes > 0 else { return .success(()) }
        // Writing a file would block one of the threads that tasks share.
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: Result { () throws(CatalogError) in try catalog.compact() })
            }
        }
        switch result {
        case .success: report(nil)
        case .failure(let error): report(error)
        }
        return result
    }
}
