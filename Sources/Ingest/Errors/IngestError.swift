import SystemFiles

/// Why a source could not be read: what was found, where, and how to go on.
///
/// The address is shown without credentials; nothing else of a secret enters an error either.
public struct IngestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, for programs.
    public enum Kind: Hashable, Sendable {
        /// The text isn't an address, or its credentials can't be sent.
        case invalidAddress

        // MARK: Files
        /// No such file, or a server that has no such source (404, 410).
        case notFound
        /// The system doesn't let this user read the file.
        case permissionDenied
        /// A folder, where a file is expected.
        case isDirectory
        /// Opening, mapping or reading failed for another reason, which the message gives.
        case unreadable

        // MARK: Network
        /// No connection: the name doesn't resolve, nobody listens, no route.
        case unreachable
        /// Connecting took too long, or the transfer stalled.
        case timedOut
        /// The connection broke before the end of the response.
        case connectionLost
        /// The server's certificate or the encrypted connection is not to be trusted.
        case insecure
        /// More redirects than `IngestLimits.redirects`.
        case tooManyRedirects
        /// 401, 403 or 407: credentials are missing or refused.
        case unauthorized
        /// Any other status that isn't a success.
        case httpStatus(Int)
        /// The source became another one while it was read, after some of it had been handed out.
        case sourceChanged

        // MARK: Content
        /// The compressed bytes are damaged: header, body or checksum.
        case corrupt
        /// The compressed bytes end before their content does.
        case truncated
        /// Something other than a further gzip member follows the last one.
        case trailingData
        /// A zip archive without a file in it.
        case emptyArchive
        /// A zip archive with a file that needs a password.
        case encryptedArchive
        /// A zip archive with several files, where one is expected.
        case severalFiles
        /// A file of a zip archive is something else than profiles, where those are expected.
        case notProfiles
        /// A rule that rewrites profiles can't be applied to one.
        case notRewritten
        /// A zip feature that can't be read: another compression method, several volumes.
        case unsupportedArchive
        /// A limit of `IngestLimits` was passed.
        case limitExceeded

        /// `CancellationToken.cancel()` was called.
        case cancelled
    }

    /// Who can mend it; the command line makes its exit codes from this.
    public enum Category: Hashable, Sendable {
        /// Whoever wrote the address.
        case address
        /// Whoever made the content: reading it again brings the same.
        case badInput
        /// The file system, the network or the server: it may be different next time.
        case inputOutput
        /// Nobody has to: it was asked for.
        case cancelled
    }

    /// The kind of fault.
    public var kind: Kind
    /// The source, as it may be shown; `nil` where the fault is not one of a source.
    public var address: String?
    /// What was found, what was expected, how to go on: one line, for people.
    public var reason: String

    package init(kind: Kind, address: String? = nil, reason: String) {
        self.kind = kind
        self.address = address
        self.reason = reason
    }

    /// Who can mend it, by the kind.
    public var category: Category {
        switch kind {
        case .invalidAddress: .address
        case .corrupt, .truncated, .trailingData, .emptyArchive, .encryptedArchive, .unsupportedArchive, .limitExceeded,
            .severalFiles, .notProfiles, .notRewritten:
            .badInput
        case .notFound, .permissionDenied, .isDirectory, .unreadable, .unreachable, .timedOut, .connectionLost,
            .insecure, .tooManyRedirects, .unauthorized, .httpStatus, .sourceChanged:
            .inputOutput
        case .cancelled: .cancelled
        }
    }

    /// `data/all.ipf.gz: no such file; check the path`
    public var description: String { address.map { "\($0): \(reason)" } ?? reason }

    static let cancelled = IngestError(kind: .cancelled, reason: "cancelled before the end of the source")
}

extension IngestError {
    /// The error of what can't be opened or read.
    init(_ error: SystemError, reading what: String = "the file") {
        switch error {
        case .noSuchFile, .notAFolder:
            self.init(kind: .notFound, reason: "no such file; check the path")
        case .accessDenied, .notPermitted:
            self.init(
                kind: .permissionDenied, reason: "no permission to read it; change its mode or read it as its owner")
        case .isAFolder: self = .folder
        default: self.init(kind: .unreadable, reason: "reading \(what) failed: \(error.words)")
        }
    }

    /// The error of a fault of a file.
    init(_ fault: FileFault, reading what: String = "the file") {
        guard let error = fault.error else {
            self.init(kind: .unreadable, reason: "it \(fault.words)")
            return
        }
        self.init(error, reading: what)
    }

    /// A folder where a file is expected.
    static let folder = IngestError(
        kind: .isDirectory, reason: "it is a folder; name a file in it, or import its files one by one")

    /// Does `work`, whose faults are those of `what`, which is read.
    static func reading<Value: ~Copyable>(
        _ what: String = "the file", _ work: () throws(FileFault) -> Value
    ) throws(IngestError) -> Value {
        do throws(FileFault) { return try work() } catch { throw IngestError(error, reading: what) }
    }
}

extension OpenFile {
    /// Opens what is read, as it comes or whole.
    ///
    /// - Throws: `IngestError` where it can't be opened, and for a folder.
    static func source(_ path: String) throws(IngestError) -> OpenFile {
        try IngestError.reading { () throws(FileFault) in try OpenFile(path, for: .reading) }
    }

    /// Whether the file is a regular one, and its size in bytes.
    ///
    /// - Throws: `IngestError` where the system refuses to look, and for a folder.
    func sourceStatus() throws(IngestError) -> (isFile: Bool, size: Int) {
        let status = try IngestError.reading { () throws(FileFault) in try self.status() }
        if status.kind == .folder { throw .folder }
        return (status.kind == .file, status.size)
    }
}

extension WorkerThread {
    /// Runs `work` on a new thread.
    ///
    /// - Throws: `IngestError` of kind `unreadable` where the system has no thread left.
    static func start(_ work: @escaping @Sendable () -> Void) throws(IngestError) -> WorkerThread {
        do throws(SystemError) {
            return try WorkerThread(work)
        } catch {
            throw IngestError(
                kind: .unreadable, reason: "no thread could be started (\(error.words)); try again later")
        }
    }
}
