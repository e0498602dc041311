package import SystemFiles

/// The address of a source: a file, standard input, or a URL (`ipf-format.md`, section 3).
///
/// ```
/// data/all.ipf.gz                    a path
/// -                                  standard input
/// file:///data/all%20of%20it.ipf     a file by its URL
/// https://user:secret@host/ipf       a URL, here with credentials
/// host:8080                          http://host:8080/ipf/all.ipf.gz
/// host:8080[update=30s]              a live connection that updates every 30 seconds
/// s3://bucket/ipf/all.ipf.gz         an object of an S3-compatible store
/// ```
///
/// `description` and debug output omit credentials, and hide the values of query parameters that look like secrets
/// (`token`, `key`, `signature`…). A mirror shows nothing of the address. The usual environment variables determine the
/// store and the keys for an `s3:` address (`AWS_ENDPOINT_URL_S3`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_PROFILE`…).
public struct SourceAddress: Hashable, Sendable {
    /// The kind of an address.
    package enum Kind: Hashable, Sendable {
        /// Standard input, which can be read only once.
        case standardInput
        /// A file, or something else that has a path, such as a named pipe or a device.
        case file
        /// An http or https URL, or an object of an object store.
        case web
    }

    enum Place: Hashable, Sendable {
        case standardInput
        case file(path: String)
        /// An http or https URL without user info and fragment, encoded for use in a request.
        case web(url: String)
        case object(ObjectAddress)
    }

    private let hiddenPlace: Redacted<Place>
    var place: Place { hiddenPlace.value }

    /// The credentials for the server, initially those of the URL's user info; `nil` for none.
    public var credentials: Credentials?

    /// The period in `[update=PERIOD]` at the end of the address; `nil` if the address has no period.
    public var updatePeriod: Duration?

    init(place: Place, credentials: Credentials? = nil, updatePeriod: Duration? = nil) {
        hiddenPlace = Redacted(place)
        self.credentials = credentials
        self.updatePeriod = updatePeriod
    }

    /// Creates the address of the file with exactly this path. The path is not parsed as an address.
    public init(path: String) {
        self.init(place: .file(path: path))
    }

    /// The address of standard input, `-`.
    public static let standardInput = SourceAddress(place: .standardInput)

    /// The kind of the address.
    package var kind: Kind {
        switch place {
        case .standardInput: .standardInput
        case .file: .file
        case .web, .object: .web
        }
    }

    /// The path of a file; `nil` for other kinds.
    public var path: String? {
        if case .file(let path) = place { path } else { nil }
    }

    /// The http or https URL to request, without credentials but with the whole query; `nil` for other kinds.
    ///
    /// Use it only for requests. For display, use `description`, which hides secrets.
    public var url: String? {
        if case .web(let url) = place { url } else { nil }
    }

    /// The object that an `s3:` address names; `nil` for other kinds.
    package var object: ObjectAddress? {
        if case .object(let object) = place { object } else { nil }
    }

    /// Creates the address of an object.
    package init(_ object: ObjectAddress) { self.init(place: .object(object)) }

    /// The host of a URL, without brackets and port; `nil` for other kinds.
    var host: String? {
        guard case .web(let url) = place, let slashes = url.firstRange(of: "://") else { return nil }
        let authority = url[slashes.upperBound...].prefix { $0 != "/" && $0 != "?" }
        if authority.first == "[" { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }
}

extension SourceAddress: CustomStringConvertible {
    /// The path, `-`, or the URL with its secrets hidden.
    public var description: String {
        switch place {
        case .standardInput: "-"
        case .file(let path): path
        case .web(let url): Self.hidingSecrets(inQueryOf: url)
        case .object(let object): object.description
        }
    }

    private static let secretWords = [
        "token", "key", "secret", "password", "passwd", "pwd", "sig", "auth", "credential",
    ]

    static func hidingSecrets(inQueryOf url: String) -> String {
        guard let mark = url.firstIndex(of: "?") else { return url }
        let parameters = url[url.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        let shown = parameters.map { parameter in
            secretValue(of: parameter).map { parameter[..<$0.startIndex] + "…" } ?? String(parameter)
        }
        return url[...mark] + shown.joined(separator: "&")
    }

    /// Returns the values in a query that `hidingSecrets` hides.
    static func secretValues(inQuery query: Substring) -> [Substring] {
        query.split(separator: "&").compactMap(secretValue)
    }

    private static func secretValue(of parameter: Substring) -> Substring? {
        guard let equals = parameter.firstIndex(of: "=") else { return nil }
        let name = parameter[..<equals].lowercased()
        return secretWords.contains(where: name.contains) ? parameter[equals...].dropFirst() : nil
    }
}

extension SourceAddress {
    /// The identity of the source file, which is compared with files to be written. `nil` for network sources, for
    /// terminals, and if the file cannot be examined.
    package var identity: FileIdentity? {
        switch place {
        case .standardInput: FileIdentity(descriptor: OpenFile.standardInput.descriptor)
        case .file(let path): FileIdentity(path: path)
        case .web, .object: nil
        }
    }

    /// A Boolean value that indicates whether this source is the file that would be replaced by writing to `path`,
    /// after resolving links.
    package func isFile(at path: String) -> Bool { identity.map { $0 == FileIdentity(path: path) } ?? false }
}

extension IngestError {
    /// Returns this error with the address of its source, unless it already contains an address.
    func at(_ address: SourceAddress) -> IngestError { at(address.description) }

    /// Returns this error with an address, unless it already contains one. The address must not contain secrets.
    func at(_ address: String) -> IngestError {
        var error = self
        error.address = error.address ?? address
        return error
    }
}
