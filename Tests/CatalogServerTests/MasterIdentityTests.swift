import HTTPTypes
import InstrumentCatalog
import TestSupport
import Testing

@testable import CatalogServer

/// Services that follow the same master give equal answers, so a load balancer may distribute requests among them.
struct MasterIdentityTests {
    /// A service that follows a master. Some instruments are in its file, others are later changes.
    private struct Node {
        let service: ServiceFixture
        let live: LiveCatalog
        private let mark: String
        static let mark = "0123456789abcdef"

        init(changes: Int, waitForBatch: Duration = .milliseconds(20), mark: String = Self.mark) throws {
            self.mark = mark
            var options = ServerOptions()
            options.limits.waitForBatch = waitForBatch
            service = try ServiceFixture(options)
            let path = service.folder.path("node.ipfc")
            let profiles = ServiceFixture.profiles
            var builder = CatalogBuilder()
            builder.isComplete = true
            builder.notes = ["master.epoch": "5", "master.seq": "3"]
            for profile in profiles.dropLast(changes) { try builder.append(profile) }
            _ = try builder.write(to: path)
            live = try LiveCatalog.open(path: path)
            _ = try live.apply(Array(profiles.suffix(changes)))
            try come(to: 7)
        }

        func come(to batch: Int, epoch: Int = 5) throws {
            try live.setNotes(["master.epoch": "\(epoch)", "master.seq": "\(batch)", "master.mark": mark])
            service.catalog.replace(live.view, modified: 1)
        }
    }

    @Test(arguments: ["/v1/list?limit=2", "/v1/search?q=AAPL&limit=2&on=2026-11-22", "/v1/instruments/AAPL"])
    func nodesGiveEqualResponses(_ page: String) async throws {
        let (a, b) = (try Node(changes: 0), try Node(changes: 9))
        var target = page
        for _ in 0..<3 {
            let (first, second) = (try await a.service.get(target), try await b.service.get(target))
            #expect(first.status == 200 && first.text == second.text)
            #expect(first.headers[.snapshot] == "5-7-\(Node.mark)" && second.headers[.snapshot] == "5-7-\(Node.mark)")
            let tag = try #require(first.headers[.eTag])
            #expect(second.headers[.eTag] == tag)
            #expect(try await b.service.get(target, [.ifNoneMatch: tag]).status == 304)
            // A cursor of one node is valid at the other node.
            let next = try first.value("next")
            if next == "nothing" { return }
            target = "\(page)&cursor=\(next)"
        }
    }

    /// An entity tag depends on the batch and on the schedule defaults.
    @Test func entityTagsDependOnBatchAndScheduleDefaults() async throws {
        let (a, b) = (try Node(changes: 0), try Node(changes: 2))
        let target = "/v1/instruments/AAPL"
        let tag = try #require(try await a.service.get(target).headers[.eTag])
        b.service.catalog.replace(ScheduleDefaults.bundled)
        #expect(try await b.service.get(target, [.ifNoneMatch: tag]).status == 200)
        a.service.catalog.replace(ScheduleDefaults.bundled)
        #expect(try await a.service.get(target).headers[.eTag] == b.service.get(target).headers[.eTag])
        try a.come(to: 8)
        #expect(try await a.service.get(target).headers[.eTag] != b.service.get(target).headers[.eTag])
        let names = try AliasTable(parsing: "AAPL, cupertino\n")
        let before = try await b.service.get(target).headers[.eTag]
        b.service.catalog.replace(names)
        #expect(try await b.service.get(target).headers[.eTag] != before)
        // After a restore from a backup, the master has assigned the same number to another batch.
        let other = try Node(changes: 0, mark: "fedcba9876543210")
        #expect(try await other.service.get(target, [.ifNoneMatch: tag]).status == 200)
    }

    @Test func requestsWaitForTheirBatch() async throws {
        let node = try Node(changes: 1)
        for text in ["0", "7", "5-7", "4-900", "5-7-\(Node.mark)", "5-7-ffffffffffffffff"] {
            #expect(try await node.service.get("/v1/instruments/AAPL?atLeast=\(text)").status == 200)
        }
        for text in ["8", "5-8", "6-1", "5-8-\(Node.mark)"] {
            let reply = try await node.service.get("/v1/instruments/AAPL?atLeast=\(text)")
            #expect(reply.status == 503 && reply.headers[.retryAfter] == "1")
            #expect(try reply.value("detail").contains("the latest is 5-7"))
        }
        for text in ["", "x", "-1", "5-", "5-7-1", "5-7-\(Node.mark)-1"] {
            #expect(try await node.service.get("/v1/instruments/AAPL?atLeast=\(text)").status == 400)
        }
        let patient = try Node(changes: 1, waitForBatch: .seconds(600))
        async let reply = patient.service.get("/v1/instruments/AAPL?atLeast=8")
        try patient.come(to: 8)
        #expect(try await reply.headers[.snapshot] == "5-8-\(Node.mark)")
    }

    /// A restart of the master's server begins a new epoch, whose first batches precede the requested one.
    @Test func requestsWaitForTheirBatchInTheNextEpoch() async throws {
        let node = try Node(changes: 1, waitForBatch: .seconds(600))
        let catalog = node.service.catalog
        async let reply = node.service.get("/v1/instruments/AAPL?atLeast=9")
        // Waits until the request has added its listener. Then the numbers of two listeners that are added here are not
        // consecutive.
        var last = catalog.listen { _, _, _ in }.number
        while case let next = catalog.listen({ _, _, _ in }).number, next == last + 1 {
            last = next
            try await Task.sleep(for: .milliseconds(1))
        }
        try node.come(to: 8, epoch: 6)
        try await Task.sleep(for: .milliseconds(50))
        try node.come(to: 9, epoch: 6)
        #expect(try await reply.headers[.snapshot] == "6-9-\(Node.mark)")
    }

    /// A service without a master reports the state of its catalog, but no batches.
    @Test func aServiceWithoutAMasterHasNoBatches() async throws {
        let service = try ServiceFixture()
        let reply = try await service.get("/v1/instruments/AAPL")
        #expect(reply.headers[.snapshot]?.count == 16)
        #expect(try await service.get("/nothing").headers[.snapshot] == reply.headers[.snapshot])
        let refused = try await service.get("/v1/instruments/AAPL?atLeast=1")
        #expect(refused.status == 400)
        #expect(try refused.value("detail").contains("follows a master"))
        for accept in ["application/json", "text/event-stream"] {
            let changes = try await service.get("/v1/changes?after=1", [.accept: accept])
            #expect(changes.status == 400)
            #expect(try changes.value("detail").hasPrefix("'after' requires a service that follows a master"))
        }
        #expect(try await service.get("/v1/changes?wait=1").value("detail") == "'wait' requires 'after'.")
    }
}
