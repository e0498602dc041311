internal import CIPF

/// Objects that C refers to by handles, each of which retains its object until it is freed.
///
/// SAFETY: `ipf.h` requires that a handle is NULL, or came from the function that creates its kind and was not freed.
enum Handle {
    /// Creates a handle of an object.
    static func make(_ object: AnyObject) -> OpaquePointer {
        unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
    }

    /// Returns the object of a handle; `nil` for NULL.
    @inline(__always)
    static func object<Object: AnyObject>(_ handle: OpaquePointer?, _: Object.Type = Object.self) -> Object? {
        guard let handle = unsafe handle else { return nil }
        return unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }

    /// Returns the object of a handle.
    ///
    /// - Throws: `CFailure` for NULL.
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

/// The destination of a created handle.
package typealias HandlePlace = UnsafeMutablePointer<OpaquePointer?>

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

/// Runs the body, stores the returned object's handle at `out`, and returns a C status code. On failure, `out` is NULL.
///
/// SAFETY: `ipf.h` requires that `out` is NULL or can be written.
func answer(_ out: HandlePlace?, _ error: HandlePlace?, _ make: () throws -> AnyObject) -> ipf_status {
    unsafe out?.pointee = nil
    return unsafe answer(error) {
        guard let out = unsafe out else { throw CFailure.missing("out") }
        unsafe out.pointee = Handle.make(try make())
    }
}
