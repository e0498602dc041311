import Foundation
import Logging
import NIOCore
import TestSupport
import Testing

@testable import CatalogServer

/// The errors of a service that can't listen.
struct ListenTests {
    private func listening(_ options: ServerOptions) async throws -> ListenError? {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let fixture = try ServiceFixture()
        do {
            try await CatalogServer(fixture.catalog, options: options, logger: logger).run(handlesSignals: false)
        } catch let error as ListenError {
            return error
        }
        return nil
    }

    @Test(.timeLimit(.minutes(60))) func listeningErrorsStateTheReason() async throws {
        let taken = try ClosedPort()
        let folder = try TemporaryFolder()
        try Data("no key".utf8).write(to: URL(filePath: folder.path("key")))
        let rows: [(change: (inout ServerOptions) -> Void, kind: ListenError.Kind, reason: String)] = [
            (
                { $0.port = Int(taken.number) }, .portInUse,
                "can't listen on 127.0.0.1:\(taken.number): the port is in use; stop the program that uses it, or choose "
                    + "another port (0 for any)"
            ),
            (
                { $0.host = "192.0.2.1" }, .foreignAddress,
                "can't listen on 192.0.2.1:0: this machine does not have that address; choose 127.0.0.1 for this machine only, "
                    + "0.0.0.0 for all its networks, or one of its addresses"
            ),
            (
                { $0.certificate = (folder.path("missing"), folder.path("key")) }, .certificate,
                "\(folder.path("missing")): can't open it: No such file or directory; grant the service's user read access, or name "
                    + "another file"
            ),
        ]
        for row in rows {
            var options = ServerOptions()
            options.port = 0
            row.change(&options)
            let error = try await listening(options)
            #expect(error?.kind == row.kind && error?.description == row.reason, "\(error?.description ?? "none")")
        }
        var options = ServerOptions()
        options.host = "no-such-host.invalid"
        let unknown = try await listening(options)
        #expect(unknown?.kind == .unknownHost)
        #expect(unknown?.description.hasPrefix("can't listen on no-such-host.invalid:8080: no such host (") == true)
        #expect(unknown?.description.hasSuffix("); choose a name or an address of this machine") == true)
    }

    /// The error is simulated, because this process may run as root.
    @Test func privilegedPortsNameThePermission() {
        var options = ServerOptions()
        (options.host, options.port) = ("::1", 81)
        let error = IOError(errnoCode: EACCES, reason: "bind(descriptor:ptr:bytes:)")
        #expect(
            ListenError(error, options)?.description
                == "can't listen on [::1]:81: ports below 1024 require administrator rights; choose a port from 1024 "
                + "to 65535")
        options.port = 8080
        #expect(ListenError(error, options)?.description == "can't listen on [::1]:8080: Permission denied")
        #expect(ListenError(CancellationError(), options) == nil)
    }
}
