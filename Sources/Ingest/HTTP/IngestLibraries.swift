import CCurl
import CZlib

/// The libraries that this module runs on.
package enum IngestLibraries {
    /// Names with versions: `zlib 1.2.13`, `libcurl 7.88.1 (OpenSSL/3.0.19)`.
    package static var versions: [String] {
        // SAFETY: both hand out constants, texts that end with a zero; where a text is missing there is a null pointer.
        let zlib = unsafe String(cString: zlibVersion())
        let curl = unsafe curl_version_info(ccurl_version_now).pointee
        let encryption = unsafe curl.ssl_version.map { unsafe " (\(String(cString: $0)))" } ?? ""
        return unsafe ["zlib \(zlib)", "libcurl \(String(cString: curl.version))\(encryption)"]
    }
}
