import ArgumentParser
import InstrumentCatalog

/// The options that determine what a writing command does if another program has the catalog open for changes.
struct WriteOptions: ParsableArguments {
    static let help = """
        A catalog that another process keeps current (import --follow, watch --catalog, serve --source) is not \
        replaced: the command fails with exit code 4 and names the process. --wait waits for the end of that process.
        """

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time to wait for a process that keeps the catalog current: 0 to 86400.", valueName: "seconds"))
    var wait = 0

    func validate() throws {
        guard (0...86_400).contains(wait) else {
            throw ValidationError("--wait is \(wait), expected 0 to 86400 seconds.")
        }
    }

    /// Prevents other programs from changing the catalog at `path` while the lock is held.
    ///
    /// - Throws: `CatalogError` of kind `inUse` if another program still holds the lock after the wait.
    func lock(_ path: String) throws -> CatalogWriteLock {
        do throws(CatalogError) {
            return try CatalogWriteLock(path: path)
        } catch {
            guard error.kind == .inUse, wait > 0 else { throw error }
            StandardError.write("ipf: \(error.path): \(error.reason); waiting up to \(wait) s\n")
            return try CatalogWriteLock(path: path, wait: .seconds(wait))
        }
    }
}
