internal import CMasterFiles

/// The files of SQL that make the schema, in their order. A file that was released is never changed: what comes later is a new one.
enum SchemaMigrations {
    private static let files: [[UInt8]] = (0..<master_files_count()).map { index in
        // SAFETY: the rows and their bytes are constants of the program, and each row states the size of its bytes.
        let file = unsafe master_files()[index]
        return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
    }

    /// The number of the last one: the version of the schema that this program writes and reads.
    static var latest: Int { files.count }

    /// A file's text.
    ///
    /// - Parameter number: from 1 to `latest`.
    static func text(_ number: Int) -> String { String(decoding: files[number - 1], as: UTF8.self) }
}
