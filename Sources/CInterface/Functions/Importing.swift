public import CIPF
internal import CatalogSync
internal import Ingest
internal import InstrumentCatalog
internal import Lists
internal import ProfileFormat
internal import Scanning
internal import Synchronization

/// The object of an `ipf_import`. One thread configures and runs it; other threads may read its progress or cancel it.
final class ImportObject: Sendable {
    private struct State {
        var sources: [SourceAddress] = []
        var options = CatalogImportOptions()
        var hasRun = false
        /// The errors of malformed records, each with its source.
        var rejections: [(source: SourceAddress, sentence: String)] = []
        var progress = ipf_import_progress(bytes: 0, total_bytes: -1, lines: 0, source: 0)
    }

    private let path: String
    private let derives: Bool
    private let cancellation = CancellationToken()
    private let state = Mutex(State())

    init(_ path: String, flags: UInt32) throws {
        self.path = path
        let known =
            IPF_IMPORT_SKIP_MALFORMED | IPF_IMPORT_REQUIRE_COMPLETE | IPF_IMPORT_ALLOW_INCOMPLETE
            | IPF_IMPORT_ALLOW_SHRINK | IPF_IMPORT_LENIENT | IPF_IMPORT_KEEP_HISTORY | IPF_IMPORT_NO_DERIVE
        guard Int(flags) & ~known == 0 else {
            throw CFailure(
                IPF_INVALID_ARGUMENT, "flags \(flags): expected a sum of IPF_IMPORT_… constants, at most \(known)")
        }
        let has = { (flag: Int) in Int(flags) & flag != 0 }
        derives = !has(IPF_IMPORT_NO_DERIVE)
        state.withLock { state in
            state.options.skipsMalformed = has(IPF_IMPORT_SKIP_MALFORMED)
            state.options.requiresComplete = has(IPF_IMPORT_REQUIRE_COMPLETE)
            state.options.rules.allowsIncomplete = has(IPF_IMPORT_ALLOW_INCOMPLETE)
            state.options.rules.allowsShrink = has(IPF_IMPORT_ALLOW_SHRINK)
            if has(IPF_IMPORT_KEEP_HISTORY) { state.options.keepsHistory = true }
            if has(IPF_IMPORT_LENIENT) { state.options.ingest.strictness = .lenient }
            state.options.ingest.cancellation = cancellation
        }
    }

    func add(source address: String) throws {
        let address = try SourceAddress(parsing: address)
        try change { $0.sources.append(address) }
    }

    func add(identifier field: String) throws {
        if field.isEmpty { throw CFailure(IPF_INVALID_ARGUMENT, "field is empty, expected the name of a field") }
        try change { $0.options.identifierFields.append(field) }
    }

    func set(map text: String) throws {
        let mapper: MappedList
        do {
            mapper = MappedList(try ListMap(parsing: text), derives: derives, today: .today)
        } catch {
            throw CFailure(IPF_INVALID_ARGUMENT, "map: \(error)")
        }
        try change { $0.options.ingest.list = mapper }
    }

    func run() throws -> ipf_import_summary {
        let (sources, options) = try change { state in
            state.hasRun = !state.sources.isEmpty
            return (state.sources, state.options)
        }
        if sources.isEmpty {
            throw CFailure(IPF_INVALID_ARGUMENT, "the import has no source; call ipf_import_add_source")
        }
        let observer = Observer(self, sources: sources.count)
        let summary = try CatalogImporter(sources, to: path, options: options).run(observer)
        if let refusal = summary.refusal {
            throw CFailure(IPF_REFUSED, "\(path): refused: \(refusal); the catalog is unchanged")
        }
        return ipf_import_summary(
            instruments: Int64(summary.build?.instruments ?? summary.unchanged?.count ?? 0),
            rejected: Int64(summary.rejected), written: summary.build != nil, complete: summary.isComplete)
    }

    func cancel() { cancellation.cancel() }

    var progress: ipf_import_progress { state.withLock { $0.progress } }

    var rejections: [String] { state.withLock { $0.rejections.map(\.sentence) } }

    /// Stores the error of a malformed record. The number of stored errors is limited.
    fileprivate func reject(_ error: ProfileFormatError, of source: SourceAddress) {
        state.withLock { state in
            if state.rejections.count < Self.keptRejections {
                state.rejections.append((source, "\(source): \(error)"))
            }
        }
    }

    /// Discards the errors of a source that is read again from the start.
    fileprivate func startOver(_ source: SourceAddress) {
        state.withLock { $0.rejections.removeAll { $0.source == source } }
    }

    private static let keptRejections = 1000

    fileprivate func note(_ change: (inout ipf_import_progress) -> Void) { state.withLock { change(&$0.progress) } }

    fileprivate var isCancelled: Bool { cancellation.isCancelled }

    private func change<Result>(_ body: (inout State) -> Result) throws -> Result {
        let result: Result? = state.withLock { $0.hasRun ? nil : body(&$0) }
        guard let result else {
            throw CFailure(IPF_INVALID_ARGUMENT, "the import has already started; create a new ipf_import")
        }
        return result
    }
}

/// Records the progress of an import.
private final class Observer: CatalogImportObserver {
    private let owner: ImportObject
    private let sources: Int
    private var source: Int64 = -1

    init(_ owner: ImportObject, sources: Int) {
        self.owner = owner
        self.sources = sources
    }

    func willRead(_ address: SourceAddress, _ options: inout IngestOptions) {
        source += 1
        let (owner, source) = (owner, source)
        owner.note { $0 = ipf_import_progress(bytes: 0, total_bytes: -1, lines: 0, source: source) }
        options.progress = { progress in
            owner.note {
                $0 = ipf_import_progress(
                    bytes: Int64(progress.bytesIn), total_bytes: progress.totalBytesIn.map { Int64($0) } ?? -1,
                    lines: Int64(progress.lines ?? 0), source: source)
            }
        }
    }

    func malformed(_ error: ProfileFormatError, text: Span<UInt8>, of address: SourceAddress) {
        owner.reject(error, of: address)
    }

    func startsOver(_ address: SourceAddress) { owner.startOver(address) }

    func willWrite() throws {
        if owner.isCancelled { throw CFailure(IPF_CANCELLED, "the import was cancelled; the catalog is unchanged") }
        owner.note { $0.source = Int64(sources) }
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_import_create(
    _ path: UnsafePointer<CChar>?, _ pathSize: Int, _ flags: UInt32, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) { try ImportObject(try unsafe CText.path(path, pathSize), flags: flags) }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_import_add_source(
    _ object: OpaquePointer?, _ address: UnsafePointer<CChar>?, _ addressSize: Int, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        try unsafe Handle.needed(object, "import", ImportObject.self)
            .add(source: try CText.string(address, addressSize, "address"))
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_import_add_identifier(
    _ object: OpaquePointer?, _ field: UnsafePointer<CChar>?, _ fieldSize: Int, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        try unsafe Handle.needed(object, "import", ImportObject.self)
            .add(identifier: try CText.string(field, fieldSize, "field"))
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_import_set_map(
    _ object: OpaquePointer?, _ map: UnsafePointer<CChar>?, _ mapSize: Int, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        try unsafe Handle.needed(object, "import", ImportObject.self).set(map: try CText.string(map, mapSize, "map"))
    }
}

/// SAFETY: see `Handle`; `summary` is NULL or can be written.
@c @implementation
public func ipf_import_run(
    _ object: OpaquePointer?, _ summary: UnsafeMutablePointer<ipf_import_summary>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let done = try unsafe Handle.needed(object, "import", ImportObject.self).run()
        unsafe summary?.pointee = done
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_import_rejections(
    _ object: OpaquePointer?, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        NamesObject(try unsafe Handle.needed(object, "import", ImportObject.self).rejections)
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_import_get_progress(_ object: OpaquePointer?) -> ipf_import_progress {
    unsafe Handle.object(object, ImportObject.self)?.progress
        ?? ipf_import_progress(bytes: 0, total_bytes: -1, lines: 0, source: 0)
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_import_cancel(_ object: OpaquePointer?) { unsafe Handle.object(object, ImportObject.self)?.cancel() }

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_import_free(_ object: OpaquePointer?) { unsafe Handle.free(object, ImportObject.self) }
