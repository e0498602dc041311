internal import CIPF
internal import Scanning

/// A zero-terminated UTF-8 text for C, whose address is fixed for the lifetime of the object.
@safe final class KeptText: Sendable {
    // SAFETY: only `init` writes the memory, and `deinit` frees it.
    nonisolated(unsafe) private let start: UnsafeMutablePointer<CChar>
    private let count: Int

    init(_ text: String) {
        let bytes = text.utf8Span.span
        count = bytes.count
        unsafe start = .allocate(capacity: bytes.count + 1)
        // SAFETY: the memory has room for all bytes and the terminating zero.
        for index in 0..<bytes.count { unsafe start[index] = CChar(bitPattern: bytes[index]) }
        unsafe start[bytes.count] = 0
    }

    deinit {
        // SAFETY: `ipf.h` requires that the text is no longer read.
        unsafe start.deallocate()
    }

    /// The text as a C value.
    var text: ipf_text {
        // SAFETY: the memory belongs to this object, which a handle retains for C.
        unsafe ipf_text(data: UnsafePointer(start), size: count)
    }

    /// The value that means that there is no text.
    static var none: ipf_text {
        // SAFETY: the size is 0, so C reads nothing.
        unsafe ipf_text(data: nil, size: 0)
    }
}

/// Texts from C.
///
/// SAFETY: `ipf.h` requires that the given number of bytes, or all bytes up to a zero byte, can be read.
enum CText {
    /// IPF_TERMINATED as a signed size.
    private static let terminated = -1

    /// Calls `body` with the bytes of a text. NULL with size 0 is an empty text. Returns `nil` for NULL with any other
    /// size, and for an impossible size.
    @inline(__always)
    static func withBytes<Result>(
        _ data: UnsafePointer<CChar>?, _ size: Int, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result? {
        guard let data = unsafe data, size >= terminated else { return size == 0 ? try body(Span()) : nil }
        var count = size
        if size == terminated {
            count = 0
            while unsafe data[count] != 0 { count &+= 1 }
        }
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count)
        return try unsafe body(bytes.bindMemory(to: UInt8.self).span)
    }

    /// Returns a text from C as a string.
    ///
    /// - Throws: `CFailure` if the text is NULL or not valid UTF-8.
    static func string(_ data: UnsafePointer<CChar>?, _ size: Int, _ name: String) throws -> String {
        if size < terminated {
            throw CFailure(
                IPF_INVALID_ARGUMENT, "\(name): the size is \(UInt(bitPattern: size)), which exceeds the address space")
        }
        let text = try unsafe withBytes(data, size) { bytes in
            do throws(UTF8.ValidationError) {
                return String(copying: try UTF8Span(validating: bytes))
            } catch {
                throw CFailure(
                    IPF_INVALID_TEXT,
                    "\(name) is not UTF-8: found invalid bytes at offset \(error.byteOffsets.lowerBound)")
            }
        }
        guard let text else { throw CFailure.missing(name) }
        return text
    }

    /// Returns a path from C.
    ///
    /// - Throws: `CFailure` as `string` does, and if the path contains a zero byte.
    static func path(_ data: UnsafePointer<CChar>?, _ size: Int) throws -> String {
        let path = try unsafe string(data, size, "path")
        if path.utf8.contains(0) {
            throw CFailure(
                IPF_INVALID_ARGUMENT, "path contains a zero byte; remove it")
        }
        return path
    }

    /// Returns an optional text from C as a string.
    ///
    /// - Returns: `nil` for NULL.
    static func optionalString(_ data: UnsafePointer<CChar>?, _ size: Int, _ name: String) throws -> String? {
        if unsafe data == nil { return nil }
        return try unsafe string(data, size, name)
    }

    /// Returns several texts from C as strings.
    static func strings(_ texts: UnsafePointer<ipf_text>?, _ count: Int, _ name: String) throws -> [String] {
        try unsafe Numbers.span(texts, count, name) { texts in
            try unsafe texts.map { try unsafe string($0.data, Int($0.size), name) }
        }
    }
}

/// Arrays from C.
///
/// SAFETY: `ipf.h` requires that the given number of elements can be read or written.
enum Numbers {
    static func span<Element, Result>(
        _ start: UnsafePointer<Element>?, _ count: Int, _ name: String,
        _ body: (UnsafeBufferPointer<Element>) throws -> Result
    ) throws -> Result {
        try check(unsafe start == nil, count, name)
        return try unsafe body(UnsafeBufferPointer(start: start, count: count))
    }

    static func mutable<Element>(
        _ start: UnsafeMutablePointer<Element>?, _ count: Int, _ name: String
    ) throws -> UnsafeMutableBufferPointer<Element> {
        try check(unsafe start == nil, count, name)
        return unsafe UnsafeMutableBufferPointer(start: start, count: count)
    }

    /// Returns the element for each of `count` values. The array contains either one element for all values, or one for
    /// each.
    static func broadcast<Element>(
        _ start: UnsafePointer<Element>?, _ own: Int, over count: Int, _ name: String
    ) throws -> UnsafeBufferPointer<Element> {
        try check(unsafe start == nil, own, name)
        guard own == 1 || own == count else {
            throw CFailure(
                IPF_INVALID_ARGUMENT, "\(own) \(name) for \(count) values: expected 1, or one for each value")
        }
        return unsafe UnsafeBufferPointer(start: start, count: own)
    }

    private static func check(_ isNull: Bool, _ count: Int, _ name: String) throws {
        if count < 0 {
            throw CFailure(
                IPF_INVALID_ARGUMENT,
                "\(name): the count is \(UInt(bitPattern: count)), which exceeds the address "
                    + "space")
        }
        if isNull && count > 0 { throw CFailure.missing(name) }
    }
}
