internal import CPostgres
package import Ingest
internal import SystemFiles

/// A connection to the PostgreSQL server of a master store. It closes itself; one thread at a time may use it.
///
/// ```swift
/// let connection = try MasterConnection(.environment)
/// let rows = try connection.execute("SELECT seq FROM ipf.head WHERE epoch > $1", [.integer(0)])
/// if rows.count == 1, let seq = rows.integer(0, 0) { print(seq) }
/// ```
@safe
package final class MasterConnection {
    // SAFETY: the connection's own from `init` to `deinit`, which ends it.
    let handle: OpaquePointer
    /// The store, without credentials: `postgresql://ipf@db.example.org:5432/master`.
    package let store: String
    private let cancellation: CancellationToken?
    private var cancellationKeys: [Int] = []
    /// Ends a wait for notifications; `nil` before `listen`.
    private(set) var waker: PollWaker?
    /// Ends the connection where an answer takes longer than `answerBound`; `nil` for one that waits for ever.
    let watch: AnswerWatch?
    package var answerBound = Duration.seconds(10)

    /// Connects, within ten seconds a host unless `connect_timeout` says otherwise.
    ///
    /// - Parameters:
    ///   - cancellation: ends what the server is doing for this connection, and refuses what comes after.
    ///   - watch: ends the connection where the server doesn't answer, and when it is cancelled.
    /// - Throws: `MasterStoreError`.
    package init(
        _ address: MasterAddress, cancellation: CancellationToken? = nil, watch: AnswerWatch? = nil
    ) throws(MasterStoreError) {
        // A later value counts before an earlier one, and those of the address before its neighbours.
        var parameters = [("application_name", "ipf"), ("client_encoding", "UTF8")]
        if Environment["PGAPPNAME"] != nil { parameters.removeFirst() }
        let isTimed = address.named.contains("connect_timeout") || address.named.contains("service")
        if !isTimed, Environment["PGCONNECT_TIMEOUT"] == nil, Environment["PGSERVICE"] == nil {
            parameters.append(("connect_timeout", "10"))
        }
        if !address.named.contains("service"), Environment["PGSERVICE"] == nil {
            parameters += Self.keepalives.filter { !address.named.contains($0.0) }
        }
        if !address.text.value.isEmpty { parameters.insert(("dbname", address.text.value), at: 0) }
        // SAFETY: the handle is this object's alone, and ended in `deinit`, or below where there is no connection.
        guard let handle = unsafe Self.connect(parameters) else {
            if let error = Self.libraryIsMissing(store: address.description) { throw error }
            throw MasterStoreError(.unreachable, store: address.description, "no memory is left for a connection")
        }
        unsafe self.handle = handle
        self.watch = watch
        // SAFETY: the handle was just made; the text is copied at once.
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            let message = unsafe String(cString: PQerrorMessage(handle))
            let needsPassword = unsafe PQconnectionNeedsPassword(handle) == 1 || PQconnectionUsedPassword(handle) == 1
            unsafe PQfinish(handle)
            throw Self.failure(address, message, needsPassword: needsPassword)
        }
        store = unsafe Self.name(handle)
        self.cancellation = cancellation
        // SAFETY: as above; the connection's notices go nowhere.
        unsafe cpostgres_silence(handle)
        if let watch {
            // SAFETY: as above. A server that doesn't answer doesn't take a request to cancel either.
            watch.begin(unsafe PQsocket(handle))
            if let cancellation { cancellationKeys.append(cancellation.onCancel { watch.shutDown() }) }
            return
        }
        guard let cancellation, let request = unsafe CancelRequest(handle) else { return }
        cancellationKeys.append(cancellation.onCancel { request.send() })
    }

    deinit {
        for key in cancellationKeys { cancellation?.remove(key) }
        watch?.end()
        // SAFETY: ended once, here.
        unsafe PQfinish(handle)
    }

    /// With them a lost machine is noticed within half a minute, rather than hours.
    private static let keepalives = [
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "25000"),
    ]

    private static func connect(_ parameters: [(name: String, value: String)]) -> OpaquePointer? {
        let texts: [[UInt8]] = parameters.flatMap { [Array($0.name.utf8) + [0], Array($0.value.utf8) + [0]] }
        // SAFETY: every pointer lies in the joined bytes, which live to the end of the call, and each text ends with a zero; libpq
        // copies them.
        return unsafe Array(texts.joined()).withUnsafeBytes { buffer in
            var names: [UnsafePointer<CChar>?] = unsafe []
            var values: [UnsafePointer<CChar>?] = unsafe []
            var place = 0
            for (index, text) in texts.enumerated() {
                let pointer = unsafe buffer.baseAddress!.advanced(by: place).assumingMemoryBound(to: CChar.self)
                if index % 2 == 0 { unsafe names.append(pointer) } else { unsafe values.append(pointer) }
                place += text.count
            }
            unsafe names.append(nil)
            unsafe values.append(nil)
            return unsafe PQconnectdbParams(names, values, 1)
        }
    }

    /// What says that libpq can't be loaded; `nil` if it is there.
    static func libraryIsMissing(store: String? = nil) -> MasterStoreError? {
        // SAFETY: a constant.
        guard let reason = unsafe cpostgres_missing() else { return nil }
        return unsafe MasterStoreError(
            .unreachable, store: store,
            "libpq can't be loaded (\(String(cString: reason))); install it (Debian: apt install libpq5)")
    }

    private static func failure(
        _ address: MasterAddress, _ message: String, needsPassword: Bool
    ) -> MasterStoreError {
        let lines = oneLine(message)
        let isAnswer = lines.contains("FATAL:")
        if needsPassword || lines.contains("authentication failed") || lines.contains("no pg_hba.conf entry") {
            return MasterStoreError(
                .unauthorized, store: address.description,
                "\(lines); check user and password: ~/.pgpass, PGPASSWORD or a service file")
        }
        return MasterStoreError(
            .unreachable, store: address.description,
            "\(lines); \(isAnswer ? "check database and user" : "check host and port, and that the server runs")")
    }

    /// A message of libpq's with single spaces and no line ends.
    private static func oneLine(_ message: String) -> String {
        message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // SAFETY: the handle is a living connection's; libpq's texts are copied at once.
    private static func name(_ handle: OpaquePointer) -> String {
        func text(_ value: UnsafePointer<CChar>?) -> String { unsafe value.map { unsafe String(cString: $0) } ?? "" }
        let (user, host) = unsafe (text(PQuser(handle)), text(PQhost(handle)))
        let (port, database) = unsafe (text(PQport(handle)), text(PQdb(handle)))
        return "postgresql://\(user)@\(host):\(port)/\(database)"
    }

    // MARK: Statements

    /// Executes one statement with its parameters: `$1`, `$2`, ….
    ///
    /// - Throws: `MasterStoreError`.
    @discardableResult
    package func execute(_ statement: String, _ parameters: [MasterValue] = []) throws(MasterStoreError) -> MasterRows {
        try checkCancelled()
        let values = parameters.map { $0.binary }
        let types = parameters.map { $0.type }
        let lengths = values.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        let bytes = values.flatMap { (value: [UInt8]?) -> [UInt8] in value ?? [] } + [0]
        watch?.expect(within: answerBound)
        defer { watch?.hear() }
        // SAFETY: every pointer lies in `bytes`, which lives to the end of the call; NULL has none. The handle is alive.
        let result = unsafe bytes.withUnsafeBytes { buffer in
            var place = 0
            let pointers: [UnsafePointer<CChar>?] = unsafe values.map { value in
                guard let value else { return nil }
                defer { place += value.count }
                return unsafe buffer.baseAddress!.advanced(by: place).assumingMemoryBound(to: CChar.self)
            }
            return unsafe PQexecParams(
                handle, statement, Int32(values.count), types, pointers, lengths, formats, 1)
        }
        return unsafe MasterRows(try check(result))
    }

    /// Executes statements without parameters and answers, as a file of SQL has them.
    ///
    /// - Throws: `MasterStoreError`.
    package func executeScript(_ statements: String) throws(MasterStoreError) {
        try checkCancelled()
        // SAFETY: the handle is alive.
        _ = unsafe MasterRows(try check(PQexec(handle, statements)))
    }

    // MARK: Transactions

    /// Executes `body` in one transaction; what it throws undoes everything.
    ///
    /// - Parameter reading: all its statements see the store of one moment, and can't write.
    /// - Throws: what `body` throws; `MasterStoreError`.
    package func transaction<Result: ~Copyable>(reading: Bool = false, _ body: () throws -> Result) throws -> Result {
        try execute(reading ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN")
        let result: Result
        do {
            result = try body()
        } catch {
            rollback()
            throw error
        }
        if reading { try execute("COMMIT") } else { try commit() }
        return result
    }

    /// Commits the transaction that was begun by `BEGIN`.
    ///
    /// - Throws: `MasterStoreError`.
    func commit() throws(MasterStoreError) {
        do throws(MasterStoreError) {
            try execute("COMMIT")
        } catch {
            guard error.kind == .connectionLost else { throw error }
            var unknown = error
            unknown.reason += "; whether the last batch was committed is not known, and doing it again does no harm"
            throw unknown
        }
    }

    /// Undoes the transaction that was begun by `BEGIN`, also where the connection's work was cancelled.
    func rollback() {
        // SAFETY: the handle is alive, and the result freed once.
        unsafe PQclear(PQexec(handle, "ROLLBACK"))
    }

    // MARK: Cancelling

    /// Makes a waker that is woken when the connection's work is cancelled.
    ///
    /// - Throws: `MasterStoreError` of kind `unreachable` where the system has no descriptor left.
    func wakeWhenCancelled() throws(MasterStoreError) {
        if waker != nil { return }
        let made: PollWaker
        do throws(FileFault) {
            made = try PollWaker()
        } catch {
            throw MasterStoreError(.unreachable, store: store, "a pair of sockets can't be made: \(error.words)")
        }
        if let cancellation { cancellationKeys.append(cancellation.onCancel { made.wake() }) }
        waker = made
    }

    // MARK: Results

    func checkCancelled() throws(MasterStoreError) {
        guard cancellation?.isCancelled == true else { return }
        throw MasterStoreError(.cancelled, store: store, "cancelled")
    }

    /// A result that isn't an error; it belongs to the caller.
    ///
    /// - Throws: `MasterStoreError` for one that is, which is freed.
    func check(_ result: OpaquePointer?) throws(MasterStoreError) -> OpaquePointer {
        guard let result = unsafe result else { throw connectionFault() }  // SAFETY: only whether there is one.
        // SAFETY: the result is the caller's until it is freed here, or returned.
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_EMPTY_QUERY: return unsafe result
        default: break
        }
        defer { unsafe PQclear(result) }
        func field(_ code: Int32) -> String? {
            unsafe PQresultErrorField(result, code).map { unsafe String(cString: $0) }
        }
        guard let state = field(cpostgres_field_state) else { throw connectionFault() }
        let words = [
            field(cpostgres_field_message), field(cpostgres_field_detail), field(cpostgres_field_hint),
        ].compactMap { $0 }.joined(separator: "; ")
        var error = MasterStoreError(store: store, state: state, words: words)
        // A server that dies may say why, but the connection is gone all the same.
        if unsafe PQstatus(handle) != CONNECTION_OK, error.kind == .server { error.kind = .connectionLost }
        throw error
    }

    /// The error of a connection that broke without a word of the server.
    func connectionFault() -> MasterStoreError {
        // SAFETY: the handle is alive; the text is copied at once.
        let words = unsafe Self.oneLine(String(cString: PQerrorMessage(handle)))
        if watch?.wasLate == true {
            return MasterStoreError(
                .connectionLost, store: store,
                "the server did not answer within \(answerBound.components.seconds) s, and the connection was ended")
        }
        return MasterStoreError(
            .connectionLost, store: store, "the connection broke: \(words.isEmpty ? "no reason is known" : words)")
    }
}

/// Asks a server to stop what it does for a connection, from any thread.
///
/// SAFETY: libpq says that `PQcancel` may be called from any thread; the value is set once, and freed when nobody holds it.
@safe
private final class CancelRequest: @unchecked Sendable {
    private let cancel: OpaquePointer

    init?(_ handle: OpaquePointer) {
        guard let cancel = unsafe PQgetCancel(handle) else { return nil }
        unsafe self.cancel = cancel
    }

    deinit { unsafe PQfreeCancel(cancel) }

    func send() {
        var message = [CChar](repeating: 0, count: 256)
        // Where it doesn't arrive, the statement goes on to its end, and the next one is refused.
        unsafe _ = PQcancel(cancel, &message, Int32(message.count))
    }
}

extension MasterConnection {
    /// The channel on which each batch says its epoch and sequence number at its commit.
    package static let headChannel = "ipf_head"

    /// Has the server send the notifications of `headChannel` to this connection.
    ///
    /// - Throws: `MasterStoreError`: a standby has none.
    package func listen() throws(MasterStoreError) {
        try execute("LISTEN \(Self.headChannel)")
        try wakeWhenCancelled()
    }

    /// Waits for the next notification of `headChannel`, after `listen`; several that came meanwhile count as one.
    ///
    /// - Parameter bound: the longest time to wait, in milliseconds.
    /// - Returns: whether one came.
    /// - Throws: `MasterStoreError` where the connection broke; of kind `cancelled` as soon as it is cancelled.
    package func waitForBatch(milliseconds bound: Int) throws(MasterStoreError) -> Bool {
        try checkCancelled()
        if try takeNotifications() { return true }
        // SAFETY: the handle is alive, and so its socket.
        waker?.wait(descriptor: unsafe PQsocket(handle), milliseconds: bound)
        try checkCancelled()
        return try takeNotifications()
    }

    private func takeNotifications() throws(MasterStoreError) -> Bool {
        // SAFETY: the handle is alive; each notification is freed once.
        guard unsafe PQconsumeInput(handle) == 1 else { throw connectionFault() }
        var hasCome = false
        while let notification = unsafe PQnotifies(handle) {
            unsafe PQfreemem(notification)
            hasCome = true
        }
        return hasCome
    }
}
