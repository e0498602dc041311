internal import Dispatch
internal import Hummingbird
internal import HummingbirdCore
internal import Ingest
internal import InstrumentCatalog
internal import NIOCore
internal import Synchronization

/// The bytes of an answer that consists of rows.
///
/// Each piece is written when the connection has room for it, on a thread that answers no look-ups. So an answer needs
/// only the memory of one piece, is written at the speed of its client, and ends if its client disconnects.
final class RowStream: Sendable {
    /// The compression of the text.
    enum Packing {
        case plain
        /// The compressed bytes are one gzip member.
        case gzip
        /// The compressed bytes are sealed deflate blocks, after which other blocks may follow.
        case sealed
    }

    private struct State {
        var make: (@Sendable () -> RowWriter)?
        var writer: Box?
        let packer: any Packer
        var begin: [UInt8]
        let end: [UInt8]
        var place: RowThreads.Place?
        var isAtEnd = false
    }

    /// A reference to the writer, which can't be copied.
    private final class Box {
        var writer: RowWriter

        init(_ writer: consuming RowWriter) { self.writer = writer }
    }

    private let queue: DispatchQueue
    private let channel: (any Channel)?
    private let work: RunningWork
    private let state: Mutex<State>
    private let pieceBytes: Int

    /// - Parameter place: A place in the limit of such answers. It is retained until the last piece is written.
    init(
        _ make: @escaping @Sendable () -> RowWriter, _ packing: Packing, begin: [UInt8], end: [UInt8],
        on queue: DispatchQueue, for channel: (any Channel)?,
        _ work: RunningWork, _ place: RowThreads.Place?
    ) {
        self.queue = queue
        self.work = work
        self.channel = channel
        let packer: any Packer =
            switch packing {
            case .plain: PlainPacker()
            case .gzip: GzipPacker()
            case .sealed: SealedPacker()
            }
        pieceBytes = packing == .plain ? 1 << 16 : 1 << 18
        state = Mutex(State(make: make, packer: packer, begin: begin, end: end, place: place))
    }

    /// Sends all pieces.
    ///
    /// - Throws: The errors of the client's connection; `CancellationError` if the service shuts down.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        // No client is given, because writing fails if the client has disconnected. A client that closed only its own
        // side receives all pieces.
        try await work.track(for: nil) { limit in
            while let piece = try await next(limit) {
                if piece.readableBytes > 0 { try await writer.write(piece, settling: channel) }
            }
        }
    }

    /// Returns the next piece, which may be empty; `nil` after the last piece.
    private func next(_ limit: WorkLimit) async throws -> ByteBuffer? {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.make(limit) }) }
        }
    }

    /// - Parameter limit: The limit for selecting the rows. It does not apply to writing them, which depends on the
    ///   client's speed.
    private func make(_ limit: WorkLimit) throws -> ByteBuffer? {
        try limit.check()
        return try state.withLock { state in
            if state.isAtEnd { return nil }
            if let make = state.make {
                state.writer = try limit.answer { Box(make()) }
                state.make = nil
            }
            var piece = ByteBuffer()
            if !state.begin.isEmpty {
                state.packer.take(state.begin.span, &piece)
                state.begin = []
            }
            let packer = state.packer
            let goesOn = state.writer!.writer.write(atLeast: pieceBytes) { packer.take($0, &piece) }
            if !goesOn {
                if !state.end.isEmpty { packer.take(state.end.span, &piece) }
                packer.end(&piece)
                state.isAtEnd = true
                state.writer = nil
                state.place = nil
            }
            return piece
        }
    }
}

/// Compresses a text, or passes it on.
private protocol Packer: AnyObject {
    func take(_ text: Span<UInt8>, _ output: inout ByteBuffer)
    func end(_ output: inout ByteBuffer)
}

private final class PlainPacker: Packer {
    func take(_ text: Span<UInt8>, _ output: inout ByteBuffer) { output.write(span: text) }
    func end(_ output: inout ByteBuffer) {}
}

private final class GzipPacker: Packer {
    private var writer = GzipWriter(level: 5)

    func take(_ text: Span<UInt8>, _ output: inout ByteBuffer) { writer.write(text) { output.write(span: $0) } }
    func end(_ output: inout ByteBuffer) { writer.finish { output.write(span: $0) } }
}

private final class SealedPacker: Packer {
    private var writer = DeflateWriter(level: 5)

    func take(_ text: Span<UInt8>, _ output: inout ByteBuffer) { writer.write(text) { output.write(span: $0) } }
    func end(_ output: inout ByteBuffer) { writer.seal { output.write(span: $0) } }
}

extension ByteBuffer {
    mutating func write(span: Span<UInt8>) {
        // SAFETY: the bytes are read only during the call.
        unsafe span.withUnsafeBufferPointer { _ = unsafe writeBytes($0) }
    }
}
