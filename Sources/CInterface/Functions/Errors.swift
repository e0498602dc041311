package import CIPF
internal import Scanning

// The functions are described in ipf.h. The compiler compares each with its declaration there.

@c @implementation
package func ipf_abi_version() -> UInt32 { UInt32(IPF_ABI_VERSION) }

/// SAFETY: a literal of the library, with a zero byte at its end.
@c @implementation
package func ipf_version() -> UnsafePointer<CChar>? {
    unsafe UnsafeRawPointer(PackageVersion.number.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// SAFETY: see `Handle`.
@c @implementation
package func ipf_error_code(_ error: OpaquePointer?) -> ipf_status {
    unsafe Handle.object(error, ErrorObject.self)?.code ?? ipf_status(IPF_OK)
}

/// SAFETY: see `Handle`.
@c @implementation
package func ipf_error_text(_ error: OpaquePointer?) -> ipf_text {
    unsafe Handle.object(error, ErrorObject.self)?.text.text ?? KeptText.none
}

/// SAFETY: see `Handle`.
@c @implementation
package func ipf_error_free(_ error: OpaquePointer?) { unsafe Handle.free(error, ErrorObject.self) }
