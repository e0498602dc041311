import Ingest
import Testing

struct SourceAddressTests {
    @Test func textsAreParsedAsAddresses() throws {
        let rows: [(text: String, kind: SourceAddress.Kind, shown: String)] = [
            ("-", .standardInput, "-"),
            ("data/all.ipf.gz", .file, "data/all.ipf.gz"),
            ("/data/all of it.ipf", .file, "/data/all of it.ipf"),
            ("./host:80", .file, "./host:80"),
            ("host:80/path", .file, "host:80/path"),  // A path, because it has no scheme.
            ("host", .file, "host"),
            ("host:", .file, "host:"),
            ("host:0", .file, "host:0"),  // An invalid port.
            ("host:65536", .file, "host:65536"),
            ("a[1].ipf", .file, "a[1].ipf"),
            ("file:///data/all%20of%20it.ipf", .file, "/data/all of it.ipf"),
            ("file:/data/all.ipf", .file, "/data/all.ipf"),
            ("file://localhost/data/all.ipf", .file, "/data/all.ipf"),
            ("file:all.ipf", .file, "all.ipf"),
            ("FILE:///all.ipf", .file, "/all.ipf"),
            ("http://host", .web, "http://host/"),
            ("http://host/ipf", .web, "http://host/ipf"),
            (
                "HTTPS://host:8443/ipf?TYPE=FUTURE&SYMBOL=/YGM??:IFUS", .web,
                "https://host:8443/ipf?TYPE=FUTURE&SYMBOL=/YGM??:IFUS"
            ),
            ("http://host?live=true", .web, "http://host/?live=true"),
            ("http://host/a b/ü#part", .web, "http://host/a%20b/%C3%BC"),
            ("http://host/a%20b", .web, "http://host/a%20b"),
            ("http://[::1]:8080/ipf", .web, "http://[::1]:8080/ipf"),
            ("host:8080", .web, "http://host:8080/ipf/all.ipf.gz"),
            ("10.0.0.1:80", .web, "http://10.0.0.1:80/ipf/all.ipf.gz"),
            ("[::1]:8080", .web, "http://[::1]:8080/ipf/all.ipf.gz"),
            ("file:8080", .web, "http://file:8080/ipf/all.ipf.gz"),
            ("s3://bucket/ipf/all.ipf.gz", .web, "s3://bucket/ipf/all.ipf.gz"),
            ("S3://my.bucket-1/date=2026-11-21/a b?c#d@ü%41", .web, "s3://my.bucket-1/date=2026-11-21/a b?c#d@ü%41"),
            ("s3:/bucket/key", .file, "s3:/bucket/key"),
        ]
        for row in rows {
            let address = try SourceAddress(parsing: row.text)
            #expect(address.kind == row.kind, "\(row.text)")
            #expect(address.description == row.shown, "\(row.text)")
            #expect(address.credentials == nil, "\(row.text)")
            #expect(address.updatePeriod == nil, "\(row.text)")
        }
    }

    @Test func credentialsAreRemovedFromURLs() throws {
        let rows: [(text: String, url: String, credentials: Credentials?)] = [
            ("http://me:pw@host/ipf", "http://host/ipf", .basic(user: "me", password: "pw")),
            ("http://me@host/ipf", "http://host/ipf", .basic(user: "me", password: "")),
            ("http://m%40e:p%3Aw%25@host/ipf", "http://host/ipf", .basic(user: "m@e", password: "p:w%")),
            ("http://me:a@b@host:81/ipf", "http://host:81/ipf", .basic(user: "me", password: "a@b")),
            ("http://@host/ipf", "http://host/ipf", nil),
            ("me:pw@host:8080", "http://host:8080/ipf/all.ipf.gz", .basic(user: "me", password: "pw")),
            ("me:pw@host:8080[update=30s]", "http://host:8080/ipf/all.ipf.gz", .basic(user: "me", password: "pw")),
        ]
        for row in rows {
            let address = try SourceAddress(parsing: row.text)
            #expect(address.url == row.url, "\(row.text)")
            #expect(address.credentials == row.credentials, "\(row.text)")
        }
    }

    @Test func updatePeriodsAreParsed() throws {
        let rows: [(period: String, duration: Duration)] = [
            ("30s", .seconds(30)), ("5m", .seconds(300)), ("1h30m", .seconds(5400)), ("500ms", .milliseconds(500)),
            ("90", .seconds(90)), ("1d", .seconds(86_400)), ("PT1M", .seconds(60)), ("P1D", .seconds(86_400)),
            ("1H", .seconds(3600)), ("1s500MS", .milliseconds(1500)),
        ]
        for row in rows {
            let address = try SourceAddress(parsing: "host:80[update=\(row.period)]")
            #expect(address.updatePeriod == row.duration, "\(row.period)")
            #expect(address.description == "http://host:80/ipf/all.ipf.gz")
        }
        for period in ["", "0", "0s", "x", "1x", "-1s", "1.5s", "s", "P", "PT", "9999999999s", "1msx", "1 s"] {
            let error = #expect(throws: IngestError.self) { try SourceAddress(parsing: "host:80[update=\(period)]") }
            #expect(
                error?.description
                    == "address: invalid update period “\(period)”; expected a positive duration such as 30s, 5m, "
                    + "1h30m or 500ms")
        }
    }

    @Test func invalidAddressesAreErrors() {
        let rows: [(text: String, message: String)] = [
            ("", "address: the address is empty; expected a path, - for standard input, a URL or host:port"),
            ("[update=1m]", "address: the address is empty; expected a path, - for standard input, a URL or host:port"),
            ("a\0b", "address: the address contains a zero byte; expected a path or a URL"),
            (
                "ftp://me:pw@host/all.ipf",
                "address: unknown URL scheme in “ftp://…@host/all.ipf”; expected http, https, s3 or file; if it is a "
                    + "path, put ./ before it"
            ),
            ("http://", "address: no host in “http://”; expected http://HOST[:PORT]/PATH"),
            ("http://me:pw@/ipf", "address: no host in “http://…@/ipf”; expected http://HOST[:PORT]/PATH"),
            ("https://host:port/", "address: no host in “https://host:port/”; expected https://HOST[:PORT]/PATH"),
            ("http://me:p/w@host/", "address: no host in “http://…@host/”; expected http://HOST[:PORT]/PATH"),
            ("http://ho st/", "address: no host in “http://ho st/”; expected http://HOST[:PORT]/PATH"),
            ("http://[1]/", "address: no host in “http://[1]/”; expected http://HOST[:PORT]/PATH"),
            ("file://other/a", "address: “file://other/a” names a file on another host; expected file:///PATH"),
            (
                "file:///a%2",
                "address: invalid file URL “file:///a%2”; expected file:///PATH with special characters "
                    + "as %XX"
            ),
            ("file:", "address: invalid file URL “file:”; expected file:///PATH with special characters as %XX"),
            (
                "http://me:100%@host/",
                "address: the user info of “http://…@host/” is not percent-encoded UTF-8; write % as %25 and @ as %40"
            ),
            (
                "http://m%3Ae:pw@host/",
                "address: the user name contains a colon, which HTTP Basic can't send, in the user info of "
                    + "“http://…@host/”"
            ),
            (
                "http://me:a%0Db@host/",
                "address: the user name or password contains a control character, in the user info of “http://…@host/”"
            ),
        ]
        for row in rows {
            let error = #expect(throws: IngestError.self, "\(row.text)") { try SourceAddress(parsing: row.text) }
            #expect(error?.description == row.message)
            #expect(error?.category == .address)
        }
    }

    @Test func secretsAreNeverShown() throws {
        var options = IngestOptions()
        options.credentials = .bearer("s3cr3t")
        var withToken = SourceAddress(path: "x")
        withToken.credentials = .bearer("s3cr3t")
        let values: [Any] = [
            try SourceAddress(parsing: "http://me:s3cr3t@host/ipf"),
            try SourceAddress(parsing: "me:s3cr3t@host:80"),
            try SourceAddress(parsing: "http://host/ipf?access_token=s3cr3t&TYPE=STOCK"),
            withToken,
            Credentials.basic(user: "s3cr3t", password: "s3cr3t"), Credentials.bearer("s3cr3t"), options,
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), String(describing: Optional(value)), dumped] {
                #expect(!text.contains("s3cr3t"))
            }
        }
        #expect(
            try SourceAddress(parsing: "http://host/ipf?access_token=s3cr3t&TYPE=STOCK").description
                == "http://host/ipf?access_token=…&TYPE=STOCK")
    }
}
