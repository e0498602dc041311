import Essentials
import Ingest
import Scanning
import SystemFiles

/// A buffered output: a file, an object of an object store, or standard output. `finish` replaces an existing file or
/// object atomically; until then, it is unchanged. Text for a terminal, a named pipe or `/dev/stdout` is written
/// immediately.
final class OutputFile {
    private enum Place {
        /// Standard output, which is not closed.
        case standard
        /// A device or pipe, which is written directly.
        case inPlace(OpenFile)
        case file(FileReplacement)
        /// A file without a name, which is uploaded when it is complete.
        case object(OpenFile, ObjectOutput)
        case closed

        var isTerminal: Bool {
            switch self {
            case .standard: OpenFile.standardOutput.isTerminal
            case .inPlace(let file): file.isTerminal
            case .file, .object, .closed: false
            }
        }
    }

    private let name: String
    private var place: Place
    private var gzip: GzipWriter?
    private var buffer: [UInt8] = []
    /// Whether the output is a terminal.
    private(set) lazy var isTerminal = place.isTerminal
    private var filter = TerminalFilter()

    private static let pieceBytes = 1 << 16

    /// Standard output.
    static var standard: OutputFile { OutputFile("standard output", .standard) }

    private init(_ name: String, _ place: Place) {
        self.name = name
        self.place = place
    }

    /// Opens the file at `path`, or the object of an `s3:` address; `-` is standard output.
    ///
    /// - Parameter packsByName: Whether output to a name that ends in ".gz" is compressed.
    /// - Throws: `Failure` if the output cannot be written, such as a folder or a named pipe without a reader.
    static func create(_ path: String, packsByName: Bool = false) throws -> OutputFile {
        if path == "-" { return standard }
        let output = OutputFile(path, try openObject(path) ?? open(path))
        if packsByName, path.hasSuffix(".gz") { output.gzip = GzipWriter() }
        return output
    }

    /// Replaces the file at `path`, or the object of an `s3:` address, with a text.
    ///
    /// - Throws: `Failure`, as `create` does.
    static func replace(_ path: String, with text: String) throws {
        let file = try create(path)
        try file.write(text)
        try file.finish()
    }

    private static func open(_ path: String) throws -> Place {
        do throws(FileFault) {
            let target = try FileTarget(path)
            if let file = try target.openInPlace() { return .inPlace(file) }
            return .file(try FileReplacement(target))
        } catch {
            throw Failure(path, error)
        }
    }

    private static func openObject(_ text: String) throws -> Place? {
        guard let object = try ObjectOutput(text) else { return nil }
        do throws(FileFault) { return .object(try OpenFile.nameless(), object) } catch {
            throw Failure(text, error)
        }
    }

    deinit { discard() }

    /// Writes text for users.
    func show(_ text: TerminalText) throws {
        buffer += text.text.utf8
        if buffer.count >= Self.pieceBytes { try flush() }
    }

    /// Writes text for programs. It is unchanged, unless the output is a terminal, which receives it through
    /// `TerminalFilter`.
    func write(_ text: String, as form: TerminalFilter.Form = .lines) throws {
        try show(TerminalText(visible: isTerminal ? filter.shown(text, form) : text))
    }

    /// Writes whole lines or records, given as bytes.
    func write(_ bytes: Span<UInt8>, as form: TerminalFilter.Form = .lines) throws {
        if isTerminal { return try write(String(decoding: bytes), as: form) }
        if !buffer.isEmpty || bytes.count < Self.pieceBytes {
            // SAFETY: the bytes are copied within the call.
            unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
            if buffer.count >= Self.pieceBytes { try flush() }
        } else {
            try put(bytes)
        }
    }

    /// Writes the buffered text.
    func flush() throws {
        var bytes: [UInt8] = []
        swap(&bytes, &buffer)
        try put(bytes.span)
        bytes.removeAll(keepingCapacity: true)
        swap(&bytes, &buffer)
    }

    /// Discards the text written so far, except text that was already sent to standard output or into a pipe.
    func startOver() throws {
        buffer.removeAll(keepingCapacity: true)
        if gzip != nil { gzip = GzipWriter() }
        do throws(FileFault) {
            switch place {
            case .file(let replacement): try replacement.startOver()
            case .object(let file, _): try file.startOver()
            case .standard, .inPlace, .closed: break
            }
        } catch {
            throw Failure(name, error)
        }
    }

    /// Flushes the output, and then moves the file to its path, uploads it, or closes it. A full disk may be detected
    /// only now.
    func finish() throws {
        try flush()
        try gzip?.finish { try store($0) }
        let place = place
        if case .standard = place { return }
        self.place = .closed
        if case .object(let file, let object) = place { return try object.send(file) }
        do throws(FileFault) {
            switch place {
            case .standard, .object, .closed: break
            case .inPlace(let file): try file.close()
            case .file(let replacement): try replacement.commit()
            }
        } catch {
            throw Failure(name, error)
        }
    }

    /// Closes the output. Discards an unfinished file; an existing file is unchanged.
    func discard() {
        if case .standard = place { return }
        place = .closed
    }

    private func put(_ bytes: Span<UInt8>) throws {
        if gzip == nil { return try store(bytes) }
        try gzip?.write(bytes) { try store($0) }
    }

    private func store(_ bytes: Span<UInt8>) throws {
        do throws(FileFault) {
            switch place {
            case .standard: try OpenFile.standardOutput.write(bytes)
            case .inPlace(let file), .object(let file, _): try file.write(bytes)
            case .file(let replacement): try replacement.append(bytes)
            case .closed: break
            }
        } catch {
            throw Failure(name, error)
        }
    }
}

extension Failure {
    /// Creates the failure of a file that can't be written.
    init(_ path: String, _ fault: FileFault) {
        switch fault {
        case .system: self.init(.inputOutput, "\(path): can't be written: \(fault.words)")
        case .unfit, .unsynced: self.init(.inputOutput, "\(path) \(fault.reason)")
        }
    }
}
