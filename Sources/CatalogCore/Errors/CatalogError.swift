package import SystemFiles

/// An error that prevents a catalog from being opened, read, written or built.
public struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, for programs.
    public enum Kind: String, Hashable, Sendable {
        /// The system reported an error, such as a missing file, no permission or a full disk.
        case io
        /// The file is not a catalog.
        case foreign
        /// The catalog was written in a later version of the format.
        case newerVersion
        /// The file has fewer or more bytes than its header declares.
        case truncated
        /// The bytes differ from those that were written; `reason` names the section.
        case damaged
        /// The data exceeds a limit of the format.
        case tooLarge
        /// A program passed a value that the format can't express.
        case invalidValue
        /// Another process, or another object in this process, is changing or replacing the catalog.
        case inUse
        /// A snapshot would have removed too many instruments; the catalog is unchanged (`refusal`).
        case refused
        /// The catalog's history does not cover the requested moment (`Catalog.asOf(_:)`).
        case outOfHistory
        /// The cursor is malformed, or belongs to another catalog file or query.
        case cursor
    }

    /// The kind of the error.
    public var kind: Kind
    /// The path of the catalog file; empty if the error concerns no file.
    public var path: String
    /// For kind `damaged`, the section as `Catalog.statistics` names it; `nil` for every other kind.
    package var section: String?
    /// The message, on one line: what was found, what was expected and what to do.
    public var reason: String
    /// The system's error number, for kind `io`; 0 if unknown.
    package var systemError: Int32
    /// The refused snapshot and the reason, for kind `refused`; `nil` for every other kind.
    public var refusal: SnapshotRefusal?

    package init(_ kind: Kind, path: String = "", section: String? = nil, systemError: Int32 = 0, _ reason: String) {
        self.kind = kind
        self.path = path
        self.section = section
        self.reason = reason
        self.systemError = systemError
    }

    /// The path and the reason:
    ///
    /// `catalog /data/all.catalog: found 4 bytes, expected at least 64: it is truncated; import it again`
    public var description: String { path.isEmpty ? "catalog: \(reason)" : "catalog \(path): \(reason)" }

    /// Returns the error for an I/O fault on the file at `path`.
    package static func io(_ path: String, _ fault: FileFault) -> CatalogError {
        CatalogError(.io, path: path, systemError: fault.error?.rawValue ?? 0, fault.reason)
    }

    /// Whether the error says that the file does not exist.
    package var isMissingFile: Bool { kind == .io && systemError == SystemError.noSuchFile.rawValue }

    /// Runs `work` and maps its I/O faults on the file at `path` to `CatalogError`.
    package static func io<Value>(
        _ path: String, _ work: () throws(FileFault) -> Value
    ) throws(CatalogError) -> Value {
        do throws(FileFault) { return try work() } catch { throw .io(path, error) }
    }

    /// Returns the error for a snapshot that was refused.
    package static func refused(_ refusal: SnapshotRefusal, path: String) -> CatalogError {
        var error = CatalogError(
            .refused, path: path, "refused the new catalog: \(refusal); the file is unchanged")
        error.refusal = refusal
        return error
    }

    /// Returns the error for a damaged section.
    package static func damaged(_ section: String, path: String, _ found: String) -> CatalogError {
        CatalogError(
            .damaged, path: path, section: section,
            "section \(section) is damaged: \(found); restore the file, or import it again")
    }
}
