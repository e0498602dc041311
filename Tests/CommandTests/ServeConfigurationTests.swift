import Foundation
import Ingest
import TestSupport
import Testing

/// Options of `ipf serve` from a file and the environment.
@Suite struct ServeConfigurationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: folder.path("ipf.yaml"))) }

    private func serve(_ arguments: String..., environment: [String: String] = [:]) throws -> Command.Result {
        try Command.run(["serve", "--config", "ipf.yaml"] + arguments, in: folder.url, environment: environment)
    }

    /// Returns the output of `--print-config`: the value and its origin for each option.
    private func printed(_ arguments: String..., environment: [String: String] = [:]) throws -> [String: [String]] {
        let result = try Command.run(
            ["serve", "--print-config"] + arguments, in: folder.url, environment: environment)
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        var rows: [String: [String]] = [:]
        for line in result.output.split(separator: "\n") {
            let cells = line.split(separator: "  ", omittingEmptySubsequences: true)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            rows[cells[0]] = Array(cells.dropFirst())
        }
        return rows
    }

    private static let example = """
        # of the host in Frankfurt
        catalog: all.ipfc

        port: 8443
        access-log: true        # while it is new
        lenient: false
        allow-host: [a.example, 'b''s', "c, \\"d\\""]
        allow-origin:
          - "https://desk.example"
          # further ones
          - https://other.example
        rate-limit:
        token-file: ~
        log-level: "info"

        """

    @Test func eachValueIsShownWithItsOrigin() throws {
        try write(Self.example)
        let file = try printed("--config", "ipf.yaml")
        #expect(file["OPTION"] == ["VALUE", "FROM"])
        #expect(file["catalog"] == ["all.ipfc", "ipf.yaml:2"])
        #expect(file["port"] == ["8443", "ipf.yaml:4"])
        #expect(file["access-log"] == ["true", "ipf.yaml:5"])
        #expect(file["allow-host"] == ["a.example, b's, c, \"d\"", "ipf.yaml:7"])
        #expect(file["allow-origin"] == ["https://desk.example, https://other.example", "ipf.yaml:8"])
        #expect(file["log-level"] == ["info", "ipf.yaml:14"])
        #expect(file["host"] == ["127.0.0.1", "default"])
        #expect(file["allow-shrink"] == ["false", "default"])
        for unset in ["rate-limit", "token-file", "master"] { #expect(file[unset] == ["–", "default"], "\(unset)") }
        #expect(file["config"] == nil && file["help"] == nil)
    }

    @Test func theCommandLineOverridesTheEnvironmentAndTheFile() throws {
        try write(Self.example)
        let environment = [
            "IPF_SERVE_CONFIG": "ipf.yaml", "IPF_SERVE_PORT": "9000", "IPF_SERVE_HOST": "0.0.0.0",
            "IPF_SERVE_ALLOW_HOST": "x.example,y.example", "IPF_SERVE_ACCESS_LOG": "false", "IPF_SERVE_RATE_LIMIT": "",
            "IPF_OVERLAY": "closures.properties",
        ]
        let shown = try printed("other.ipfc", "--port", "7000", "--allow-origin=z", environment: environment)
        #expect(shown["catalog"] == ["other.ipfc", "command line"])
        #expect(shown["port"] == ["7000", "command line"])
        #expect(shown["allow-origin"] == ["z", "command line"])
        #expect(shown["host"] == ["0.0.0.0", "IPF_SERVE_HOST"])
        #expect(shown["allow-host"] == ["x.example, y.example", "IPF_SERVE_ALLOW_HOST"])
        #expect(shown["access-log"] == ["false", "IPF_SERVE_ACCESS_LOG"])
        #expect(shown["log-level"] == ["info", "ipf.yaml:14"])
        #expect(shown["rate-limit"] == ["–", "default"])
        #expect(shown["overlay"] == ["closures.properties", "IPF_OVERLAY"])
    }

    @Test func secretsAreNotShown() throws {
        try write("source: https://me:geheim@example.org/all.ipf?token=abc\n")
        let shown = try printed(
            "--config", "ipf.yaml", environment: ["IPF_SERVE_DEFAULTS_URL": "https://example.org/x?key=def"])
        #expect(shown["source"] == ["https://example.org/all.ipf?token=…", "ipf.yaml:1"])
        #expect(shown["defaults-url"] == ["https://example.org/x?key=…", "IPF_SERVE_DEFAULTS_URL"])
        let master = try printed("--master", "postgresql://me:geheim@db.example.org/master")
        #expect(master["master"]?[0].contains("geheim") == false && master["master"]?[1] == "command line")
    }

    @Test(arguments: [
        ("prot: 1", "line 1: unknown option prot; did you mean port?"),
        ("config: x", "line 1: unknown option config"),
        ("a: 1\n", "line 1: unknown option a"),
        ("port: 1\n\nport: 2\n", "line 3: port is set twice, first on line 1; remove one of them"),
        ("port: [1, 2]", "line 1: port accepts one value, found a list"),
        ("access-log: maybe", "line 1: expected true or false for access-log"),
        ("\tport: 1", "line 1: found a tab, expected spaces"),
        ("serve:\n  port: 1", "line 2: found “port: 1”, expected OPTION: VALUE at the beginning of the line"),
        ("port 8080", "line 1: found “port 8080”, expected OPTION: VALUE at the beginning of the line"),
        ("port:8080", "line 1: found “port:8080”, expected OPTION: VALUE at the beginning of the line"),
        ("- a", "line 1: found an item, expected OPTION: before it"),
        ("host: \"a", "line 1: found the end of the line, expected \" at the end of the value"),
        ("host: 'a", "line 1: found the end of the line, expected ' at the end of the value"),
        (
            "host: \"\\n\"",
            "line 1: found “\"”, expected \\\" or \\\\ in double quotes; use single quotes for other backslashes"
        ),
        ("host: 'a' b", "line 1: found “b”, expected the end of the line after the value"),
        ("allow-host: [a", "line 1: found the end of the line, expected , or ]"),
        ("allow-host: [a] b", "line 1: found “b”, expected the end of the line after ]"),
        ("host: &x a", "line 1: found “&x a”, expected a value; put a value with this first character in quotes"),
        ("host: a: b", "line 1: found “a: b”, which contains a colon and a space; put it in quotes"),
    ])
    func malformedConfigurationFilesAreErrors(text: String, reason: String) throws {
        try write(text)
        let result = try serve("all.ipfc")
        #expect(result.status == 2 && result.output == "")
        #expect(result.errors.hasPrefix("ipf: ipf.yaml: \(reason)"), "\(result.errors)")
    }

    @Test func invalidValuesNameTheirOrigin() throws {
        try write("port: 99999\n")
        let port = try serve("all.ipfc")
        #expect(port.status == 2)
        #expect(port.errors == "ipf: ipf.yaml:1: --port is 99999, expected 0 to 65535.\n")
        try write("host: localhost\nport: many\n")
        let number = try serve("all.ipfc")
        #expect(number.errors.hasPrefix("ipf: ipf.yaml:2: The value 'many' is invalid for '--port"), "\(number.errors)")
        let variable = try serve("all.ipfc", environment: ["IPF_SERVE_PORT": "-1"])
        #expect(variable.errors == "ipf: IPF_SERVE_PORT: --port is -1, expected 0 to 65535.\n")
        // Errors in command-line arguments have the parser's form.
        #expect(try serve("all.ipfc", "--port", "70000").errors.hasPrefix("Error: --port is 70000"))
        try write("port: 0\n")
        for (name, value, reason) in [
            ("PROT", "1", "the variable IPF_SERVE_PROT is not an option of ipf serve; did you mean IPF_SERVE_PORT?"),
            ("ACCESS_LOG", "maybe", "expected true or false in the variable IPF_SERVE_ACCESS_LOG"),
        ] {
            let result = try serve("all.ipfc", environment: ["IPF_SERVE_\(name)": value])
            #expect(result.status == 2)
            #expect(result.errors == "ipf: \(reason)\n")
        }
        // The parser reports an unknown command-line option.
        #expect(try serve("all.ipfc", "--prot", "1").errors.hasPrefix("Error: Unknown option '--prot'"))
        let missing = try Command.run(["serve", "--config", "none.yaml"], in: folder.url)
        #expect(missing.status == 4 && missing.errors.hasPrefix("ipf: none.yaml: "), "\(missing.errors)")
        // An invalid configuration doesn't prevent `--help`.
        try write("prot: 1\n")
        #expect(try serve("--help").status == 0)
    }

    @Test(.timeLimit(.minutes(60))) func aServiceUsesItsConfiguration() throws {
        let sample = "\(Command.root.path)/Samples/Data/sample.ipf.gz"
        #expect(try Command.run(["import", sample, "-o", folder.path("all.ipfc")]).status == 0)
        try write(
            "catalog: \(folder.path("all.ipfc"))\nport: 1\naccess-log: true\nlog-level: debug\nlog-format: json\n")
        let process = try FollowerProcess(
            ["serve", "--config", folder.path("ipf.yaml"), "--log-level", "info"],
            environment: ["IPF_SERVE_PORT": "0"])
        let line = try #require(process.line())
        #expect(line.hasPrefix("listening on http://127.0.0.1:"))
        let service = try #require(line.split(separator: " ").last)
        let answer = try readBytes(from: SourceAddress(parsing: "\(service)/healthz"))
        #expect(String(decoding: answer, as: UTF8.self) == "ok\n")
        #expect(process.waits(for: "\"path\": \"/healthz\""))
        process.send(SIGTERM)
        #expect(process.wait() == 0)
    }
}
