internal import InstrumentCatalog
internal import NIOCore

/// An answer that is made of rows.
struct RowAnswer: Sendable {
    /// What stands before the rows and after them.
    var begin: [UInt8] = []
    var end: [UInt8] = []
    private let threads: RowThreads
    private let work: RunningWork
    private let channel: (any Channel)?
    private let place: RowThreads.Place?
    private let make: @Sendable () -> RowWriter

    /// - Parameters:
    ///   - isPage: a page of them, which needs no place among the answers of any number of rows.
    ///   - make: selects the rows; called on a thread of its own when the answer is sent.
    /// - Throws: `Problem` with status 503 where too many of them are being written.
    init(_ exchange: RouteRequest, isPage: Bool = false, _ make: @escaping @Sendable () -> RowWriter) throws(Problem) {
        threads = exchange.server.rows
        work = exchange.server.work
        channel = exchange.channel
        place = isPage ? nil : try threads.admit()
        self.make = make
    }

    /// The body of an answer.
    var body: RouteResponse.Body {
        .packed { isCompressed in
            let stream = stream(isCompressed ? .gzip : .plain)
            return { try await stream.write(to: &$0) }
        }
    }

    /// The bytes of the answer.
    func stream(_ packing: RowStream.Packing) -> RowStream {
        RowStream(make, packing, begin: begin, end: end, on: threads.queue(), for: channel, work, place)
    }
}
