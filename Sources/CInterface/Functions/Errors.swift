public import CIPF
internal import Scanning

// ipf.h describes the functions. The compiler compares each of them with its declaration there.

@c @implementation
public func ipf_abi_version() -> UInt32 { UInt32(IPF_ABI_VERSION) }

/// SAFETY: the text is a literal of the library that ends with a zero byte.
@c @implementation
public func ipf_version() -> UnsafePointer<CChar>? {
    unsafe UnsafeRawPointer(PackageVersion.number.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_error_code(_ error: OpaquePointer?) -> ipf_status {
    unsafe Handle.object(error, ErrorObject.self)?.code ?? ipf_status(IPF_OK)
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_error_text(_ error: OpaquePointer?) -> ipf_text {
    unsafe Handle.object(error, ErrorObject.self)?.text.text ?? KeptText.none
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_error_free(_ error: OpaquePointer?) { unsafe Handle.free(error, ErrorObject.self) }
