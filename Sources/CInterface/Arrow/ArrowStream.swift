internal import CIPF

/// The owner of an exported stream's table.
private final class StreamBox {
    let table: ArrowTable
    var error: KeptText?

    init(_ table: ArrowTable) { self.table = table }

    /// Arrow's error code EIO: the next batch could not be computed.
    static let failed: Int32 = 5
    /// Arrow's error code EINVAL: the stream was already released.
    static let released: Int32 = 22
}

/// SAFETY: the box is retained once for the struct, and released with it. Arrow requires that only one thread at a time
/// uses a stream, and that no thread uses a stream after its release.
extension ArrowArrayStream {
    init(_ table: ArrowTable) {
        unsafe self.init(
            get_schema: { stream, out in
                guard let box = unsafe Self.box(stream), let out = unsafe out else { return StreamBox.released }
                unsafe out.initialize(to: ArrowSchema(box.table.fields))
                return 0
            },
            get_next: { stream, out in
                guard let box = unsafe Self.box(stream), let out = unsafe out else { return StreamBox.released }
                do {
                    if let batch = try box.table.next() {
                        unsafe out.initialize(to: ArrowArray(batch, of: box.table.fields))
                    } else {
                        // An array whose `release` is NULL marks the end of the stream.
                        unsafe out.initialize(to: ArrowArray())
                    }
                    return 0
                } catch {
                    box.error = KeptText(CFailure(error).text)
                    return StreamBox.failed
                }
            },
            get_last_error: { stream in unsafe Self.box(stream)?.error?.text.data },
            release: { stream in
                guard let stream = unsafe stream, let data = unsafe stream.pointee.private_data else { return }
                unsafe stream.pointee.release = nil
                unsafe stream.pointee.private_data = nil
                unsafe Unmanaged<StreamBox>.fromOpaque(data).release()
            },
            private_data: Unmanaged.passRetained(StreamBox(table)).toOpaque())
    }

    private static func box(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> StreamBox? {
        guard let data = unsafe stream?.pointee.private_data else { return nil }
        return unsafe Unmanaged<StreamBox>.fromOpaque(data).takeUnretainedValue()
    }
}

/// Runs `make`, stores the table as a stream at `out`, and returns a C status code.
///
/// SAFETY: `ipf.h` requires that `out` is NULL or can be written.
func answer(
    _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: HandlePlace?, _ make: () throws -> ArrowTable
) -> ipf_status {
    unsafe out?.initialize(to: ArrowArrayStream())
    return unsafe answer(error) {
        guard let out = unsafe out else { throw CFailure.missing("out") }
        unsafe out.initialize(to: ArrowArrayStream(try make()))
    }
}
