import Charting
import Ingest
import Testing

@Suite struct ServerErrorTests {
    @Test(
        arguments: [
            (.invalidAddress, .urlError), (.httpStatus(429), .tooManyRequests), (.notFound, .noData),
            (.emptyArchive, .noData), (.httpStatus(204), .noData),
            (.corrupt, .parseError), (.truncated, .parseError), (.limitExceeded, .parseError), (.unreachable, .unknown),
            (.httpStatus(500), .unknown), (.unauthorized, .unknown), (.cancelled, .unknown),
        ] as [(IngestError.Kind, ServerError)])
    func theKindFollowsFromTheCause(_ cause: IngestError.Kind, _ kind: ServerError) {
        let error = IngestError(kind: cause, address: "a.ipf", reason: "because")
        #expect(ServerError(error) == kind)
        let fault = LoadFault(error)
        #expect(fault.kind == kind && fault.description == "a.ipf: because" && fault.position == nil)
        #expect(ServerError(fault) == kind && LoadFault(fault) == fault)
    }

    @Test(arguments: ServerError.allCases) func aServerErrorRetainsItsKind(_ error: ServerError) {
        #expect(ServerError(error) == error && LoadFault(error).reason == error.description)
    }

    @Test func otherErrorsAreOfUnknownKind() {
        #expect(ServerError(CancellationError()) == .unknown)
    }

    @Test func theDescriptionNamesAnInvalidAddress() {
        #expect("\(ServerError.urlError)" == "the address is invalid; check it")
    }
}
