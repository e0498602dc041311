import SystemFiles

extension IngestError {
    /// The error of what can't be opened or read.
    init(_ error: SystemError, reading what: String = "the file") {
        switch error {
        case .noSuchFile, .notAFolder:
            self.init(kind: .notFound, reason: "no such file; check the path")
        case .accessDenied, .notPermitted:
            self.init(
                kind: .permissionDenied, reason: "no permission to read it; change its mode or read it as its owner")
        case .isAFolder: self = .folder
        default: self.init(kind: .unreadable, reason: "reading \(what) failed: \(error.words)")
        }
    }

    /// The same of a fault.
    init(_ fault: FileFault, reading what: String = "the file") {
        guard let error = fault.error else {
            self.init(kind: .unreadable, reason: "it \(fault.words)")
            return
        }
        self.init(error, reading: what)
    }

    /// A folder in place of a file.
    static let folder = IngestError(
        kind: .isDirectory, reason: "it is a folder; name a file in it, or import its files one by one")

    /// Does `work`, whose faults are those of `what`, which is read.
    static func reading<Value: ~Copyable>(
        _ what: String = "the file", _ work: () throws(FileFault) -> Value
    ) throws(IngestError) -> Value {
        do throws(FileFault) { return try work() } catch { throw IngestError(error, reading: what) }
    }
}

extension OpenFile {
    /// Opens what is read, as it comes or whole.
    ///
    /// - Throws: `IngestError` where it can't be opened, and for a folder.
    static func source(_ path: String) throws(IngestError) -> OpenFile {
        try IngestError.reading { () throws(FileFault) in try OpenFile(path, for: .reading) }
    }

    /// What is open, and its size in bytes where it is a regular file.
    ///
    /// - Throws: `IngestError` where the system refuses to look, and for a folder.
    func sourceStatus() throws(IngestError) -> (isFile: Bool, size: Int) {
        let status = try IngestError.reading { () throws(FileFault) in try self.status() }
        if status.kind == .folder { throw .folder }
        return (status.kind == .file, status.size)
    }
}

extension WorkerThread {
    /// Runs `work` on a new thread.
    ///
    /// - Throws: `IngestError` of kind `unreadable` where the system has no thread left.
    static func start(_ work: @escaping @Sendable () -> Void) throws(IngestError) -> WorkerThread {
        do throws(SystemError) {
            return try WorkerThread(work)
        } catch {
            throw IngestError(
                kind: .unreadable, reason: "no thread could be started (\(error.words)); try again later")
        }
    }
}
