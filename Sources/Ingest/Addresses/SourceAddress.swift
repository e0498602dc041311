package import SystemFiles

/// Where a source is: a file, standard input, or a URL (`ipf-format.md`, section 3).
///
/// ```
/// data/all.ipf.gz                    a path
/// -                                  standard input
/// file:///data/all%20of%20it.ipf     a file by its URL
/// https://user:secret@host/ipf       a URL, here with credentials
/// host:8080                          http://host:8080/ipf/all.ipf.gz
/// host:8080[update=30s]              the same, asked again every 30 seconds by a live connection
/// s3://bucket/ipf/all.ipf.gz         an object of an S3-compatible store
/// ```
///
/// `description` and debug output show the address without credentials and with the values of query parameters that look
/// like a secret (`token`, `key`, `signature`…) hidden; a mirror shows none of it. Which store an `s3:` address means, and who
/// asks it, say the usual variables (`AWS_ENDPOINT_URL_S3`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_PROFILE`…).
public struct SourceAddress: Hashable, Sendable {
    /// The kinds of places.
    package enum Kind: Hashable, Sendable {
        /// Standard input, read once.
        case standardInput
        /// A file, or whatever else has a path: a named pipe, a device.
        case file
        /// An http or https URL, or an object of a store.
        case web
    }

    enum Place: Hashable, Sendable {
        case standardInput
        case file(path: String)
        /// An http or https URL without user info and fragment, with only the characters that a request may hold.
        case web(url: String)
        case object(ObjectAddress)
    }

    private let hiddenPlace: Redacted<Place>
    var place: Place { hiddenPlace.value }

    /// The credentials of the URL's user info, or those set here; `nil` for none.
    public var credentials: Credentials?

    /// The `[update=PERIOD]` at the end of the address; `nil` where it names none.
    public var updatePeriod: Duration?

    init(place: Place, credentials: Credentials? = nil, updatePeriod: Duration? = nil) {
        hiddenPlace = Redacted(place)
        self.credentials = credentials
        self.updatePeriod = updatePeriod
    }

    /// The file with exactly this path, whatever its characters would mean in an address.
    public init(path: String) {
        self.init(place: .file(path: path))
    }

    /// `-`
    public static let standardInput = SourceAddress(place: .standardInput)

    /// What kind of place it is.
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

    /// The http or https URL that is requested, without credentials but with its whole query; `nil` for other kinds. For
    /// requests: `description` is what may be shown.
    public var url: String? {
        if case .web(let url) = place { url } else { nil }
    }

    /// The object that an `s3:` address names; `nil` for other kinds.
    package var object: ObjectAddress? {
        if case .object(let object) = place { object } else { nil }
    }

    /// The object at an address that was checked.
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
    /// The path, `-`, or the URL as it may be shown.
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

    /// The values in a query that are hidden.
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
    /// The file that is read, to be compared with those that are written; `nil` for the network, terminals, and what can't be
    /// looked at.
    package var identity: FileIdentity? {
        switch place {
        case .standardInput: FileIdentity(descriptor: OpenFile.standardInput.descriptor)
        case .file(let path): FileIdentity(path: path)
        case .web, .object: nil
        }
    }

    /// A Boolean value that indicates whether this source reads the file that `path` would write, through any links.
    package func isFile(at path: String) -> Bool { identity.map { $0 == FileIdentity(path: path) } ?? false }
}

extension IngestError {
    /// This error with the address of its source, unless it has one.
    func at(_ address: SourceAddress) -> IngestError { at(address.description) }

    /// This error with an address as it may be shown.
    func at(_ address: String) -> IngestError {
        var error = self
        error.address = error.address ?? address
        return error
    }
}
