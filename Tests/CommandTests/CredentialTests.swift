import Foundation
import TestSupport
import Testing

/// Passwords and tokens from files, variables and pipes, so that none must be given on a command line.
@Suite struct CredentialTests {
    private let folder: TemporaryFolder
    private let server: LoopbackServer

    init() throws {
        folder = try TemporaryFolder()
        server = try LoopbackServer { request in
            request.headers["authorization"] == nil
                ? [.response(401)] : [.response(200, [:], Array("#S::=TYPE,SYMBOL\nS,A\n##COMPLETE\n".utf8))]
        }
        for (name, text) in [
            ("token", "t0ken \nsecond line\n"), ("password", "pass word\n"), ("empty", "\n"),
            ("netrc", "machine other login x password y\nmachine 127.0.0.1\n login bob password b0b\n"),
            ("broken", "machine 127.0.0.1\nlogin bob s3cret x\n"),
        ] {
            try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
        }
        try FileManager.default.createDirectory(atPath: folder.path("home"), withIntermediateDirectories: true)
        try Data("default login carol password c4rol".utf8).write(to: URL(filePath: folder.path("home/.netrc")))
    }

    private func address(_ user: String = "") -> String { "http://\(user)127.0.0.1:\(server.port)/a.ipf" }

    private func basic(_ text: String) -> String { "Basic \(Data(text.utf8).base64EncodedString())" }

    @Test func credentialsAreReadFromEveryPlace() throws {
        let rows: [(user: String, options: [String], environment: [String: String], sent: String)] = [
            ("", ["--token-file", "token"], [:], "Bearer t0ken"),
            ("", [], ["IPF_TOKEN": "env"], "Bearer env"),
            ("alice@", ["--password-file", "password"], [:], basic("alice:pass word")),
            ("alice@", [], ["IPF_PASSWORD": "env"], basic("alice:env")),
            ("", ["--netrc-file", "netrc"], [:], basic("bob:b0b")),
            ("", ["--netrc"], ["HOME": folder.path("home")], basic("carol:c4rol")),
            ("carol@", ["--netrc"], ["HOME": folder.path("home")], basic("carol:c4rol")),
            // A password in the address takes precedence. A separate password belongs to the user in the address.
            ("alice:own@", ["--netrc-file", "netrc"], [:], basic("alice:own")),
            ("alice:own@", [], ["IPF_PASSWORD": "env"], basic("alice:own")),
            ("alice@", ["--netrc-file", "netrc"], [:], basic("alice:")),
            // Options take precedence over variables, and a token over a password.
            ("alice@", ["--password-file", "password"], ["IPF_TOKEN": "env"], basic("alice:pass word")),
            ("", ["--netrc-file", "netrc"], ["IPF_TOKEN": "env"], basic("bob:b0b")),
            ("alice@", [], ["IPF_TOKEN": "token", "IPF_PASSWORD": "env"], "Bearer token"),
        ]
        for row in rows {
            let count = server.requests.count
            let result = try Command.run(
                ["scan", address(row.user)] + row.options, in: folder.url, environment: row.environment)
            #expect(result.status == 0, "\(row): \(result.errors)")
            #expect(server.requests.dropFirst(count).map { $0.headers["authorization"] } == [row.sent], "\(row)")
        }
    }

    /// Credentials may come from a command, such as the client of a password store, also for a live source.
    @Test(.timeLimit(.minutes(60))) func credentialsMayComeFromPipes() throws {
        for (option, sent) in [
            ("--token-file <(echo t0ken)", "Bearer t0ken"), ("--password-file <(echo pw)", basic("alice:pw")),
            ("--netrc-file <(echo default password pw)", basic("alice:pw")),
        ] {
            let count = server.requests.count
            let result = try Command.shell(
                "$ipf import \(address("alice@")) \(address("alice@")) -o c \(option)", in: folder.url)
            #expect(result.status == 0, "\(option): \(result.errors)")
            #expect(server.requests.dropFirst(count).map { $0.headers["authorization"] } == [sent, sent], "\(option)")
        }
        let watch = try FollowerProcess(["watch", address(), "--netrc-file", folder.path("netrc")])
        #expect(watch.line() == "+ S A")
        #expect(server.requests.last?.headers["authorization"] == basic("bob:b0b"))
        let service = try FollowerProcess(
            ["serve", "--source", address(), "--source-token-file", folder.path("token"), "--port", "0"])
        #expect(service.line()?.hasPrefix("listening on ") == true)
        #expect(server.requests.contains { $0.headers["authorization"] == "Bearer t0ken" })
    }

    @Test func refusedCredentialsNameTheOptionsAndVariables() throws {
        let result = try Command.run(["import", address(), "-o", "c"], in: folder.url)
        #expect(result.status == 4)
        #expect(
            result.errors == """
                ipf: http://127.0.0.1:\(server.port)/a.ipf: the server rejected the credentials (HTTP 401); give a token by \
                --token-file (of serve: --source-token-file) or IPF_TOKEN, or a password by --netrc, or by --password-file or \
                IPF_PASSWORD with the user in the address, https://USER@HOST/…

                """)
        let defaults = try Command.run(["calendar", "lint", address()], in: folder.url)
        #expect(
            defaults.errors == """
                ipf: http://127.0.0.1:\(server.port)/a.ipf: the server rejected the credentials (HTTP 401); give the user in \
                the address, https://USER@HOST/…, and the password in IPF_PASSWORD

                """)
        let known = try Command.run(
            ["calendar", "lint", address("alice@")], in: folder.url, environment: ["IPF_PASSWORD": "pw"])
        #expect(known.status == 1 && server.requests.last?.headers["authorization"] == basic("alice:pw"))
    }

    @Test func invalidCredentialFilesAreErrors() throws {
        let rows: [(options: [String], status: Int32, error: String)] = [
            (["--token-file", "missing"], 4, "ipf: missing: no such file; check the path\n"),
            (["--password-file", "empty"], 3, "ipf: empty: the first line is empty, expected a password or token\n"),
            (["--netrc-file", "missing"], 4, "ipf: missing: no such file; check the path\n"),
            (["--netrc"], 4, "ipf: \(folder.path("nowhere"))/.netrc: no such file; check the path\n"),
            (
                ["--netrc-file", "broken"], 3,
                """
                ipf: broken: netrc, line 2: found an unknown word; \
                expected machine HOST login USER password WORD

                """
            ),
        ]
        for row in rows {
            let result = try Command.run(
                ["scan", address()] + row.options, in: folder.url, environment: ["HOME": folder.path("nowhere")])
            #expect(result.status == row.status && result.errors == row.error, "\(row.options): \(result)")
        }
        for options in [
            ["--token-file", "token", "--netrc"], ["--netrc", "--netrc-file", "netrc"],
            ["--password-file", "password", "--netrc"],
        ] {
            #expect(try Command.run(["scan", address()] + options, in: folder.url).status == 2, "\(options)")
        }
        #expect(try Command.run(["serve", "x", "--netrc"], in: folder.url).status == 2)
    }
}
