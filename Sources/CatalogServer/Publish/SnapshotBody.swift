internal import Dispatch
internal import Ingest
internal import InstrumentCatalog
internal import Logging
internal import Scanning
internal import Synchronization
internal import SystemFiles

/// The whole catalog as IPF, written once for all clients and readable while it is being written.
///
/// Its compressed blocks are shared by the gzip file, the zip file and the beginning of live streams.
final class SnapshotBody: Sendable {
    /// The state that the body contains.
    let view: Catalog
    /// The state's entity tag, without quotes.
    let tag: String
    /// The time of the state's last change, in seconds since 1970.
    let modified: Int64
    private let logger: Logger
    private let born = ContinuousClock.now
    private let state = Mutex(State())

    private struct State {
        var blocks: BodyFile?
        var plain: BodyFile?
        var tail = SealedText.Tail()
        var cost: Duration?
    }

    init(_ snapshot: ServedSnapshot, _ logger: Logger) {
        view = snapshot.view
        tag = snapshot.tag
        modified = snapshot.modified
        self.logger = logger
    }

    // MARK: Files

    /// Returns the text as sealed deflate blocks; the first call starts writing them.
    ///
    /// - Throws: `Problem` if the system has no space for the file.
    func blocks() throws(Problem) -> BodyFile {
        try file(\.blocks) { [self] file in
            let tail = try SnapshotText.seal(view, to: file)
            state.withLock { $0.tail = tail }
        }
    }

    /// Returns the text without compression; the first call starts writing it.
    ///
    /// - Throws: `Problem` if the system has no space for the file.
    func plain() throws(Problem) -> BodyFile {
        try file(\.plain) { [self] file in try SnapshotText.write(view, to: file) }
    }

    /// The bytes after the blocks, valid when the blocks are complete.
    var tail: SealedText.Tail { state.withLock { $0.tail } }

    private func file(
        _ place: WritableKeyPath<State, BodyFile?>, _ make: @escaping @Sendable (BodyFile) throws -> Void
    ) throws(Problem) -> BodyFile {
        let (file, isNew) = try state.withLock { state throws(Problem) in
            if let known = state[keyPath: place] { return (known, false) }
            let file = try BodyFile()
            state[keyPath: place] = file
            return (file, true)
        }
        if isNew {
            DispatchQueue.global(qos: .utility).async { [self] in
                let start = ContinuousClock.now
                do {
                    try make(file)
                    let cost = ContinuousClock.now - start
                    state.withLock { $0.cost = max($0.cost ?? .zero, cost) }
                    file.finish()
                    logger.info(
                        "created the published snapshot",
                        metadata: [
                            "instruments": "\(view.count)", "bytes": "\(file.length ?? 0)", "time": "\(cost)",
                        ])
                } catch {
                    logger.error("could not create the published snapshot: \(error)")
                    file.fail(error)
                }
            }
        }
        return file
    }

    // MARK: Age

    /// Whether writing the body has failed.
    var hasFailed: Bool { state.withLock { $0.blocks?.hasFailed == true || $0.plain?.hasFailed == true } }

    /// Whether the body is recent enough to be served even though the catalog has changed. So a catalog that changes
    /// often isn't written for each request.
    ///
    /// A body is recent while it is being written, and until its age is ten times the duration of writing it, but at
    /// least one second.
    var isYoung: Bool {
        let (isBegun, cost) = state.withLock { ($0.blocks != nil || $0.plain != nil, $0.cost) }
        if isBegun, cost == nil { return true }
        return ContinuousClock.now - born < max(.seconds(1), (cost ?? .zero) * 10)
    }

    /// Returns whether the body contains the state of `view`.
    func isSame(as view: Catalog) -> Bool { self.view.version == view.version && !hasFailed }
}

/// Writes all profiles of a catalog as text, grouped by type. Each type follows its format line. The text ends with
/// `##COMPLETE`.
enum SnapshotText {
    private static let form = RowForm.ipf(ending: .completeLive)
    /// The number of bytes of text in each independently compressed piece. Pieces of this size compress nearly as well
    /// as the whole text.
    private static let pieceBytes = 1 << 20
    private static let level = 5

    static func write(_ view: Catalog, to file: BodyFile) throws {
        var writer = view.rowWriter(form, in: .type)
        while try writer.write({ try file.append($0) }) {}
    }

    /// Writes the text in sealed blocks. Threads take turns to write rows, which is cheap, and compress in parallel.
    static func seal(_ view: Catalog, to file: BodyFile) throws -> SealedText.Tail {
        let source = PieceSource(view.rowWriter(form, in: .type), bytes: pieceBytes)
        let target = PieceTarget(file)
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while !target.hasFailed, let (number, text) = source.next() {
                target.put(number, SealedText(text.span, level: level))
            }
        }
        return try target.end()
    }

    /// The number of threads. It is at least two, because a client waits for the compression, which is most of the
    /// work.
    private static let threads = max(2, min(8, Processors.count / 2))
}

/// Writes the text piece by piece, and returns the pieces with their numbers.
private final class PieceSource: Sendable {
    private struct State: ~Copyable {
        var writer: RowWriter
        var next = 0
        var isAtEnd = false
    }

    private let state: Mutex<State>
    private let bytes: Int

    init(_ writer: consuming sending RowWriter, bytes: Int) {
        state = Mutex(State(writer: writer))
        self.bytes = bytes
    }

    func next() -> (number: Int, text: [UInt8])? {
        state.withLock { state in
            if state.isAtEnd { return nil }
            var text: [UInt8] = []
            text.reserveCapacity(bytes + bytes / 16)
            state.isAtEnd = !state.writer.write(atLeast: bytes) { text.append(span: $0) }
            state.next += 1
            return (state.next - 1, text)
        }
    }
}

/// Appends pieces to a file in the order of their numbers, although they arrive in any order.
private final class PieceTarget: Sendable {
    private struct State {
        var waiting: [Int: SealedText] = [:]
        var next = 0
        var tail = SealedText.Tail()
        var fault: Problem?
    }

    private let file: BodyFile
    private let state = Mutex(State())

    init(_ file: BodyFile) { self.file = file }

    var hasFailed: Bool { state.withLock { $0.fault != nil } }

    func put(_ number: Int, _ piece: SealedText) {
        state.withLock { state in
            state.waiting[number] = piece
            while state.fault == nil, let ready = state.waiting.removeValue(forKey: state.next) {
                do throws(Problem) { try file.append(ready.blocks.span) } catch { state.fault = error }
                state.tail.append(ready)
                state.next += 1
            }
        }
    }

    /// - Throws: The reason why the file couldn't be written.
    func end() throws(Problem) -> SealedText.Tail {
        let (tail, fault) = state.withLock { ($0.tail, $0.fault) }
        if let fault { throw fault }
        return tail
    }
}

/// The published bodies. A body is created when it is first requested, and replaces the previous one.
final class PublishedBodies: Sendable {
    private let kept = Mutex<SnapshotBody?>(nil)
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    /// Returns the body of exactly this state.
    func exactBody(of snapshot: ServedSnapshot) -> SnapshotBody {
        body(of: snapshot) { $0.isSame(as: snapshot.view) }
    }

    /// Returns the body of a state, or a recent body of an earlier state.
    func body(of snapshot: ServedSnapshot) -> SnapshotBody {
        body(of: snapshot) { !$0.hasFailed && ($0.tag == snapshot.tag || $0.isYoung) }
    }

    private func body(of snapshot: ServedSnapshot, _ isGood: (SnapshotBody) -> Bool) -> SnapshotBody {
        kept.withLock { kept in
            if let known = kept, isGood(known) { return known }
            let body = SnapshotBody(snapshot, logger)
            kept = body
            return body
        }
    }
}
