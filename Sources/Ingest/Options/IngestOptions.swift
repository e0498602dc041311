package import Packing
public import ProfileFormat
import SystemFiles

/// Options for reading a source. The defaults suit sources of any size on any network.
public struct IngestOptions: Sendable {
    /// The limits on the resources that a source may use.
    public var limits = IngestLimits()
    /// Which values the reader accepts as numbers and dates.
    public var strictness = ReaderStrictness.strict

    // MARK: Over the network

    /// Credentials that replace those in the address; `nil` to use those in the address. If they consist only of a
    /// password, the user name comes from the address.
    public var credentials: Credentials?
    /// The netrc file that is searched if neither the address nor `credentials` contains a password; `nil` for none.
    public var netrc: Netrc?
    /// How to supply credentials: the advice in the error for HTTP status 401.
    package var credentialAdvice = "give a valid user and password or bearer token"
    /// The validators in the report of the last reading, so that an unchanged source costs only one 304 response. `nil`
    /// to read the source in any case.
    public var validators: Validators?
    /// Headers to add to each request; by default, `X-Live: no` (`ipf-format.md`, section 4).
    package var headers: [(name: String, value: String)] = [("X-Live", "no")]
    /// The maximum time to resolve the host and to connect.
    public var connectTimeout: Duration = .seconds(15)
    /// How long a transfer may be slower than 100 bytes per second before it counts as stalled, in whole seconds. Zero
    /// disables the check.
    public var stallTimeout: Duration = .seconds(30)
    /// The speed in bytes per second below which a transfer counts as stalled.
    package var lowestSpeed = 100
    /// When and how often transfers are retried.
    public var retry = RetryPolicy()

    /// The object store and the keys for `s3:` addresses. If `nil`, environment variables and profiles determine them
    /// for each reading.
    package var objects: ObjectAccess?

    // MARK: During reading

    /// The transform that changes or drops profiles while they are read; `nil` for none.
    package var rewriter: (any ProfileRewriter)?
    /// The mapping for a source that is a list in CSV, JSON or XML; `nil` if the source is IPF.
    package var list: (any ListMapper)?
    /// Whether to deliver the bytes as stored, without inflating them.
    package var keepsPacking = false
    /// The library that inflates compressed sources.
    package var inflating = InflateLibrary.fastest
    /// The maximum number of threads per source, at least 1.
    package var threads = min(8, Processors.count)

    /// The token with which any thread can cancel the reading; `nil` for none.
    public var cancellation: CancellationToken?
    /// A closure that is called with the progress on the caller's thread, even while nothing arrives; `nil` for none.
    ///
    /// It is called at most ten times a second, and once at the end.
    public var progress: (@Sendable (IngestProgress) -> Void)?
    /// The minimum time between two calls of `progress`.
    package var progressInterval: Duration = .milliseconds(100)
    /// A closure that is called before each retry with the error and the wait, on the transfer's thread; `nil` for
    /// none.
    package var retrying: (@Sendable (IngestError, Duration) -> Void)?

    /// The type that performs requests, which tests replace; `nil` for that of the system.
    var transfer: (any Transfer.Type)?

    /// Creates the default options.
    public init() {}
}

/// Limits on the resources that a source may use. If a limit is exceeded, reading ends with an error.
public struct IngestLimits: Hashable, Sendable {
    /// The limits of the reader, by default 16 MiB per record, 10,000 columns per format line and 10,000 types.
    public var records = ReaderLimits()
    /// The maximum number of inflated bytes, for all files of an archive together, by default 64 GiB. It does not apply
    /// to uncompressed mapped files.
    public var inflatedBytes = 64 << 30
    /// The maximum ratio of inflated to compressed bytes. It is checked once `ratioFreeBytes` are inflated.
    public var ratio = 1000
    /// The number of inflated bytes from which on the ratio is checked. Small files of repeated text compress better
    /// than large files.
    package var ratioFreeBytes = 1 << 20
    /// The maximum number of bytes in the header lines of a response.
    package var headerBytes = 256 << 10
    /// The maximum number of redirects for a request.
    package var redirects = 10

    /// Creates the default limits.
    public init() {}
}

/// When and how often transfers are retried.
///
/// Only transient failures are retried: no connection, a broken or stalled connection, and the statuses 408, 425, 429,
/// 500, 502, 503 and 504. A broken transfer resumes where it stopped, if the server supports ranges and the source has
/// not changed. After progress, retries are counted from one again.
public struct RetryPolicy: Hashable, Sendable {
    /// The maximum number of consecutive retries without progress; 0 for no retries.
    public var retries = 4
    /// The wait before the first retry. It doubles with each further retry.
    public var firstWait: Duration = .milliseconds(500)
    /// The maximum wait between two attempts. If a server requests a longer wait with `Retry-After`, the transfer
    /// fails.
    public var longestWait: Duration = .seconds(60)

    /// Creates a policy with a maximum number of retries and limits on waits.
    public init(retries: Int = 4, firstWait: Duration = .milliseconds(500), longestWait: Duration = .seconds(60)) {
        self.retries = retries
        self.firstWait = firstWait
        self.longestWait = longestWait
    }

    /// Returns the wait before retry `number`, counted from 1: exponential back-off with random jitter.
    ///
    /// The wait doubles with each retry, and is multiplied by a random factor from one half to one. So clients that
    /// lost the same server do not all return at the same time.
    package func wait(before number: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        var full = firstWait
        for _ in 1..<max(number, 1) where full < longestWait { full *= 2 }
        return min(full, longestWait) * Double.random(in: 0.5...1, using: &generator)
    }
}

extension IngestOptions {
    /// The fingerprint of the mapping and the transform; `nil` if there is neither. If it changes, the source must be
    /// read again.
    package var rules: String? {
        let rules = [list?.fingerprint, rewriter?.fingerprint].compactMap { $0 }
        return rules.isEmpty ? nil : rules.joined(separator: "; ")
    }

    /// Returns the credentials to send to an address; `nil` to send none.
    func credentials(for address: SourceAddress) -> Credentials? {
        let given = credentials.map { $0.completing(address.credentials) } ?? address.credentials
        guard let netrc, let host = address.host, given == nil || given?.userWithoutPassword != nil else {
            return given
        }
        return netrc.credentials(host: host, user: given?.userWithoutPassword) ?? given
    }

    /// Checks whether the credentials and headers can be sent to `address`.
    ///
    /// - Throws: `IngestError` of kind `invalidAddress` if one of them cannot be part of a request.
    func check(for address: SourceAddress) throws(IngestError) {
        if let fault = credentials(for: address)?.fault {
            throw IngestError(kind: .invalidAddress, reason: "credentials: \(fault)")
        }
        let validatorValues = [validators?.etag, validators?.lastModified].compactMap { $0 }
        for text in headers.flatMap({ [$0.name, $0.value] }) + validatorValues {
            guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { continue }
            throw IngestError(
                kind: .invalidAddress, reason: "headers: a header contains a control character; remove it")
        }
    }
}

extension IngestOptions {
    /// Adds a rewriter that is applied before the current one, if any.
    package mutating func rewrite(with first: (any ProfileRewriter)?) {
        guard let first else { return }
        rewriter = rewriter.map { RewriterPair(first: first, second: $0) } ?? first
    }
}
