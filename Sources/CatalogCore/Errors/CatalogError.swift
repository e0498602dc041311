package import SystemFiles

/// Why a catalog can't be opened, read, written or built.
public struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, for programs.
    public enum Kind: String, Hashable, Sendable {
        /// The system refused: no such file, no permission, disk full, ….
        case io
        /// Not a catalog at all.
        case foreign
        /// A catalog of a later version of the format.
        case newerVersion
        /// Fewer or more bytes than the header says.
        case truncated
        /// Bytes that aren't those that were written; `reason` names the part.
        case damaged
        /// More than the format can hold.
        case tooLarge
        /// A value that the format can't express, given by a program.
        case invalidValue
        /// Another program, or another part of this one, has the catalog open for changes, or writes it anew.
        case inUse
        /// A snapshot that would have removed too much: the catalog is left as it was (`refusal`).
        case refused
        /// A moment that the catalog's history doesn't know (`Catalog.asOf(_:)`).
        case outOfHistory
        /// A cursor of another catalog file or question, or none at all.
        case cursor
    }

    /// The kind of fault.
    public var kind: Kind
    /// The catalog's file; empty where none is concerned.
    public var path: String
    /// The damaged part, as `Catalog.statistics` names it; `nil` for every other kind.
    package var section: String?
    /// What was found, what was expected, how to go on: one line, for people.
    public var reason: String
    /// The system's error number, for kind `io`; 0 where there is none.
    package var systemError: Int32
    /// What was refused, for kind `refused`; `nil` for every other kind.
    public var refusal: SnapshotRefusal?

    package init(_ kind: Kind, path: String = "", section: String? = nil, systemError: Int32 = 0, _ reason: String) {
        self.kind = kind
        self.path = path
        self.section = section
        self.reason = reason
        self.systemError = systemError
    }

    /// `catalog /data/all.catalog: found 4 bytes, expected at least 64: it was cut off; import it again`
    public var description: String { path.isEmpty ? "catalog: \(reason)" : "catalog \(path): \(reason)" }

    /// What keeps the file at `path` from being opened, read or written.
    package static func io(_ path: String, _ fault: FileFault) -> CatalogError {
        CatalogError(.io, path: path, systemError: fault.error?.rawValue ?? 0, fault.reason)
    }

    /// There is no file.
    package var isMissingFile: Bool { kind == .io && systemError == SystemError.noSuchFile.rawValue }

    /// Does `work` on the file at `path`, whose faults are the catalog's.
    package static func io<Value>(
        _ path: String, _ work: () throws(FileFault) -> Value
    ) throws(CatalogError) -> Value {
        do throws(FileFault) { return try work() } catch { throw .io(path, error) }
    }

    /// A snapshot was not taken.
    package static func refused(_ refusal: SnapshotRefusal, path: String) -> CatalogError {
        var error = CatalogError(
            .refused, path: path, "the new one is refused: \(refusal); the file is left as it was")
        error.refusal = refusal
        return error
    }

    /// Part `section` isn't what was written.
    package static func damaged(_ section: String, path: String, _ found: String) -> CatalogError {
        CatalogError(
            .damaged, path: path, section: section,
            "section \(section) is damaged: \(found); restore the file, or import it again")
    }
}
