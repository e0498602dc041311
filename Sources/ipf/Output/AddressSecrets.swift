import Ingest
import Scanning
import Synchronization
import SystemFiles

/// The secrets in the addresses of arguments, environment variables and a configuration file.
///
/// The types for addresses do not print their secrets. But other code quotes arguments unchanged, for example the
/// argument parser, or an error about a file name. Therefore `TerminalText` removes these secrets from all text for
/// users.
enum AddressSecrets {
    private static let replacements = Mutex(
        (CommandLine.arguments.dropFirst() + proxies.compactMap { Environment[$0] }).flatMap(replacements(in:)))

    private static let proxies = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]

    /// Adds the secrets of a value. Arguments and the environment's proxy variables are included from the start.
    static func add(_ value: String) {
        let found = replacements(in: value)
        if !found.isEmpty { replacements.withLock { $0 += found } }
    }

    /// Replaces each secret in a text with `…`.
    static func redacted(_ text: String) -> String {
        replacements.withLock { $0 }.reduce(text) { $0.replacing($1.secret, with: $1.shown) }
    }

    private static func replacements(in value: String) -> [(secret: String, shown: String)] {
        guard value.contains("@") || value.contains("=") else { return [] }
        // The address may be the value of an option: `--traces=http://…`.
        let option = value.hasPrefix("--") ? value.firstIndex(of: "=") : nil
        let address = option.map { String(value[value.index(after: $0)...]) } ?? value
        var secrets = SourceAddress.secrets(in: address)
        secrets += secrets.compactMap { try? PercentCoding.decode($0[...]) }
        // The address may be a list of PostgreSQL's parameters: `host=… password=…`.
        if let name = address.firstRange(of: "password=") {
            secrets.append(String(address[name.upperBound...].prefix { !" &'".contains($0) }))
        }
        // A short secret may also occur within other words, so it is only replaced where an address has its password.
        return secrets.filter { !$0.isEmpty }
            .map { $0.utf8.count > 3 ? (secret: $0, shown: "…") : (secret: ":\($0)@", shown: ":…@") }
    }
}
