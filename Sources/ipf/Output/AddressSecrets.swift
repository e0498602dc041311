import Ingest
import Scanning
import Synchronization
import SystemFiles

/// The secrets of the addresses that the process was given, in arguments, variables and a configuration file.
///
/// Commands hold addresses as types that don't print their secrets. Others quote arguments as they are, such as the
/// parser of arguments, or an error about a file of that name. So no text for people contains one of these
/// (`TerminalText`).
enum AddressSecrets {
    private static let replacements = Mutex(
        (CommandLine.arguments.dropFirst() + proxies.compactMap { Environment[$0] }).flatMap(replacements(in:)))

    private static let proxies = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]

    /// Adds those of a value that is neither an argument nor a proxy.
    static func add(_ value: String) {
        let found = replacements(in: value)
        if !found.isEmpty { replacements.withLock { $0 += found } }
    }

    /// The text with `…` for each of them.
    static func redacted(_ text: String) -> String {
        replacements.withLock { $0 }.reduce(text) { $0.replacing($1.secret, with: $1.shown) }
    }

    private static func replacements(in value: String) -> [(secret: String, shown: String)] {
        guard value.contains("@") || value.contains("=") else { return [] }
        // The value of an option, `--traces=http://…`.
        let option = value.hasPrefix("--") ? value.firstIndex(of: "=") : nil
        let address = option.map { String(value[value.index(after: $0)...]) } ?? value
        var secrets = SourceAddress.secrets(in: address)
        secrets += secrets.compactMap { try? PercentCoding.decode($0[...]) }
        // PostgreSQL's `host=… password=…`.
        if let name = address.firstRange(of: "password=") {
            secrets.append(String(address[name.upperBound...].prefix { !" &'".contains($0) }))
        }
        // A short one may be a part of any word, and is only left out where an address has its password.
        return secrets.filter { !$0.isEmpty }
            .map { $0.utf8.count > 3 ? (secret: $0, shown: "…") : (secret: ":\($0)@", shown: ":…@") }
    }
}
