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
    /// The same error, naming its source unless it does already.
    func at(_ address: SourceAddress) -> IngestError { at(address.description) }

    /// The same for an address as it may be shown.
    func at(_ address: String) -> IngestError {
        var error = self
        error.address = error.address ?? address
        return error
    }
}
