import TestSupport
import Testing

@testable import Ingest

/// User names and passwords by host, from a netrc file.
struct NetrcTests {
    private func netrc(_ text: String) throws -> Netrc {
        let bytes = Array(text.utf8)
        return try Netrc(parsing: bytes.span)
    }

    @Test func entriesAreFoundByHostAndUser() throws {
        let text = """
            # machine commented.example login no password no
            machine Example.org login alice password a1 account x
            machine example.org
              password #b2
              login bob   # a comment
            macdef init
              machine macro.example login no
              password no

            machine quoted.example login "d \\"e\\" \\\\" password "tab\\tline\\nend"
            machine half.example login only
            machine anyone.example password any
            default login f password g
            machine late.example login h password i
            """
        let netrc = try netrc(text)
        let rows: [(host: String, user: String?, credentials: Credentials?)] = [
            ("example.org", nil, .basic(user: "alice", password: "a1")),
            ("EXAMPLE.ORG", "bob", .basic(user: "bob", password: "#b2")),
            ("example.org", "carol", nil),
            ("quoted.example", nil, .basic(user: "d \"e\" \\", password: "tab\tline\nend")),
            // A password without a user, or a user without a password, is not used.
            ("half.example", nil, .basic(user: "f", password: "g")),
            ("anyone.example", nil, .basic(user: "f", password: "g")),
            ("anyone.example", "carol", .basic(user: "carol", password: "any")),
            // Entries in comments, in macros and after `default` are ignored.
            ("commented.example", nil, .basic(user: "f", password: "g")),
            ("macro.example", nil, .basic(user: "f", password: "g")),
            ("late.example", nil, .basic(user: "f", password: "g")),
            ("late.example", "h", .basic(user: "h", password: "i")),
        ]
        for row in rows {
            #expect(
                netrc.credentials(host: row.host, user: row.user) == row.credentials, "\(row.host) \(row.user ?? "")")
        }
        #expect(try self.netrc("").credentials(host: "a", user: nil) == nil)
    }

    @Test func errorsNameTheLineWithoutSecrets() {
        let rows = [
            ("machine a login b s3cret", 1, "an unknown word"),
            ("\n\nlogin s3cret", 3, "login before the first machine"),
            ("machine a\npassword", 2, "the end of the file instead of a value"),
            ("machine a password \"s3cret\n\n", 3, "an unclosed quote"),
        ]
        for (text, line, found) in rows {
            let error = #expect(throws: IngestError.self) { try netrc(text) }
            #expect(
                error?.description
                    == "netrc, line \(line): found \(found); expected machine HOST login USER password WORD")
        }
    }

    @Test func hostsOfAddressesAreExtracted() throws {
        for (text, host) in [
            ("https://user@Example.org:8443/ipf?x=a:b", "Example.org"), ("http://[::1]:80/", "::1"), ("h:80", "h"),
        ] {
            #expect(try SourceAddress(parsing: text).host == host)
        }
        #expect(SourceAddress(path: "a").host == nil)
    }

    @Test func secretsAreNotPrinted() throws {
        let netrc = try netrc("machine a login b password s3cret")
        var options = IngestOptions()
        options.netrc = netrc
        options.credentials = .password("s3cret")
        for value in [netrc, options, Credentials.password("s3cret")] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("s3cret"), "\(text)") }
        }
        #expect("\(netrc)" == "netrc of 1 machines (hidden)")
        #expect("\(Credentials.password("s3cret"))" == "password (hidden)")
    }

    /// A redirect to another host gets no credentials from the netrc file.
    @Test func redirectsToOtherHostsReceiveNoCredentials() throws {
        let other = try LoopbackServer { _ in [.response(200, [:], Array("#S::=TYPE,SYMBOL\n##COMPLETE\n".utf8))] }
        let server = try LoopbackServer { _ in [.response(302, ["Location": "\(other.url)/b"])] }
        var options = IngestOptions()
        options.netrc = try netrc("default login a password b")
        _ = try readBytes(from: try SourceAddress(parsing: "\(server.url)/a"), options: options)
        #expect(server.requests.map { $0.headers["authorization"] } == ["Basic YTpi"])
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    }
}
