internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import Scanning

/// Sends a body that has several parts, or a range of its bytes. The body may still be being written.
enum FormWriter {
    private static let step = 1 << 17

    /// - Parameters:
    ///   - range: The bytes to send; `nil` for all.
    ///   - channel: The client's connection; `nil` in tests without one.
    static func write(
        _ form: BodyForm, _ range: Range<Int>? = nil, for channel: (any Channel)?,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let range = range ?? 0..<Int.max
        // The offset of the next part.
        var start = 0
        for part in form.parts {
            switch part {
            case .bytes(let bytes): start = try await write(bytes, at: start, range, to: &writer)
            case .last(_, let make): start = try await write(try make(), at: start, range, to: &writer)
            case .file(let file): start = try await write(file, at: start, range, for: channel, to: &writer)
            }
            if start >= range.upperBound { return }
        }
    }

    /// Sends the bytes of a part that are in the range, and returns the offset of the part's end.
    private static func write(
        _ bytes: [UInt8], at start: Int, _ range: Range<Int>, to writer: inout any ResponseBodyWriter
    ) async throws -> Int {
        let inner = range.clamped(to: start..<(start + bytes.count))
        if !inner.isEmpty {
            let part = bytes[(inner.lowerBound - start)..<(inner.upperBound - start)]
            try await writer.write(ByteBuffer(bytes: part))
        }
        return start + bytes.count
    }

    private static func write(
        _ file: BodyFile, at start: Int, _ range: Range<Int>, for channel: (any Channel)?,
        to writer: inout any ResponseBodyWriter
    ) async throws -> Int {
        var offset = max(0, range.lowerBound - start)
        let end = range.upperBound - start
        if let length = file.length, offset >= length { return start + length }
        while offset < end, let buffer = try await file.next(offset, min(step, end - offset)) {
            try await writer.write(buffer, settling: channel)
            offset += buffer.readableBytes
        }
        return start + offset
    }
}

/// The part of a file that a request selects with `Range` (RFC 9110, section 14).
enum ByteRange {
    case whole
    case unsatisfiable
    case part(Range<Int>)

    /// Parses a single range of `bytes=`. Several ranges, or another unit, select the whole file.
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
