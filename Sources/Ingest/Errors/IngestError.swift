import SystemFiles

/// An error that occurred when reading a source: what was found, where, and how to proceed.
///
/// The address is without credentials, and no part of the error contains a secret.
public struct IngestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, which programs can distinguish.
    public enum Kind: Hashable, Sendable {
        /// The text is not a valid address, or its credentials cannot be sent.
        case invalidAddress

        // MARK: Files
        /// The file does not exist, or the server has no such source (404, 410).
        case notFound
        /// The user has no permission to read the file.
        case permissionDenied
        /// The path is a folder, not a file.
        case isDirectory
        /// Opening, mapping or reading failed for another reason, which the message states.
        case unreadable

        // MARK: Network
        /// No connection could be made: the name does not resolve, the port is closed, or there is no route.
        case unreachable
        /// Connecting took too long, or the transfer stalled.
        case timedOut
        /// The connection broke before the end of the response.
        case connectionLost
        /// The server's certificate or the encrypted connection is not trusted.
        case insecure
        /// There were more redirects than `IngestLimits.redirects`.
        case tooManyRedirects
        /// Credentials are missing or were refused (401, 403 or 407).
        case unauthorized
        /// The server responded with another HTTP status that is not a success.
        case httpStatus(Int)
        /// The source changed while it was read, and a part of its earlier version had already been delivered.
        case sourceChanged

        // MARK: Content
        /// The compressed data is damaged: its header, its body or a checksum.
        case corrupt
        /// The compressed data ends before it is complete.
        case truncated
        /// Data other than another gzip member follows the last member.
        case trailingData
        /// The zip archive contains no file.
        case emptyArchive
        /// A file in the zip archive requires a password.
        case encryptedArchive
        /// The zip archive contains several files where one is expected.
        case severalFiles
        /// A file in the zip archive does not contain profiles.
        case notProfiles
        /// A transform cannot be applied to a profile.
        case notRewritten
        /// The zip archive uses an unsupported feature: another compression method, or several volumes.
        case unsupportedArchive
        /// A limit of `IngestLimits` was exceeded.
        case limitExceeded

        /// `CancellationToken.cancel()` was called.
        case cancelled
    }

    /// The cause of a fault, from which the command derives its exit status.
    public enum Category: Hashable, Sendable {
        /// The address is wrong.
        case address
        /// The content is wrong. Reading it again results in the same error.
        case badInput
        /// The file system, the network or the server failed. Retrying may succeed.
        case inputOutput
        /// Cancellation was requested.
        case cancelled
    }

    /// The kind of fault.
    public var kind: Kind
    /// The address of the source without secrets; `nil` if the fault does not concern a particular source.
    public var address: String?
    /// One line for users: what was found, what was expected, and how to proceed.
    public var reason: String

    package init(kind: Kind, address: String? = nil, reason: String) {
        self.kind = kind
        self.address = address
        self.reason = reason
    }

    /// The category of the fault.
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

    /// The address and the reason, such as `data/all.ipf.gz: no such file; check the path`.
    public var description: String { address.map { "\($0): \(reason)" } ?? reason }

    static let cancelled = IngestError(kind: .cancelled, reason: "cancelled before the end of the source")
}

extension IngestError {
    /// Creates the error for a source that cannot be opened or read.
    init(_ error: SystemError, reading what: String = "the file") {
        switch error {
        case .noSuchFile, .notAFolder:
            self.init(kind: .notFound, reason: "no such file; check the path")
        case .accessDenied, .notPermitted:
            self.init(
                kind: .permissionDenied, reason: "permission denied; change the file's mode, or run as its owner")
        case .isAFolder: self = .folder
        default: self.init(kind: .unreadable, reason: "reading \(what) failed: \(error.words)")
        }
    }

    /// Creates the error for a file fault.
    init(_ fault: FileFault, reading what: String = "the file") {
        guard let error = fault.error else {
            self.init(kind: .unreadable, reason: "it \(fault.words)")
            return
        }
        self.init(error, reading: what)
    }

    /// The error for a folder where a file is expected.
    static let folder = IngestError(
        kind: .isDirectory, reason: "it is a folder; give the path of a file in it")

    /// Runs `work` and converts its file faults to errors about reading `what`.
    static func reading<Value: ~Copyable>(
        _ what: String = "the file", _ work: () throws(FileFault) -> Value
    ) throws(IngestError) -> Value {
        do throws(FileFault) { return try work() } catch { throw IngestError(error, reading: what) }
    }
}

extension OpenFile {
    /// Opens a source file for reading.
    ///
    /// - Throws: `IngestError` if the file cannot be opened, or is a folder.
    static func source(_ path: String) throws(IngestError) -> OpenFile {
        try IngestError.reading { () throws(FileFault) in try OpenFile(path, for: .reading) }
    }

    /// Returns whether the file is a regular file, and its size in bytes.
    ///
    /// - Throws: `IngestError` if the file cannot be examined, or is a folder.
    func sourceStatus() throws(IngestError) -> (isFile: Bool, size: Int) {
        let status = try IngestError.reading { () throws(FileFault) in try self.status() }
        if status.kind == .folder { throw .folder }
        return (status.kind == .file, status.size)
    }
}

extension WorkerThread {
    /// Runs `work` on a new thread.
    ///
    /// - Throws: `IngestError` of kind `unreadable` if no thread can be started.
    static func start(_ work: @escaping @Sendable () -> Void) throws(IngestError) -> WorkerThread {
        do throws(SystemError) {
            return try WorkerThread(work)
        } catch {
            throw IngestError(
                kind: .unreadable, reason: "can't start a thread (\(error.words)); try again later")
        }
    }
}
