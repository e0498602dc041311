internal import Hummingbird
internal import HummingbirdCore
internal import Ingest
internal import InstrumentCatalog
internal import NIOCore

/// Sends a stretch of a body of several parts.
enum FormWriter {
    private static let step = 1 << 17

    static func write(
        _ form: SnapshotBody.Form, _ range: Range<Int>, to writer: inout any ResponseBodyWriter
    ) async throws {
        var start = 0
        for part in form.parts {
            // What of the range lies in this part.
            let inner = range.clamped(to: start..<(start + part.length))
            let first = inner.lowerBound - start
            let end = inner.upperBound - start
            start += part.length
            if inner.isEmpty { continue }
            switch part {
            case .bytes(let bytes): try await writer.write(ByteBuffer(bytes: bytes[first..<end]))
            case .file(let file):
                for offset in stride(from: first, to: end, by: step) {
                    try await writer.write(try file.read(offset, min(step, end - offset)))
                }
            }
        }
    }
}

/// A part of a file that a request asks for (RFC 9110, section 14).
enum ByteRange {
    case whole
    case unsatisfiable
    case part(Range<Int>)

    /// One range of `bytes=`; several, or another unit, mean the whole.
    static func parse(_ text: String, length: Int) -> ByteRange {
        guard text.hasPrefix("bytes="), !text.contains(",") else { return .whole }
        let ends = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return .whole }
        let first = ends[0].trimmed()
        let last = ends[1].trimmed()
        if first.isEmpty {
            guard let count = Int(last) else { return .whole }
            return count <= 0 || length == 0 ? .unsatisfiable : .part(max(0, length - count)..<length)
        }
        guard let from = Int(first), from >= 0, last.isEmpty || (Int(last) ?? -1) >= from else { return .whole }
        guard from < length else { return .unsatisfiable }
        return .part(from..<min(length, (Int(last) ?? length - 1).addingReportingOverflow(1).partialValue))
    }
}

/// IPF text that one client asked for, packed for it alone.
struct FilteredText: ~Copyable {
    private let view: CatalogView
    private let fields: [String]?
    private let gzip: GzipBox?
    private let isLive: Bool

    /// Compresses into one member, flushed whenever the client should see it.
    private final class GzipBox {
        var writer = GzipWriter(level: 5)
    }

    init(_ view: CatalogView, _ fields: [String]?, isCompressed: Bool, isLive: Bool = false) {
        self.view = view
        self.fields = fields
        self.isLive = isLive
        gzip = isCompressed ? GzipBox() : nil
    }

    /// All profiles of `rows`, then `##COMPLETE`.
    mutating func write(_ rows: [Int], to writer: inout any ResponseBodyWriter) async throws {
        var columns = ProfileColumns()
        for row in rows { columns.note(view.profile(at: row)) }
        var profiles = ProfileWriter(fields: fields, columns: columns)
        var text: [UInt8] = []
        for row in rows {
            profiles.write(view.profile(at: row), to: &text)
            if text.count >= 1 << 16 {
                try await send(text, flushes: false, to: &writer)
                text.removeAll(keepingCapacity: true)
            }
        }
        profiles.writeComplete(live: isLive, to: &text)
        try await send(text, flushes: true, to: &writer)
    }

    mutating func send(_ text: [UInt8], flushes: Bool, to writer: inout any ResponseBodyWriter) async throws {
        guard let gzip else { return try await writer.write(ByteBuffer(bytes: text)) }
        var output: [UInt8] = []
        gzip.writer.write(text.span) { output.append(span: $0) }
        if flushes { gzip.writer.flush { output.append(span: $0) } }
        if !output.isEmpty { try await writer.write(ByteBuffer(bytes: output)) }
    }

    mutating func end(to writer: inout any ResponseBodyWriter) async throws {
        guard let gzip else { return }
        var output: [UInt8] = []
        gzip.writer.finish { output.append(span: $0) }
        try await writer.write(ByteBuffer(bytes: output))
    }
}
