import Charting
import Ingest
import Testing

@Suite struct ServerErrorTests {
    @Test(
        arguments: [
            (.invalidAddress, .urlError), (.httpStatus(429), .tooManyRequests), (.notFound, .noData),
            (.emptyArchive, .noData),
            (.corrupt, .parseError), (.truncated, .parseError), (.limitExceeded, .parseError), (.unreachable, .unknown),
            (.httpStatus(500), .unknown), (.unauthorized, .unknown), (.cancelled, .unknown),
        ] as [(IngestError.Kind, ServerError.Kind)])
    func isMadeFromItsCause(_ cause: IngestError.Kind, _ kind: ServerError.Kind) {
        let error = ServerError(IngestError(kind: cause, address: "a.ipf", reason: "because"))
        #expect(error.kind == kind && error.description == "a.ipf: because" && error.position == nil)
    }

    @Test func isRecognisedByItsKind() {
        let error = ServerError(.noData, reason: "of its own")
        switch error {
        case .noData: #expect(error == .noData && error != .unknown)
        default: Issue.record("\(error)")
        }
        #expect(ServerError(error).reason == "of its own")
        #expect(ServerError(CancellationError()).kind == .unknown)
        #expect(Set([ServerError.noData, error, .parseError]).count == 2)
    }
}
