internal import CIPF

/// Objects that C holds by their addresses: each handle keeps its object alive until it is freed.
///
/// SAFETY: `ipf.h` demands of the caller that a handle is NULL, or came from the function that makes its kind and was not freed.
enum Handle {
    /// A new handle of an object.
    static func make(_ object: AnyObject) -> OpaquePointer {
        unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
    }

    /// The object of a handle; `nil` for NULL.
    @inline(__always)
    static func object<Object: AnyObject>(_ handle: OpaquePointer?, _: Object.Type = Object.self) -> Object? {
        guard let handle = unsafe handle else { return nil }
        return unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }

    /// The object of a handle.
    ///
    /// - Throws: `CFailure` for NULL.
    @inline(__always)
    static func needed<Object: AnyObject>(
        _ handle: OpaquePointer?, _ name: String, _ type: Object.Type = Object.self
    ) throws -> Object {
        guard let object = unsafe object(handle, type) else { throw CFailure.missing(name) }
        return object
    }

    /// Ends a handle.
    static func free<Object: AnyObject>(_ handle: OpaquePointer?, _: Object.Type) {
        guard let handle = unsafe handle else { return }
        unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
    }
}

/// A place for a handle that a function makes.
typealias HandlePlace = UnsafeMutablePointer<OpaquePointer?>

/// Does what a function does, and gives its status. What it throws is put at `error`, unless that is NULL.
///
/// SAFETY: `ipf.h` demands that `error` is NULL or can be written.
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

/// Does the same for a function whose result is an object, put at `out`; NULL if it fails.
///
/// SAFETY: `ipf.h` demands that `out` is NULL or can be written.
func answer(_ out: HandlePlace?, _ error: HandlePlace?, _ make: () throws -> AnyObject) -> ipf_status {
    unsafe out?.pointee = nil
    return unsafe answer(error) {
        guard let out = unsafe out else { throw CFailure.missing("out") }
        unsafe out.pointee = Handle.make(try make())
    }
}
