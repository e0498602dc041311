import Foundation
import TestSupport
import Testing

/// Arguments for files that are read once may be pipes: `<(…)`, `/dev/stdin`.
@Suite struct PipeArgumentTests {
    private let folder: TemporaryFolder
    private static let sample = Command.root.appending(path: "Samples/Data/sample.ipf").path
    private static let bundled = Command.root.appending(
        path: "Sources/MarketRules/Bundled/bundled-schedule.properties"
    ).path

    init() throws { folder = try TemporaryFolder() }

    @Test(.timeLimit(.minutes(60))) func pipesAreAcceptedForFilesThatAreReadOnce() throws {
        let imported = try Command.run(["import", Self.sample, "-o", "s.catalog"], in: folder.url)
        #expect(imported.status == 0)
        let rows: [(script: String, output: String)] = [
            (#"$ipf price --batch <(printf '0.01\tincrement\t3\t1\n')"#, "0.01\tincrement\t3\t1\t0.01\n"),
            (#"printf '0.01\tprecision\t3\n' | $ipf price --batch /dev/stdin"#, "0.01\tprecision\t3\t2\n"),
            (#"printf '0.01\tprecision\t3\n' | $ipf price --batch -"#, "0.01\tprecision\t3\t2\n"),
            (#"printf '0.01\tprecision\t3\n' | gzip | $ipf price --batch /dev/stdin"#, "0.01\tprecision\t3\t2\n"),
            (#"$ipf schedule days --batch <(printf 'X()\t20260102\t20260102\n')"#, "@\tX()\t20260102\t20260102\n!\n"),
            (#"$ipf schedule query --batch <(printf 'X()\tday\t0\n')"#, "X()\tday\t0\t!\n"),
            ("$ipf scan <(cat \(Self.sample)) | head -2", "/dev/fd/N\n  STOCK              309\n"),
            ("cat \(Self.sample) | $ipf dump /dev/stdin | wc -l", "652\n"),
            (
                "$ipf verify <(cat \(Self.sample)) <(gzip -c \(Self.sample))",
                "/dev/fd/N: 652 records, no findings\n/dev/fd/N: 652 records, no findings\n"
            ),
            (
                "$ipf import <(cat \(Self.sample)) -o i.catalog --json | cut -c-70",
                #"{"catalog": "i.catalog", "unchanged": false, "instruments": 650, "type"# + "\n"
            ),
            (
                "$ipf merge s.catalog <(cat \(Self.sample)) -o m.catalog",
                "m.catalog: 650 instruments, from 650 and 652 records merged onto them; symbols removed: 2\n"
            ),
            (
                "$ipf schedule venues --defaults <(printf 'date=20260101-000000+0000\\ntv.A=tz=UTC;0=10001800')",
                "VENUE  ZONE  HOLIDAYS FROM  TO  NAME\nA      UTC   –              –   A\n"
            ),
            (
                "$ipf calendar lint <(printf 'date=20260101-000000+0000\\nx')",
                "/dev/fd/N:2: no = in \"x\": skipped; expected key=value\n"
            ),
            (
                "$ipf calendar diff <(cat \(Self.bundled)) <(cat \(Self.bundled)) --venue XNYS --from 2026-01-01 --to 2026-01-31",
                "identical 2026-01-01 … 2026-01-31: XNYS\n"
            ),
        ]
        for row in rows {
            let result = try Command.shell(row.script, in: folder.url)
            // The free descriptors of the shell depend on the files that this process had open when it started the
            // shell.
            let output = result.output.replacing(/\/dev\/fd\/[0-9]+/, with: "/dev/fd/N")
            #expect(output == row.output, "\(row.script): \(result)")
        }
    }

    @Test func missingFilesAndFoldersAreErrors() throws {
        let missing = try Command.run(["price", "--batch", "missing"], in: folder.url)
        #expect(missing.status == 4 && missing.errors == "ipf: missing: no such file; check the path\n", "\(missing)")
        let directory = try Command.run(["price", "--batch", "."], in: folder.url)
        #expect(directory.status == 4 && directory.errors.hasPrefix("ipf: .: it is a folder"), "\(directory)")
    }

    /// A service reads pipes at its start: a file of tokens here, and profiles to publish.
    @Test(.timeLimit(.minutes(60))) func servicesReadPipesAtTheirStart() throws {
        #expect(try Command.run(["import", Self.sample, "-o", "s.catalog"], in: folder.url).status == 0)
        let tokens = Pipe()
        try tokens.fileHandleForWriting.write(contentsOf: Data("# none\nsecret\n".utf8))
        try tokens.fileHandleForWriting.close()
        let service = try FollowerProcess(
            ["serve", folder.path("s.catalog"), "--port", "0", "--token-file", "/dev/stdin"],
            input: tokens.fileHandleForReading)
        let address = try #require(service.line()?.replacing("listening on ", with: ""))
        let refused = try Command.shell(
            "curl -s -o /dev/null -w '%{http_code}' \(address)/v1/instruments/AAPL", in: folder.url)
        #expect(refused.output == "401")
        let taken = try Command.shell(
            "curl -s -o /dev/null -w '%{http_code}' -H 'Authorization: Bearer secret' \(address)/v1/instruments/AAPL",
            in: folder.url)
        #expect(taken.output == "200")
        service.send(SIGTERM)
        #expect(service.wait() == 0)

        let profiles = Pipe()
        try profiles.fileHandleForWriting.write(contentsOf: Data("#S::=TYPE,SYMBOL\nS,A\n##COMPLETE\n".utf8))
        try profiles.fileHandleForWriting.close()
        let publisher = try FollowerProcess(
            ["publish", "/dev/stdin", "--port", "0"], input: profiles.fileHandleForReading)
        let source = try #require(publisher.line()?.replacing("listening on ", with: ""))
        let dump = try Command.run(["dump", "\(source)/ipf/all.ipf.gz", "--format", "ipf"])
        #expect(dump.output == "#S::=TYPE,SYMBOL\nS,A\n##COMPLETE\n", "\(dump)")
        publisher.send(SIGTERM)
        #expect(publisher.wait() == 0)
    }
}
