internal import CServiceFiles

/// The files of the service that are embedded in the program: the page, the OpenAPI document and the outlines of
/// letters.
enum ServiceFiles {
    /// The bytes of each file, by its name.
    static let all: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        // SAFETY: the rows and their bytes are constants of the program, and each row contains the size of its bytes.
        for index in 0..<service_files_count() {
            let file = unsafe service_files()[index]
            unsafe files[String(cString: file.name)] = Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
        }
        return files
    }()

    /// Returns the bytes of a file.
    ///
    /// - Precondition: `CServiceFiles.c` embeds the file.
    static func bytes(_ name: String) -> [UInt8] {
        guard let bytes = all[name] else { preconditionFailure("CServiceFiles.c doesn't embed \(name)") }
        return bytes
    }
}
