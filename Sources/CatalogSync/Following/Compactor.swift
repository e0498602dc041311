internal import Dispatch
internal import InstrumentCatalog

/// Determines when the changes in a catalog's journal are written into its file (compaction).
public enum CompactionPolicy: Hashable, Sendable {
    /// Once there are many changes (`LiveCatalogOptions.compactAfter`). Use this if no other process reads the file.
    case whenLarge
    /// Every two seconds if there are changes, and at the end. Use this if other processes read the file.
    ///
    /// If compaction is slow, the pause after it is 20 times its duration.
    case soon
}

/// Compacts a followed catalog according to its policy.
final class Compactor: Sendable {
    private static let shortestPause = Duration.seconds(2)

    private let catalog: LiveCatalog
    private let report: @Sendable (CatalogError?) -> Void
    /// The task that compacts; `nil` if the catalog compacts on its own.
    private let task: Task<Void, Never>?

    /// Starts compacting if the policy requires it.
    ///
    /// - Parameter report: A closure that is called after each compaction, with the error if the compaction failed.
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
        // Use a thread outside the cooperative pool, because writing a file blocks it.
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
