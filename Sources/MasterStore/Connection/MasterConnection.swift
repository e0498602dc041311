internal import CPostgres
package import Ingest
internal import SystemFiles

/// A connection to the PostgreSQL server of a master store. It is closed when it is deinitialized. Only one thread at a
/// time may use it.
///
/// ```swift
/// let connection = try MasterConnection(.environment)
/// let rows = try connection.execute("SELECT seq FROM ipf.head WHERE epoch > $1", [.integer(0)])
/// if rows.count == 1, let seq = rows.integer(0, 0) { print(seq) }
/// ```
@safe
package final class MasterConnection {
    // SAFETY: owned by the connection from `init` to `deinit`, which frees it.
    let handle: OpaquePointer
    /// The store, without credentials: `postgresql://ipf@db.example.org:5432/master`.
    package let store: String
    private let cancellation: CancellationToken?
    private var cancellationKeys: [Int] = []
    /// Interrupts a wait for notifications; `nil` before `listen`.
    private(set) var waker: PollWaker?
    /// Shuts down the connection if an answer takes longer than `answerBound`; `nil` for no limit.
    let watch: AnswerWatch?
    package var answerBound = Duration.seconds(10)
    /// The author of the batches that this connection writes.
    package var author = BatchAuthor()

    /// Connects to a store. The time limit is ten seconds for each host, unless `connect_timeout` is set.
    ///
    /// - Parameters:
    ///   - cancellation: Cancels the statement that the server is executing. Later statements fail.
    ///   - watch: Ends the connection if the server does not answer in time, or if `cancellation` is canceled.
    /// - Throws: `MasterStoreError`.
    package init(
        _ address: MasterAddress, cancellation: CancellationToken? = nil, watch: AnswerWatch? = nil
    ) throws(MasterStoreError) {
        // A later value overrides an earlier one. The parameters of the address override these.
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
        // SAFETY: this object owns the handle. It is freed in `deinit`, or below if connecting failed.
        guard let handle = unsafe Self.connect(parameters) else {
            if let error = Self.libraryIsMissing(store: address.description) { throw error }
            throw MasterStoreError(.unreachable, store: address.description, "not enough memory for a connection")
        }
        unsafe self.handle = handle
        self.watch = watch
        // SAFETY: the handle is valid; the text is copied at once.
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            let message = unsafe String(cString: PQerrorMessage(handle))
            let needsPassword = unsafe PQconnectionNeedsPassword(handle) == 1 || PQconnectionUsedPassword(handle) == 1
            unsafe PQfinish(handle)
            throw Self.failure(address, message, needsPassword: needsPassword)
        }
        store = unsafe Self.name(handle)
        self.cancellation = cancellation
        // SAFETY: as above. Notices are discarded.
        unsafe cpostgres_silence(handle)
        if let watch {
            // SAFETY: as above. The watch also shuts down the connection on cancellation, because a server that does
            // not answer would not accept a cancel request either.
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
        // SAFETY: freed once, here.
        unsafe PQfinish(handle)
    }

    /// Keepalives detect the loss of a machine within half a minute instead of hours.
    private static let keepalives = [
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "25000"),
    ]

    private static func connect(_ parameters: [(name: String, value: String)]) -> OpaquePointer? {
        let texts: [[UInt8]] = parameters.flatMap { [Array($0.name.utf8) + [0], Array($0.value.utf8) + [0]] }
        // SAFETY: every pointer is within the joined bytes, which are alive until the end of the call. Each text ends
        // with a zero. libpq copies the texts.
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

    /// Returns an error if libpq cannot be loaded; `nil` if it is loaded.
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

    /// Joins the lines of a libpq message, with single spaces between words.
    private static func oneLine(_ message: String) -> String {
        message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // SAFETY: the handle belongs to a live connection; libpq's texts are copied at once.
    private static func name(_ handle: OpaquePointer) -> String {
        func text(_ value: UnsafePointer<CChar>?) -> String { unsafe value.map { unsafe String(cString: $0) } ?? "" }
        let (user, host) = unsafe (text(PQuser(handle)), text(PQhost(handle)))
        let (port, database) = unsafe (text(PQport(handle)), text(PQdb(handle)))
        return "postgresql://\(user)@\(host):\(port)/\(database)"
    }

    // MARK: Statements

    /// Executes one statement with its parameters (`$1`, `$2`, …).
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
        // SAFETY: every pointer is within `bytes`, which is alive until the end of the call; NULL has no pointer. The
        // handle is alive.
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

    /// Executes SQL statements that have no parameters and return no rows.
    ///
    /// - Throws: `MasterStoreError`.
    package func executeScript(_ statements: String) throws(MasterStoreError) {
        try checkCancelled()
        watch?.expect(within: answerBound)
        defer { watch?.hear() }
        // SAFETY: the handle is alive.
        _ = unsafe MasterRows(try check(PQexec(handle, statements)))
    }

    // MARK: Transactions

    /// Runs `body` in one transaction, and rolls it back if `body` throws.
    ///
    /// - Parameter reading: Whether the transaction is read-only, and all its statements see the store at one moment.
    /// - Throws: The error that `body` throws, or `MasterStoreError`.
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

    /// Commits the current transaction.
    ///
    /// - Throws: `MasterStoreError`. After a lost connection, it is unknown whether the transaction was committed.
    func commit() throws(MasterStoreError) {
        do throws(MasterStoreError) {
            try execute("COMMIT")
        } catch {
            guard error.kind == .connectionLost else { throw error }
            var unknown = error
            unknown.reason += "; it is unknown whether the last batch was committed, and trying again is safe"
            throw unknown
        }
    }

    /// Runs `body`, and closes the connection if the server does not answer within `answerBound` (`watch`).
    ///
    /// - Throws: The error that `body` throws; `SystemError` if no thread can be created.
    package func watched<Result>(_ body: () throws -> Result) throws -> Result {
        if let watch { return try watch.whileChecking(body) }
        return try body()
    }

    /// Rolls back the current transaction. Works even after cancellation.
    func rollback() {
        watch?.expect(within: answerBound)
        defer { watch?.hear() }
        // SAFETY: the handle is alive, and the result is freed once.
        unsafe PQclear(PQexec(handle, "ROLLBACK"))
    }

    // MARK: Canceling

    /// Creates a waker that interrupts waits for notifications when the connection's work is canceled.
    ///
    /// - Throws: `MasterStoreError` of kind `unreachable` if no file descriptor is available.
    func wakeWhenCancelled() throws(MasterStoreError) {
        if waker != nil { return }
        let made: PollWaker
        do throws(FileFault) {
            made = try PollWaker()
        } catch {
            throw MasterStoreError(.unreachable, store: store, "a pair of sockets can't be created: \(error.words)")
        }
        if let cancellation { cancellationKeys.append(cancellation.onCancel { made.wake() }) }
        waker = made
    }

    // MARK: Results

    func checkCancelled() throws(MasterStoreError) {
        guard cancellation?.isCancelled == true else { return }
        throw MasterStoreError(.cancelled, store: store, "cancelled")
    }

    /// Returns a result that is not an error. The caller must free it.
    ///
    /// - Throws: `MasterStoreError` if the result is an error. The result is then freed.
    func check(_ result: OpaquePointer?) throws(MasterStoreError) -> OpaquePointer {
        guard let result = unsafe result else { throw connectionFault() }  // SAFETY: only compared with `nil`.
        // SAFETY: the result is alive until it is freed here or by the caller.
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
        // A server that shuts down may send a reason, but the connection is lost anyway.
        if unsafe PQstatus(handle) != CONNECTION_OK, error.kind == .server { error.kind = .connectionLost }
        throw error
    }

    /// Returns the error of a connection that broke without a message from the server.
    func connectionFault() -> MasterStoreError {
        // SAFETY: the handle is alive; the text is copied at once.
        let words = unsafe Self.oneLine(String(cString: PQerrorMessage(handle)))
        if watch?.wasLate == true {
            return MasterStoreError(
                .connectionLost, store: store,
                "the server did not answer within \(answerBound.components.seconds) s, and the connection was closed")
        }
        return MasterStoreError(
            .connectionLost, store: store, "the connection was lost: \(words.isEmpty ? "unknown reason" : words)")
    }
}

/// A request to cancel the current statement of a connection, usable from any thread.
///
/// SAFETY: libpq documents that `PQcancel` may be called from any thread. The handle never changes, and is freed with
/// the last reference.
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
        // If the request fails, the current statement runs to its end, and the next statement is rejected.
        unsafe _ = PQcancel(cancel, &message, Int32(message.count))
    }
}

extension MasterConnection {
    /// The channel on which each batch announces its epoch and sequence number when it is committed.
    package static let headChannel = "ipf_head"

    /// Subscribes to the notifications of `headChannel`.
    ///
    /// - Throws: `MasterStoreError`, for example on a standby, which has no notifications.
    package func listen() throws(MasterStoreError) {
        try execute("LISTEN \(Self.headChannel)")
        try wakeWhenCancelled()
    }

    /// Waits for a notification of `headChannel`, after `listen`. Several notifications that arrived since the last
    /// call count as one.
    ///
    /// - Parameter bound: The maximum time to wait, in milliseconds.
    /// - Returns: `true` if a notification arrived.
    /// - Throws: `MasterStoreError` if the connection broke; of kind `cancelled` as soon as the work is canceled.
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
