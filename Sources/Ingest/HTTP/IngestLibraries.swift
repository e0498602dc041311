internal import Packing

#if !canImport(Darwin)
    import CCurl
#endif

/// The external libraries that this module uses.
package enum IngestLibraries {
    /// The names and versions, such as `zlib 1.2.13`, `ISA-L 2.30.0` and `libcurl 7.88.1 (OpenSSL/3.0.19)`.
    package static var versions: [String] { InflateLibrary.allCases.map(\.version) + [http] }

    #if canImport(Darwin)
        private static let http = "URLSession"
    #else
        private static var http: String {
            // SAFETY: The structure and its texts are constants; a missing text is a null pointer.
            guard let curl = unsafe curl_version_info(ccurl_version_now)?.pointee else { return "no libcurl" }
            let encryption = unsafe curl.ssl_version.map { unsafe " (\(String(cString: $0)))" } ?? ""
            return unsafe "libcurl \(String(cString: curl.version))\(encryption)"
        }

        /// The error that is thrown if libcurl is missing or could not be initialized.
        static var curlIsMissing: IngestError {
            // SAFETY: The text is a constant.
            let reason = unsafe ccurl_missing().map { unsafe String(cString: $0) }
            return IngestError(
                kind: .unreachable,
                reason: reason.map { "libcurl can't be loaded (\($0)); install it (Debian: apt install libcurl4)" }
                    ?? "libcurl can't be started; memory may be exhausted")
        }
    #endif
}
