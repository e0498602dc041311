internal import Dispatch
internal import InstrumentCatalog

/// When to write the changes in a catalog's journal into its file (compaction).
public enum CompactionPolicy: Hashable, Sendable {
    /// When there are many changes (`LiveCatalogOptions.compactAfter`). Use this if no other process reads the file.
    case whenLarge
    /// Every two seconds while there are changes, and at the end. Use this if other processes read the file.
    ///
    /// If writing is slow, the pause is 20 times the duration of the last compaction.
    case soon
}

/// Compacts a followed catalog according to its policy.
final class Compactor: Sendable {
    private static let shortestPause = Duration.seconds(2)

    private let catalog: LiveCatalog
    private let report: @Sendable (CatalogError?) -> Void
    /// The task that compacts; `nil` if the catalog does so itself.
    private let task: Task<Void, Never>?

    /// Starts compacting if the policy requires it.
    ///
    /// - Parameter report: Called after each compaction, with the error if it failed.
    init(_ catalog: LiveCatalog, _ policy: CompactionPolicy, report: @escaping @Sendable (CatalogError?) -> Void) {
        self.catalog = catalog
        self.report = report
        task = policy == .soon ? Task { await Self.keepCompacting(catalog, report) } : nil
    }

    /// Stops the task, and compacts the remaining changes.
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
        // Writing a file would block a thread of the cooperative pool.
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
