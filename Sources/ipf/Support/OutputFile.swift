import Foundation
import Scanning

/// A file or standard output that bytes are written to, in large pieces.
final class OutputFile {
    private let path: String?
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isOpen = true
    private lazy var isTerminal = isatty(descriptor) == 1
    private var filter = TerminalFilter()

    private static let pieceBytes = 1 << 16

    /// Standard output.
    static var standard: OutputFile { OutputFile(path: nil, descriptor: STDOUT_FILENO) }

    private init(path: String?, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    /// The file at `path`, emptied; `-` is standard output.
    static func create(_ path: String) throws -> OutputFile {
        if path == "-" { return standard }
        // SAFETY: the system reads the path's bytes within the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure(.inputOutput, "\(path): can't be written: \(lastError())") }
        return OutputFile(path: path, descriptor: descriptor)
    }

    deinit {
        if isOpen, path != nil { close(descriptor) }
    }

    /// Writes a text for people.
    func show(_ text: TerminalText) throws {
        buffer += text.text.utf8
        if buffer.count >= Self.pieceBytes { try flush() }
    }

    /// Writes a text for programs: as it is, unless a terminal shows it, which gets it by way of `TerminalFilter`.
    func write(_ text: String, as form: TerminalFilter.Form = .lines) throws {
        try show(TerminalText(visible: isTerminal ? filter.shown(text, form) : text))
    }

    /// The same for whole lines or records as bytes.
    func write(_ bytes: Span<UInt8>, as form: TerminalFilter.Form = .lines) throws {
        if isTerminal { return try write(String(decoding: bytes), as: form) }
        if !buffer.isEmpty || bytes.count < Self.pieceBytes {
            for index in 0..<bytes.count { buffer.append(bytes[index]) }
            if buffer.count >= Self.pieceBytes { try flush() }
        } else {
            try put(bytes)
        }
    }

    /// Gives the system what is still here.
    func flush() throws {
        var bytes: [UInt8] = []
        swap(&bytes, &buffer)
        try put(bytes.span)
        bytes.removeAll(keepingCapacity: true)
        swap(&bytes, &buffer)
    }

    /// Takes back everything that was written; standard output keeps what it has.
    func startOver() throws {
        buffer.removeAll(keepingCapacity: true)
        guard path != nil else { return }
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure() }
    }

    /// Flushes and closes; a full disk may show only now.
    func finish() throws {
        try flush()
        guard path != nil else { return }
        isOpen = false
        guard close(descriptor) == 0 else { throw failure() }
    }

    /// Closes, and takes away a file that is not whole.
    func discard() {
        guard let path, isOpen else { return }
        isOpen = false
        close(descriptor)
        // The attributes are those of a link itself, not of what it leads to.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return }
        // SAFETY: the system reads the path's bytes within the call.
        unsafe unlink(path)
    }

    private func put(_ bytes: Span<UInt8>) throws {
        var written = 0
        while written < bytes.count {
            // SAFETY: the system reads the rest of the bytes within the call.
            let count = unsafe bytes.withUnsafeBufferPointer { input in
                unsafe Foundation.write(descriptor, input.baseAddress! + written, input.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure()
            }
            written += count
        }
    }

    private func failure() -> Failure {
        Failure(.inputOutput, "\(path ?? "standard output"): can't be written: \(Self.lastError())")
    }

    // SAFETY: the system's message is copied before anything else can ask for one.
    private static func lastError() -> String { unsafe String(cString: strerror(errno)) }
}
