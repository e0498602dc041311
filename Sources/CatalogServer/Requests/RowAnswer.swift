internal import InstrumentCatalog
internal import NIOCore

/// An answer that consists of rows.
struct RowAnswer: Sendable {
    /// The bytes before and after the rows.
    var begin: [UInt8] = []
    var end: [UInt8] = []
    private let threads: RowThreads
    private let work: RunningWork
    private let channel: (any Channel)?
    private let place: RowThreads.Place?
    private let make: @Sendable () -> RowWriter

    /// - Parameters:
    ///   - isPage: Whether the answer is one page, which doesn't count as an answer of unbounded length.
    ///   - make: Selects the rows; called on a separate thread when the answer is sent.
    /// - Throws: `Problem` with status 503 if too many such answers are being written.
    init(_ context: RouteContext, isPage: Bool = false, _ make: @escaping @Sendable () -> RowWriter) throws(Problem) {
        threads = context.server.rows
        work = context.server.work
        channel = context.channel
        place = isPage ? nil : try threads.admit()
        self.make = make
    }

    /// The body of the answer.
    var body: RouteResponse.Body {
        .packed { isCompressed in
            let stream = stream(isCompressed ? .gzip : .plain)
            return { try await stream.write(to: &$0) }
        }
    }

    /// Returns the bytes of the answer as a stream.
    func stream(_ packing: RowStream.Packing) -> RowStream {
        RowStream(make, packing, begin: begin, end: end, on: threads.queue(), for: channel, work, place)
    }
}
