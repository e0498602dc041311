/// User names and passwords by host, parsed from a netrc file (`~/.netrc`).
///
/// ```
/// # comments begin a line
/// machine example.org login alice password "with \"quotes\" and spaces"
/// machine example.org login bob password s3cret
/// default login anonymous password guest
/// ```
/// libcurl's own reader is not used, because it would also look up passwords for the hosts of redirects.
///
/// Words are separated by spaces or line breaks, which a quoted word may contain. The parser skips `account`, and skips
/// `macdef` up to the next empty line. Printing, interpolating or dumping a value never shows its secrets.
public struct Netrc: Hashable, Sendable {
    struct Machine: Hashable, Sendable {
        /// The host name; `nil` for `default`.
        var host: String?
        var login: String?
        var password: String?
    }

    private let hidden: Redacted<[Machine]>
    private var machines: [Machine] { hidden.value }

    /// Parses the text of a netrc file.
    ///
    /// - Throws: `IngestError` of kind `invalidAddress` with the line number. The message contains nothing from the
    ///   text.
    public init(parsing text: Span<UInt8>) throws(IngestError) {
        var parser = NetrcParser(text: Array(copying: text))
        hidden = Redacted(try parser.machines())
    }

    /// Returns the credentials of the first entry that is for `host` or is the default, matches `user`, and has a
    /// password.
    ///
    /// - Parameter user: The user to look for, or `nil` for any user.
    /// - Returns: The credentials; `nil` if there is no such entry.
    func credentials(host: String, user: String?) -> Credentials? {
        for machine in machines {
            guard machine.host.map({ $0.lowercased() == host.lowercased() }) ?? true,
                let login = user ?? machine.login, login == machine.login ?? login, let password = machine.password
            else { continue }
            return .basic(user: login, password: password)
        }
        return nil
    }
}

extension Netrc: CustomStringConvertible {
    /// The number of machines, without their names and secrets.
    public var description: String { "netrc of \(machines.count) machines (hidden)" }
}

/// Parses a netrc file word by word.
private struct NetrcParser {
    let text: [UInt8]
    private var position = 0
    private var line = 1

    init(text: [UInt8]) { self.text = text }

    /// Parses `(machine HOST | default | login USER | password WORD | account WORD | macdef NAME LINES)…`
    mutating func machines() throws(IngestError) -> [Netrc.Machine] {
        var machines: [Netrc.Machine] = []
        while let word = try word(mayComment: true) {
            switch word {
            case "machine": machines.append(Netrc.Machine(host: try value()))
            case "default": machines.append(Netrc.Machine(host: nil))
            case "macdef": skipMacro()
            case "account": _ = try value()
            case "login", "password":
                let value = try value()
                guard !machines.isEmpty else { throw fault("\(word) before the first machine") }
                let last = machines.count - 1
                if word == "login" { machines[last].login = value } else { machines[last].password = value }
            default: throw fault("an unknown word")
            }
        }
        return machines
    }

    /// Returns the word that must follow a keyword.
    private mutating func value() throws(IngestError) -> String {
        guard let value = try word(mayComment: false) else {
            throw fault("the end of the file instead of a value")
        }
        return value
    }

    /// Returns the next word; `nil` at the end of the text.
    ///
    /// Comments are skipped only if `mayComment`, because a password may begin with `#`.
    private mutating func word(mayComment: Bool) throws(IngestError) -> String? {
        while position < text.count {
            if mayComment, text[position] == ASCII.hash {
                skipLine()
            } else if isBlank(text[position]) {
                advance()
            } else {
                break
            }
        }
        guard position < text.count else { return nil }
        if text[position] == ASCII.quote { return try quoted() }
        let start = position
        while position < text.count, !isBlank(text[position]) { position += 1 }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    /// Parses `"…"` with the escapes `\"`, `\\`, `\n`, `\r` and `\t`. Afterwards the position is after the closing
    /// quote.
    private mutating func quoted() throws(IngestError) -> String {
        var bytes: [UInt8] = []
        position += 1
        while position < text.count, text[position] != ASCII.quote {
            if text[position] == UInt8(ascii: "\\"), position + 1 < text.count {
                position += 1
                bytes.append(Self.escapes[text[position]] ?? text[position])
            } else {
                bytes.append(text[position])
            }
            advance()
        }
        guard position < text.count else { throw fault("an unclosed quote") }
        position += 1
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): ASCII.lineFeed, UInt8(ascii: "r"): ASCII.carriageReturn, UInt8(ascii: "t"): 0x09,
    ]

    /// Skips to the next empty line.
    private mutating func skipMacro() {
        repeat { skipLine() } while position < text.count && text[position] != ASCII.lineFeed
    }

    private mutating func skipLine() {
        while position < text.count, text[position] != ASCII.lineFeed { position += 1 }
        if position < text.count { advance() }
    }

    private mutating func advance() {
        if text[position] == ASCII.lineFeed { line += 1 }
        position += 1
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == 0x09 || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }

    private func fault(_ found: String) -> IngestError {
        IngestError(
            kind: .invalidAddress,
            reason: "netrc, line \(line): found \(found); expected machine HOST login USER password WORD")
    }
}
