import Foundation
import InstrumentCatalog
import TestSupport
import Testing

@testable import Ingest

/// `s3:` addresses on the command line, with a real store.
@Suite(.timeLimit(.minutes(60))) struct ObjectTests {
    private let server: ObjectServer
    private let folder: TemporaryFolder
    private let bucket = ObjectServer.newBucket()

    init() throws {
        server = try ObjectServer.shared()
        folder = try TemporaryFolder()
        try text("A")
    }

    /// Writes the source `a.ipf` with these symbols.
    private func text(_ symbols: String...) throws {
        let lines = symbols.map { "STOCK,\($0)\n" }.joined()
        try Data("#STOCK::=TYPE,SYMBOL\n\(lines)##COMPLETE\n".utf8).write(to: URL(filePath: folder.path("a.ipf")))
    }

    private func ipf(_ arguments: String..., environment: [String: String] = [:]) throws -> Command.Result {
        try Command.run(
            arguments.map { $0.replacing("{bucket}", with: bucket) }, in: folder.url,
            environment: server.environment().merging(environment) { $1 })
    }

    private func store(endpoint: String? = nil) throws -> ObjectStore {
        var options = IngestOptions()
        options.objects = try ObjectAccess(
            endpoint: endpoint ?? server.url, region: nil,
            keys: RequestSignature.Keys(identifier: "test-key", secret: "test-secret"))
        return try ObjectStore(bucket: bucket, options: options)
    }

    @Test func textsAreWrittenToAndReadFromObjects() throws {
        #expect(try ipf("dump", "a.ipf", "--format", "ipf", "-o", "s3://{bucket}/day=1/a.ipf.gz").status == 0)
        #expect(try ipf("generate", "--instruments", "50", "-o", "s3://{bucket}/made.ipf").status == 0)
        #expect(try store().list().map(\.name) == ["day=1/a.ipf.gz", "made.ipf"])
        let dumped = try ipf("dump", "s3://{bucket}/day=1/a.ipf.gz", "--format", "csv", "--fields", "SYMBOL")
        #expect(dumped.output == "TYPE,SYMBOL\nSTOCK,A\n" && dumped.errors == "")
        let verified = try ipf("verify", "s3://{bucket}/day=1/a.ipf.gz")
        #expect(verified.output.hasSuffix("s3://\(bucket)/day=1/a.ipf.gz: 1 records, 2 findings: missing field 2\n"))
        #expect(try ipf("scan", "s3://{bucket}/made.ipf").status == 0)
        // Every option with an address accepts `s3:`.
        try Data("hours=none\n".utf8).write(to: URL(filePath: folder.path("defaults")))
        try store().put(file: folder.path("defaults"), as: "defaults")
        let linted = try ipf("calendar", "lint", "s3://{bucket}/defaults")
        #expect(linted.output.contains("s3://\(bucket)/defaults") || linted.errors.contains("s3://\(bucket)/defaults"))
    }

    /// Some formats are uploaded while they are written, others are written to a temporary file first.
    @Test func exportsAreWrittenToObjects() throws {
        #expect(try ipf("import", "a.ipf", "-o", "all.ipfc").status == 0)
        for name in ["all.csv", "all.sqlite"] {
            let result = try ipf("export", "all.ipfc", "-o", "s3://{bucket}/\(name)")
            #expect(result.status == 0 && result.errors == "", "\(result.errors)")
            #expect(try ipf("export", "all.ipfc", "-o", name).status == 0)
            #expect(try store().get(name, to: folder.path("copy-\(name)")) != nil)
            #expect(FileManager.default.contentsEqual(atPath: folder.path("copy-\(name)"), andPath: folder.path(name)))
        }
    }

    /// As with a catalog file, an import compares its sources with the existing object. It skips unchanged sources, and
    /// finds the instruments to remove.
    @Test func catalogsAreWrittenToObjects() throws {
        try text("A", "B", "C")
        #expect(try ipf("dump", "a.ipf", "--format", "ipf", "-o", "s3://{bucket}/a.ipf").status == 0)
        let first = try ipf("import", "s3://{bucket}/a.ipf", "-o", "s3://{bucket}/all.ipfc")
        #expect(first.status == 0 && first.output.hasPrefix("s3://\(bucket)/all.ipfc\n"))
        let written = try #require(try store().head("all.ipfc"))
        let copy = folder.path("copy.ipfc")
        #expect(try store().get("all.ipfc", to: copy) == written)
        #expect(try Catalog.open(copy).count == 3)

        let again = try ipf("import", "s3://{bucket}/a.ipf", "-o", "s3://{bucket}/all.ipfc")
        #expect(again.output.hasPrefix("s3://\(bucket)/all.ipfc: unchanged, 3 instruments"))
        #expect(try store().head("all.ipfc")?.etag == written.etag)

        try text("A")
        let refused = try ipf("import", "a.ipf", "-o", "s3://{bucket}/all.ipfc")
        #expect(refused.status == 3)
        #expect(
            refused.errors.hasPrefix("ipf: s3://\(bucket)/all.ipfc: import refused; the catalog was not changed: "),
            "\(refused.errors)")
        #expect(try store().head("all.ipfc") == written)

        let merged = try ipf("merge", "copy.ipfc", "a.ipf", "-o", "s3://{bucket}/both.ipfc")
        #expect(merged.status == 0 && merged.output.hasPrefix("s3://\(bucket)/both.ipfc: 3 instruments"), "\(merged)")
        #expect(try store().list("both").map(\.name) == ["both.ipfc"])
    }

    @Test func commandsThatNeedAFileRefuseObjects() throws {
        let rows: [(arguments: [String], status: Int32, error: String)] = [
            (
                ["import", "--follow", "a.ipf", "-o", "s3://{bucket}/c"], 2,
                "ipf: -o s3://{bucket}/c: a followed catalog must be a local file; name one\n"
            ),
            (
                ["dump", "s3://{bucket}/a.ipf", "-o", "s3://{bucket}/a.ipf"], 2,
                "ipf: -o s3://{bucket}/a.ipf is the source s3://{bucket}/a.ipf, which the output would overwrite; name another file\n"
            ),
            (
                ["dump", "a.ipf", "-o", "s3://{bucket}/"], 2,
                "ipf: address: no key after the bucket name; expected s3://BUCKET/KEY, in “s3://{bucket}/”\n"
            ),
            (
                ["lookup", "s3://{bucket}/c.ipfc", "A"], 4,
                "ipf: s3://{bucket}/c.ipfc: the store at \(server.url)/ has no such bucket (HTTP 404, NoSuchBucket: The specified "
                    + "bucket does not exist); check the address and AWS_ENDPOINT_URL_S3\n"
            ),
            (
                ["scan", "s3://{bucket}/none.ipf"], 4,
                "ipf: s3://{bucket}/none.ipf: the store at \(server.url)/ has no such bucket (HTTP 404, NoSuchBucket: The specified "
                    + "bucket does not exist); check the address and AWS_ENDPOINT_URL_S3\n"
            ),
        ]
        for row in rows {
            let arguments = row.arguments.map { $0.replacing("{bucket}", with: bucket) }
            let result = try Command.run(arguments, in: folder.url, environment: server.environment())
            #expect(
                result.status == row.status && result.errors == row.error.replacing("{bucket}", with: bucket),
                "\(result)"
            )
        }
    }

    @Test func refusedRequestsAreErrorsWithoutSecrets() throws {
        let wrong = try ipf(
            "dump", "a.ipf", "-o", "s3://{bucket}/a.ipf", environment: ["AWS_SECRET_ACCESS_KEY": "wr0ng-secret"])
        #expect(wrong.status == 4 && wrong.errors.contains("SignatureDoesNotMatch"))
        #expect(!wrong.errors.contains("wr0ng") && wrong.errors.hasPrefix("ipf: s3://\(bucket)/a.ipf: "))
        let half = try ipf("scan", "s3://{bucket}/a.ipf", environment: ["AWS_SECRET_ACCESS_KEY": ""])
        #expect(half.status == 2)
        #expect(
            half.errors == """
                ipf: s3://\(bucket)/a.ipf: AWS_ACCESS_KEY_ID is set without AWS_SECRET_ACCESS_KEY; set both or neither

                """)
    }

    /// A followed source is polled, and its changes are reported.
    @Test func objectsAreFollowed() throws {
        #expect(try ipf("dump", "a.ipf", "--format", "ipf", "-o", "s3://{bucket}/live.ipf").status == 0)
        let watch = try FollowerProcess(
            ["watch", "s3://\(bucket)/live.ipf[update=100ms]"], environment: server.environment())
        #expect(watch.line() == "+ STOCK A")
        try text("A", "B")
        #expect(try ipf("dump", "a.ipf", "--format", "ipf", "-o", "s3://{bucket}/live.ipf").status == 0)
        #expect(watch.line() == "+ STOCK B")
        watch.send(SIGTERM)
        #expect(watch.wait() == 0)
    }

    /// If two imports start from the same object, the import that finishes last fails.
    @Test func anotherWriterIsNotOverwritten() throws {
        #expect(try ipf("import", "a.ipf", "-o", "s3://{bucket}/all.ipfc").status == 0)
        try text("A", "B")
        let store = try store()
        let other = folder.path("other")
        try Data("other".utf8).write(to: URL(filePath: other))
        let proxy = try LoopbackProxy(to: UInt16(server.url.split(separator: ":").last!)!) { request in
            // The object changes after it was read and before it is written.
            if request.method == "PUT" { _ = try? store.put(file: other, as: "all.ipfc") }
            return .pass
        }
        let result = try ipf(
            "import", "a.ipf", "-o", "s3://{bucket}/all.ipfc", environment: ["AWS_ENDPOINT_URL_S3": proxy.url])
        #expect(result.status == 4)
        #expect(
            result.errors.hasPrefix(
                "ipf: s3://\(bucket)/all.ipfc: another program has written the object in the meantime (HTTP 412"),
            "\(result.errors)")
        #expect(try store.head("all.ipfc")?.size == 5)
    }

    /// If a writer is killed during its upload, the old object remains. This holds for single and multipart uploads.
    @Test(arguments: [2_000, 290_000]) func tornUploadsLeaveTheOldObject(_ instruments: Int) async throws {
        #expect(try ipf("generate", "--instruments", "1", "-o", "s3://{bucket}/made.ipf").status == 0)
        let before = try store().head("made.ipf")
        let proxy = try LoopbackProxy(to: UInt16(server.url.split(separator: ":").last!)!) { request in
            request.method == "PUT" && !request.path.contains("partNumber=1") ? .stall(afterBytes: 100_000) : .pass
        }
        let process = Process()
        process.executableURL = URL(filePath: Command.binary)
        process.arguments = ["generate", "--instruments", "\(instruments)", "-o", "s3://\(bucket)/made.ipf"]
        process.environment = Command.environment(
            server.environment().merging(["AWS_ENDPOINT_URL_S3": proxy.url]) { $1 })
        try process.run()
        await proxy.waitForStall()
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(proxy.requests.contains { $0.path.contains("partNumber=2") } == (instruments > 2_000))
        #expect(try store().head("made.ipf") == before)
        #expect(try store().list().map(\.name) == ["made.ipf"])
    }
}
