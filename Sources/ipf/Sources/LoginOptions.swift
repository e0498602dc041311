import ArgumentParser
import Ingest
import Scanning
import Synchronization
import SystemFiles

/// The options for credentials of sources' servers. They name files, so that no secret is on the command line, where
/// all users of the machine can read it.
struct LoginOptions: ParsableArguments {
    @Flag(help: "Look up the host's user and password in ~/.netrc.")
    var netrc = false

    @Option(help: ArgumentHelp("Look them up in this file, in the format of ~/.netrc.", valueName: "file"))
    var netrcFile: String?

    @Option(
        help: ArgumentHelp(
            "A file whose first line is the password of the user in the address, https://USER@HOST/…. (default: "
                + "IPF_PASSWORD, if set)", valueName: "file"))
    var passwordFile: String?

    func validate() throws {
        if netrc, netrcFile != nil {
            throw ValidationError("--netrc and --netrc-file can't be combined.")
        }
        if passwordFile != nil, netrc || netrcFile != nil {
            throw ValidationError("--password-file can't be combined with --netrc or --netrc-file.")
        }
    }

    /// Whether any of the options was given.
    var isSet: Bool { netrc || netrcFile != nil || passwordFile != nil }

    /// Adds credentials to `options`: those of the command line or, if it has none, those of the environment.
    ///
    /// - Throws: an error if a file can't be read, or its first line is empty.
    func apply(to options: inout IngestOptions, tokenFile: String?) throws {
        options.credentialAdvice = Self.advice
        if let tokenFile {
            options.credentials = .bearer(String(try Self.firstLine(tokenFile).trimmed(where: \.isWhitespace)))
        } else if let passwordFile {
            options.credentials = .password(try Self.firstLine(passwordFile))
        } else if let path = netrcFile ?? (netrc ? Self.netrcPath : nil) {
            let text = Array(try Self.text(path).utf8)
            do {
                options.netrc = try Netrc(parsing: text.span)
            } catch {
                throw Failure(.badInput, "\(path): \(error)")
            }
        } else if let token = Environment.value("IPF_TOKEN") {
            options.credentials = .bearer(token)
        } else if let password = Environment.value("IPF_PASSWORD") {
            options.credentials = .password(password)
        }
    }

    /// Returns options for reading other files than the sources. They contain no token, because the token is not meant
    /// for the servers of these files.
    static func passwordFromEnvironment() -> IngestOptions {
        var options = IngestOptions()
        options.credentials = Environment.value("IPF_PASSWORD").map { .password($0) }
        options.credentialAdvice = "give the user in the address, https://USER@HOST/…, and the password in IPF_PASSWORD"
        return options
    }

    /// The contents of files by path. They are cached, because each source needs them, but a pipe can be read only
    /// once.
    private static let known = Mutex<[String: String]>([:])

    private static func text(_ path: String) throws -> String {
        try known.withLock { known in
            if let text = known[path] { return text }
            let text = try SmallFile.text(path)
            known[path] = text
            return text
        }
    }

    private static func firstLine(_ path: String) throws -> String {
        let line = try text(path).prefix { !$0.isNewline }
        guard !line.isEmpty else {
            throw Failure(.badInput, "\(path): the first line is empty, expected a password or token")
        }
        return String(line)
    }

    private static var netrcPath: String { (Environment.value("HOME") ?? "/") + "/.netrc" }

    private static let advice =
        "give a token by --token-file (of serve: --source-token-file) or IPF_TOKEN, or a password by --netrc, or by "
        + "--password-file or IPF_PASSWORD with the user in the address, https://USER@HOST/…"

    /// The help text about credentials.
    static let help = """
        Keep passwords off the command line, where other users can see them (https://USER:PASSWORD@HOST/…). A password \
        comes from ~/.netrc (--netrc), or, with the user in the address (https://USER@HOST/…), from --password-file or \
        IPF_PASSWORD. A bearer token comes from --token-file or IPF_TOKEN. Options override variables.

        For s3 addresses, the usual variables apply: AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY and \
        AWS_SESSION_TOKEN, or AWS_PROFILE with ~/.aws/credentials and ~/.aws/config; AWS_REGION; and \
        AWS_ENDPOINT_URL_S3 for a store other than Amazon's. Without keys, requests are not signed, which public \
        buckets allow.
        """
}

/// A bearer token for the servers of sources.
struct TokenOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file whose first line is the bearer token for servers. (default: IPF_TOKEN, if set)",
            valueName: "file"))
    var tokenFile: String?
}

/// The token option of commands whose `--token-file` has another meaning.
struct SourceTokenOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file whose first line is the bearer token for the server. (default: IPF_TOKEN, if set)",
            valueName: "file"))
    var sourceTokenFile: String?
}
