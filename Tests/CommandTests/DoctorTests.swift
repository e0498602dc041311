import Foundation
import TestSupport
import Testing

/// `ipf doctor`, with real files and sockets.
@Suite struct DoctorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The state and the message of each check. If a check has several lines, its lines with the state ok are omitted.
    private struct Findings {
        var status: Int32
        var state: String
        var states: [String: String] = [:]
        var messages: [String: String] = [:]

        init(_ result: Command.Result) throws {
            let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
            status = result.status
            state = json?["state"] as? String ?? ""
            for line in json?["checks"] as? [[String: String]] ?? [] {
                let (check, found) = (line["check"] ?? "", line["state"] ?? "")
                guard states[check] == nil || found != "ok" else { continue }
                (states[check], messages[check]) = (found, line["message"])
            }
        }

        subscript(check: String) -> String { "\(states[check] ?? "–"): \(messages[check] ?? "")" }
    }

    private func doctor(_ arguments: String..., environment: [String: String] = [:]) throws -> Findings {
        let result = try Command.run(["doctor", "--json"] + arguments, in: folder.url, environment: environment)
        #expect(result.errors == "")
        return try Findings(result)
    }

    /// Imports the sample into a catalog.
    private func makeCatalog(_ source: String = "\(Command.root.path)/Samples/Data/sample.ipf.gz") throws -> String {
        let path = folder.path("all.ipfc")
        #expect(try Command.run(["import", source, "-o", path]).status == 0)
        return path
    }

    @Test func aHealthySystemHasNoProblems() throws {
        let catalog = try makeCatalog()
        let server = try LoopbackServer { _ in
            [.response(200, ["Date": Self.now], Array("#STOCK::=TYPE,SYMBOL\n".utf8))]
        }
        let files = try TestCertificate.lasting.write(to: folder, as: "lasting")
        let found = try doctor(
            catalog, "--source", "\(server.url)/all.ipf", "--listen", "127.0.0.1:0", "--tls-cert", files.chain,
            "--tls-key",
            files.key)
        #expect(found.status == 0)
        #expect(found["folder"] == "ok: \(folder.url.path) can be written")
        #expect(found["locks"] == "ok: \(folder.url.path) supports file locks")
        #expect(found["zones"].hasPrefix("ok: time zone files "))
        #expect(found["catalog"] == "ok: \(catalog): 650 instruments, complete, all checksums match")
        #expect(found["age"] == "ok: \(catalog) was written today")
        #expect(found["clock"].hasSuffix("Z, which agrees with the source's clock"), "\(found["clock"])")
        #expect(found["port"] == "ok: 127.0.0.1:0 is free")
        #expect(
            found["tls"]
                == "ok: the key \(files.key) matches the certificate \(files.chain), which is valid until 2126-10-30T12:35:12Z"
        )
        #expect(found["source"].hasPrefix("ok: \(server.url)/all.ipf answered after "), "\(found["source"])")
        #expect(found["source"].hasSuffix(" s, 21 B"), "\(found["source"])")
        #expect(["files", "memory", "space", "defaults"].allSatisfy { found.states[$0] != nil })
        // The check of a source requests no body, and leaves no file.
        #expect(server.requests.map(\.path) == ["/all.ipf"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.sorted() == ["all.ipfc", "lasting-key.pem", "lasting.pem"])
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    private static var now: String { date(Date()) }

    private static func date(_ date: Date) -> String {
        let style = Date.VerbatimFormatStyle(
            format:
                "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
            locale: Locale(identifier: "en_US_POSIX"), timeZone: TimeZone(identifier: "UTC")!,
            calendar: Calendar(identifier: .gregorian))
        return date.formatted(style)
    }

    @Test func findingsArePrintedAsLines() throws {
        let result = try Command.run(["doctor", "nothing.ipfc"], in: folder.url)
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n")
        #expect(lines.first == "ok       folder: . can be written")
        #expect(
            lines.contains(
                "problem  catalog: nothing.ipfc: can't open it: No such file or directory; create it with ipf import ADDRESS -o "
                    + "nothing.ipfc"))
        for line in lines {
            #expect(["ok     ", "warning", "problem"].contains { line.hasPrefix("\($0)  ") }, "\(line)")
        }
    }

    @Test func missingFoldersAreProblems() throws {
        let found = try doctor(folder.path("nowhere/all.ipfc"), "--source", folder.path("all.ipf"))
        #expect(found.status == 1 && found.state == "problem")
        let path = folder.path("nowhere")
        #expect(found["folder"] == "problem: \(path) is not a folder; create it as the user that runs the service")
        #expect(
            found["source"]
                == "problem: \(folder.path("all.ipf")): can't open it: No such file or directory; check its name and permissions"
        )
    }

    @Test(.enabled(if: SmallFileSystem.isExpected, "this process cannot mount a file system"))
    func fullAndReadOnlyFileSystemsAreProblems() throws {
        let small = try SmallFileSystem(kilobytes: 512)
        let full = try doctor(small.path("all.ipfc"), "--source", "/dev/null")
        #expect(full["folder"] == "ok: \(small.url.path) can be written")
        #expect(
            full["space"]
                == "problem: only 524.3 kB are free in \(small.url.path); delete files there, or name a catalog "
                + "elsewhere")
        try small.makeReadOnly()
        #expect(
            try doctor(small.path("all.ipfc"), "--source", "/dev/null")["folder"]
                == "problem: \(small.url.path) can't be written: Read-only file system; run as the user that owns it, or name a "
                + "catalog elsewhere")
    }

    @Test func damagedIncompleteAndOldCatalogsAreReported() throws {
        try Data("#S::=TYPE,SYMBOL\nS,A\n".utf8).write(to: URL(filePath: folder.path("cut.ipf")))
        let catalog = try makeCatalog(folder.path("cut.ipf"))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -10 * 86_400)], ofItemAtPath: catalog)
        let old = try doctor(catalog)
        #expect(old.status == 0 && old.state == "warning")
        #expect(
            old["catalog"]
                == "warning: \(catalog): 1 instruments, from a source without ##COMPLETE, so it may be truncated; import it "
                + "again")
        #expect(
            old["age"]
                == "warning: \(catalog) was written 10 days ago; import its source again, for example nightly by a timer"
        )
        var bytes = try Data(contentsOf: URL(filePath: catalog))
        bytes.removeLast()
        try bytes.write(to: URL(filePath: catalog))
        let cut = try doctor(catalog)
        #expect(cut.status == 1)
        #expect(cut["catalog"].hasPrefix("problem: \(catalog): found \(bytes.count) bytes, "), "\(cut["catalog"])")
    }

    @Test func endingHolidayListsAreReported() throws {
        let lines = """
            date=20200101-000000+0000
            hd.OLD=20200101
            tv.OLD=name=Old;tz=UTC;hd=OLD;0=09001700

            """
        try Data(lines.utf8).write(to: URL(filePath: folder.path("old.properties")))
        let found = try doctor("--defaults", folder.path("old.properties"))
        #expect(found.status == 1)
        #expect(
            found["defaults"]
                == "problem: the holidays of OLD are known only until 2020-12-31; use newer schedule defaults: ipf schedule "
                + "defaults --update URL -o FILE, or serve --defaults-url URL")
        #expect(try !doctor()["defaults"].hasPrefix("problem: "))
        let missing = try doctor("--defaults", folder.path("none.properties"))
        #expect(
            missing["defaults"].hasPrefix("problem: \(folder.path("none.properties")): "), "\(missing["defaults"])")
    }

    @Test func clocksThatDifferAreReported() throws {
        for (offset, state, words) in [
            (20.0, "warning", "behind"), (-20, "warning", "ahead of"), (7200, "problem", "behind"),
        ] {
            let server = try LoopbackServer { _ in
                [.response(200, ["Date": Self.date(Date(timeIntervalSinceNow: offset))])]
            }
            let found = try doctor("--source", server.url)
            #expect(found["clock"].hasPrefix("\(state): this machine's clock is "), "\(found["clock"])")
            #expect(
                found["clock"].hasSuffix(
                    " s \(words) the source's; set it, and synchronize it by NTP (systemd-timesyncd, chrony)"),
                "\(found["clock"])")
        }
    }

    @Test func missingTimeZonesAreProblems() throws {
        let found = try doctor(environment: ["TZDIR": folder.url.path])
        #expect(found.status == 1)
        #expect(
            found["zones"]
                == "problem: no time zone \"Asia/Almaty\" in \(folder.url.path): install the system's time zone files, or set "
                + "TZDIR to a folder of them")
    }

    @Test func portsInUseAreProblems() throws {
        let server = try LoopbackServer { _ in [] }
        #expect(
            try doctor("--listen", "127.0.0.1:\(server.port)")["port"]
                == "problem: can't listen on 127.0.0.1:\(server.port): the port is in use; stop the program that uses it, or "
                + "choose another port (0 for any)")
        #expect(
            try doctor("--listen", "192.0.2.1:0")["port"]
                == "problem: can't listen on 192.0.2.1:0: this machine does not have that address; choose 127.0.0.1 for this "
                + "machine only, 0.0.0.0 for all its networks, or one of its addresses")
        for wrong in ["127.0.0.1", "::1:80", "x:65536", ":80"] {
            #expect(try Command.run(["doctor", "--listen", wrong]).status == 2, "\(wrong)")
        }
    }

    @Test func invalidCertificatesAreProblems() throws {
        let ended = try TestCertificate.ended.write(to: folder, as: "ended")
        let lasting = try TestCertificate.lasting.write(to: folder, as: "lasting")
        func tls(_ chain: String, _ key: String) throws -> String {
            try doctor("--tls-cert", chain, "--tls-key", key)["tls"]
        }
        #expect(
            try tls(ended.chain, ended.key)
                == "problem: the certificate \(ended.chain) expired on 2021-01-01T00:00:00Z; replace it and send the service "
                + "SIGHUP")
        #expect(
            try tls(lasting.chain, ended.key)
                == "problem: the key \(ended.key) does not match the certificate \(lasting.chain); name a matching "
                + "pair")
        #expect(
            try tls(lasting.key, lasting.key)
                == "problem: no certificates can be read from \(lasting.key); expected a chain in PEM format")
        #expect(
            try tls(lasting.chain, lasting.chain)
                == "problem: no private key can be read from \(lasting.chain); expected PEM without a password")
        let missing = folder.path("none.pem")
        #expect(
            try tls(missing, lasting.key)
                == "problem: \(missing): can't open it: No such file or directory; grant the service's user read access, or name another "
                + "file")
        #expect(try Command.run(["doctor", "--tls-cert", lasting.chain]).status == 2)
        // A service reports the same state.
        #expect(
            try Command.run([
                "import", "\(Command.root.path)/Samples/Data/sample.ipf.gz", "-o", folder.path("all.ipfc"),
            ]).status == 0)
        for (chain, key) in [(lasting.chain, ended.key), (lasting.chain, lasting.chain), (lasting.key, lasting.key)] {
            let service = try Command.run([
                "serve", folder.path("all.ipfc"), "--port", "0", "--tls-cert", chain, "--tls-key", key,
            ])
            #expect(service.status == 4)
            #expect("problem: \(service.errors.dropFirst("ipf: ".count))" == (try tls(chain, key)) + "\n")
        }
    }

    @Test func unreachableSourcesAreProblems() throws {
        let closed = try ClosedPort()
        let away = try doctor("--source", "http://127.0.0.1:\(closed.number)/all.ipf")
        #expect(away.status == 1)
        #expect(
            away["source"].hasPrefix("problem: http://127.0.0.1:\(closed.number)/all.ipf: no connection ("),
            "\(away["source"])")
        let refusing = try LoopbackServer { _ in [.response(404, [:], Array("no".utf8))] }
        #expect(
            try doctor("--source", refusing.url + "/x")["source"]
                == "problem: \(refusing.url)/x: the server has no such source (HTTP 404); check the address")
        let guarded = try LoopbackServer { request in
            [.response(request.headers["authorization"] == "Bearer abc" ? 200 : 401)]
        }
        try Data("abc\n".utf8).write(to: URL(filePath: folder.path("token")))
        #expect(try doctor("--source", guarded.url).states["source"] == "problem")
        #expect(
            try doctor("--source", guarded.url, "--source-token-file", folder.path("token")).states["source"] == "ok")
    }
}
