internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Ingest
internal import NIOCore
internal import Scanning

/// Compresses answers for clients that accept gzip.
enum Compressing {
    /// Shorter bodies fit into one packet without compression.
    private static let shortest = 1024

    static func pays(_ body: RouteResponse.Body) -> Bool {
        switch body {
        case .bytes(let bytes): bytes.count >= shortest
        case .kept, .packed, .stream: true
        }
    }

    static func isAccepted(_ request: Request) -> Bool {
        let gzip = request.headers[.acceptEncoding]?.acceptedItems.first { $0.name == "gzip" || $0.name == "*" }
        return gzip?.isRefused == false
    }

    static func body(_ body: RouteResponse.Body, isCompressed: Bool) -> ResponseBody {
        switch body {
        case .bytes(let bytes):
            return .init(byteBuffer: ByteBuffer(bytes: isCompressed ? compressed(bytes) : bytes))
        case .kept(let plain, let gzip): return .init(byteBuffer: isCompressed ? gzip : plain)
        case .packed(let make):
            let write = make(isCompressed)
            return .init { writer in
                try await Pool.run { try await write(&writer) }
                try await writer.finish(nil)
            }
        case .stream(let length, let write):
            guard isCompressed else {
                return .init(contentLength: length) { writer in
                    try await Pool.run { try await write(&writer) }
                    try await writer.finish(nil)
                }
            }
            return .init { writer in
                var packed: any ResponseBodyWriter = GzipBodyWriter(writer)
                try await Pool.run { try await write(&packed) }
                try await packed.finish(nil)
            }
        }
    }

    static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var writer = GzipWriter(level: 5)
        var output: [UInt8] = []
        let append = { (piece: Span<UInt8>) in output.append(span: piece) }
        writer.write(bytes.span, to: append)
        writer.finish(to: append)
        return output
    }
}

/// A body writer that compresses.
private struct GzipBodyWriter: ResponseBodyWriter {
    private final class Stream {
        var writer = GzipWriter(level: 5)
    }

    private var parent: any ResponseBodyWriter
    private let stream = Stream()

    init(_ parent: any ResponseBodyWriter) { self.parent = parent }

    mutating func write(_ buffer: ByteBuffer) async throws {
        var output: [UInt8] = []
        stream.writer.write(Array(buffer.readableBytesView).span) { output.append(span: $0) }
        if !output.isEmpty { try await parent.write(ByteBuffer(bytes: output)) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        var output: [UInt8] = []
        stream.writer.finish { output.append(span: $0) }
        try await parent.write(ByteBuffer(bytes: output))
        try await parent.finish(trailingHeaders)
    }
}
