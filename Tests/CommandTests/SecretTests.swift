import Foundation
import TestSupport
import Testing

/// No message of any command contains the password of an address.
@Suite struct SecretTests {
    private static let secret = "S3CR3Tm4rk"
    private let folder: TemporaryFolder
    private let server: LoopbackServer

    init() throws {
        folder = try TemporaryFolder()
        server = try LoopbackServer { request in
            [request.headers["proxy-authorization"] == nil ? .response(404) : .response(407)]
        }
        let text = "#STOCK::=TYPE,SYMBOL\nSTOCK,A\n##COMPLETE\n"
        try Data(text.utf8).write(to: URL(filePath: folder.path("a.ipf")))
        _ = try Command.run(["import", "a.ipf", "-o", "a.ipfc"], in: folder.url)
    }

    /// Addresses of all kinds, valid or not.
    private var addresses: [String] {
        let login = "user:\(Self.secret)@"
        return [
            "http://\(login)127.0.0.1:\(server.port)/a.ipf", "http://\(login)127.0.0.1:99999/a.ipf",
            "\(login)127.0.0.1:\(server.port)",
            "http://127.0.0.1:\(server.port)/a.ipf?token=\(Self.secret)", "ftp://\(login)127.0.0.1/a",
            "s3://\(login)data/key",
            "postgresql://\(login)127.0.0.1:1/db", "postgresql://\(login)[/db",
            "master:host=127.0.0.1 port=1 password=\(Self.secret)",
        ]
    }

    /// Commands with a placeholder for an address.
    private static let commands: [[String]] = [
        ["lookup", "@", "A"], ["search", "@", "a"], ["list", "@"], ["chain", "@", "A"],
        ["symbol", "A", "--catalog", "@"],
        ["stats", "@"], ["dump", "@"], ["export", "@", "-o", "x.csv"], ["diff", "@", "a.ipfc"],
        ["merge", "a.ipfc", "@", "-o", "b.ipfc"],
        ["import", "@", "-o", "b.ipfc"], ["import", "a.ipf", "-o", "@"], ["scan", "@"], ["verify", "@"],
        ["transform", "@", "@"], ["schedule", "days", "XNYS", "--defaults", "@"], ["calendar", "lint", "@"],
        ["price", "round", "1", "--catalog", "@"], ["serve", "a.ipfc", "--traces", "@"], ["serve", "--port", "@"],
        ["serve", "a.ipfc", "--traces=@"], ["master", "init", "--master", "@"], ["master", "log", "--master", "@"],
        ["publish", "@", "--port", "-1"],
        ["cache", "@"], ["doctor", "@"], ["@"], ["lookup", "--@"],
    ]

    @Test func noMessageContainsThePasswordOfAnAddress() throws {
        var shown = 0
        for (number, address) in addresses.enumerated() {
            // All commands share the code that reads addresses, so only two commands are run with every address.
            for command in number < 2
                ? Self.commands : Self.commands.filter({ ["lookup", "import"].contains($0[0]) })
            {
                let arguments = command.map { $0.replacing("@", with: address) }
                let result = try Command.run(
                    arguments, in: folder.url, environment: ["XDG_CACHE_HOME": folder.path("cache")])
                #expect(!(result.output + result.errors).contains(Self.secret), "\(command) \(address)")
                shown += result.errors.count
            }
        }
        #expect(shown > 0)
    }

    @Test func noMessageContainsThePasswordOfAProxyOrConfigurationFile() throws {
        let proxy = "http://user:\(Self.secret)@127.0.0.1:\(server.port)"
        let result = try Command.run(
            ["scan", "http://example.invalid/a.ipf"], in: folder.url,
            environment: ["http_proxy": proxy, "no_proxy": ""])
        #expect(result.status == 4 && result.errors.contains("407"), "\(result.errors)")
        #expect(!result.errors.contains(Self.secret))
        try Data("traces: \(proxy)\n".utf8).write(to: URL(filePath: folder.path("serve.yaml")))
        for (arguments, variables) in [
            (["--config", "serve.yaml"], [:]), ([], ["IPF_SERVE_TRACES": proxy]),
            (["--config", "serve.yaml", "--print-config"], [:]),
        ] as [([String], [String: String])] {
            let result = try Command.run(["serve", "a.ipfc"] + arguments, in: folder.url, environment: variables)
            #expect(!(result.output + result.errors).contains(Self.secret), "\(arguments)")
            #expect(!(result.output + result.errors).isEmpty)
        }
    }
}
