/// Users and passwords by host, from a file of the form that `ftp` gave its name (`~/.netrc`).
///
/// ```
/// # comments begin a line
/// machine example.org login alice password "with \"quotes\" and spaces"
/// machine example.org login bob password s3cret
/// default login anonymous password guest
/// ```
/// Words stand apart by spaces or line ends; in quotes they may hold both. `account` is passed over, and `macdef` with all lines
/// to the next empty one. Neither printing, interpolating nor dumping a value shows what is in it.
public struct Netrc: Hashable, Sendable {
    struct Machine: Hashable, Sendable {
        /// `nil` for `default`.
        var host: String?
        var login: String?
        var password: String?
    }

    private let hidden: Redacted<[Machine]>
    private var machines: [Machine] { hidden.value }

    /// - Throws: `IngestError` of kind `invalidAddress`, with the line; it shows nothing of the text.
    public init(parsing text: Span<UInt8>) throws(IngestError) {
        var parser = NetrcParser(text: Array(copying: text))
        hidden = Redacted(try parser.machines())
    }

    /// The credentials of the first machine of that name, or of `default`; of several users' the one asked for.
    ///
    /// - Parameter user: `nil` for any.
    /// - Returns: `nil` where there is none with a password.
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
    /// How many machines there are, and nothing else.
    public var description: String { "netrc of \(machines.count) machines (hidden)" }
}

/// Reads the form, a word at a time.
private struct NetrcParser {
    let text: [UInt8]
    private var position = 0
    private var line = 1

    init(text: [UInt8]) { self.text = text }

    /// `(machine HOST | default | login USER | password WORD | account WORD | macdef NAME LINES)…`
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
            default: throw fault("another word than machine, default, login, password, account and macdef")
            }
        }
        return machines
    }

    /// The word that must follow another one.
    private mutating func value() throws(IngestError) -> String {
        guard let value = try word(mayComment: false) else {
            throw fault("the end of the file, where a value was expected")
        }
        return value
    }

    /// The next word; `nil` at the end of the text. Comments are passed over where there may be some: a password may begin with `#`.
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

    /// `"…"` with `\` before a quote or a backslash, and for `n`, `r` and `t`. Begins at the quote, ends after the other.
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
        guard position < text.count else { throw fault("a quote that is not closed") }
        position += 1
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): ASCII.lineFeed, UInt8(ascii: "r"): ASCII.carriageReturn, UInt8(ascii: "t"): 0x09,
    ]

    /// To the line after the next empty one.
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
