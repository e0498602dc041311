internal import CIPF

/// Handles by which C refers to objects. A handle retains its object until the handle is freed.
///
/// SAFETY: `ipf.h` requires that a handle is NULL, or was returned by a function that creates its kind and not freed
/// yet.
enum Handle {
    /// Creates a handle for an object.
    static func make(_ object: AnyObject) -> OpaquePointer {
        unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
    }

    /// Returns the object of a handle; `nil` if the handle is NULL.
    @inline(__always)
    static func object<Object: AnyObject>(_ handle: OpaquePointer?, _: Object.Type = Object.self) -> Object? {
        guard let handle = unsafe handle else { return nil }
        return unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }

    /// Returns the object of a handle.
    ///
    /// - Throws: `CFailure` if the handle is NULL.
    @inline(__always)
    static func needed<Object: AnyObject>(
        _ handle: OpaquePointer?, _ name: String, _ type: Object.Type = Object.self
    ) throws -> Object {
        guard let object = unsafe object(handle, type) else { throw CFailure.missing(name) }
        return object
    }

    /// Frees a handle.
    static func free<Object: AnyObject>(_ handle: OpaquePointer?, _: Object.Type) {
        guard let handle = unsafe handle else { return }
        unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
    }
}

/// A pointer to which the handle of a new object is written.
public typealias HandlePlace = UnsafeMutablePointer<OpaquePointer?>

/// Runs the body and returns a C status code. A thrown error is stored at `error`, unless that is NULL.
///
/// SAFETY: `ipf.h` requires that `error` is NULL or can be written.
func answer(_ error: HandlePlace?, _ body: () throws -> Void) -> ipf_status {
    unsafe error?.pointee = nil
    do {
        try body()
        return ipf_status(IPF_OK)
    } catch let fault {
        let failure = CFailure(fault)
        unsafe error?.pointee = Handle.make(ErrorObject(failure))
        return failure.code
    }
}

/// Runs the body, writes the returned object's handle to `out`, and returns a C status code. On failure, writes NULL.
///
/// SAFETY: `ipf.h` requires that `out` is NULL or can be written.
func answer(_ out: HandlePlace?, _ error: HandlePlace?, _ make: () throws -> AnyObject) -> ipf_status {
    unsafe out?.pointee = nil
    return unsafe answer(error) {
        guard let out = unsafe out else { throw CFailure.missing("out") }
        unsafe out.pointee = Handle.make(try make())
    }
}
