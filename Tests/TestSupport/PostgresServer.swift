public import Foundation
internal import Synchronization

/// A private PostgreSQL server in a temporary folder, reachable only by a Unix socket in that folder. It stops when it
/// is deinitialized.
///
/// ```swift
/// @Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
/// struct StoreTests {
///     let database = try PostgresServer.shared.makeDatabase()      // postgresql://owner@…/db_1
/// }
/// ```
/// Tests that need a server are skipped if PostgreSQL isn't installed. In CI (`CI` is set) they fail instead.
public final class PostgresServer: Sendable {
    /// The folder of the server's programs, from Debian's packages or others.
    private static let programs: String? = {
        let places = [
            "/usr/lib/postgresql/15/bin", "/usr/lib/postgresql/16/bin", "/usr/lib/postgresql/17/bin", "/usr/local/bin",
        ]
        return places.first { FileManager.default.isExecutableFile(atPath: "\($0)/pg_ctl") }
    }()

    /// A Boolean value that indicates whether tests with a server run: PostgreSQL is installed, or required (in CI).
    public static let isInstalled = programs != nil || !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty

    private static let sharedServer = Mutex<Result<PostgresServer, any Error>?>(nil)

    /// Returns the server that all suites of a process share.
    ///
    /// - Throws: `PostgresFault` if it doesn't start.
    public static var shared: PostgresServer {
        get throws {
            try sharedServer.withLock { server in
                if server == nil {
                    server = Result { try PostgresServer() }
                    // Globals are not deinitialized when a process exits.
                    atexit { PostgresServer.sharedServer.withLock { try? $0?.get().remove() } }
                }
                return try server!.get()
            }
        }
    }

    /// The socket's folder, the value for `PGHOST`.
    public let folder: URL
    private let data: String
    private let databases = Mutex(0)
    private let isRunning = Mutex(false)

    /// Creates a cluster and starts it.
    ///
    /// - Parameters:
    ///   - disk: the folder for a subfolder with the cluster's files; `nil` for the temporary folder.
    ///   - settings: additional lines of `postgresql.conf`.
    /// - Throws: `PostgresFault`.
    public init(in disk: URL? = nil, settings: [String] = []) throws {
        folder = try Self.makeFolder()
        data = (disk ?? folder).appending(path: "data").path
        if let disk { try Self.run(["chown", "postgres", disk.path], asServer: false, unless: getuid() != 0) }
        try run("initdb", "-D", data, "-U", "super", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        let lines = ["listen_addresses = ''", "fsync = off", "max_connections = 60", "log_min_messages = fatal"]
        try configure(lines + settings)
        try start()
        try sql("CREATE ROLE owner LOGIN CREATEDB; CREATE ROLE writer LOGIN; CREATE ROLE reader LOGIN")
    }

    /// Creates a standby, a read-only copy that follows another server, and starts it.
    ///
    /// - Throws: `PostgresFault`.
    public init(standbyOf primary: PostgresServer) throws {
        folder = try Self.makeFolder()
        data = folder.appending(path: "data").path
        // -R configures the copy to follow the server that it was copied from.
        try run(
            "pg_basebackup", "-h", primary.folder.path, "-U", "super", "-D", data, "-R", "-X", "stream", "-c", "fast",
            "--no-sync")
        try configure([])
        try start()
    }

    private static func makeFolder() throws -> URL {
        // A socket's path has at most 107 bytes.
        let folder = URL(filePath: "/tmp/ipf-pg-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try run(["chown", "postgres", folder.path], asServer: false, unless: getuid() != 0)
        return folder
    }

    private func configure(_ lines: [String]) throws {
        let lines = ["unix_socket_directories = '\(folder.path)'"] + lines
        try Self.run(
            ["sh", "-c", "printf '%s\\n' \"$@\" >>\"$0\"", "\(data)/postgresql.conf"] + lines, asServer: true)
    }

    /// Promotes a standby to a primary, which no longer follows another server.
    ///
    /// - Throws: `PostgresFault`.
    public func promote() throws { try run("pg_ctl", "-D", data, "-w", "-t", "60", "promote") }

    deinit { remove() }

    /// Stops the server, and removes its folder.
    private func remove() {
        try? goOn()
        try? stop(immediately: true)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the server, also after a crash, and waits until it accepts connections.
    ///
    /// - Throws: `PostgresFault`.
    public func start() throws {
        try run("pg_ctl", "-D", data, "-l", folder.appending(path: "log").path, "-w", "-t", "60", "start")
        isRunning.withLock { $0 = true }
    }

    /// Stops the server.
    ///
    /// - Parameter immediately: whether to skip the checkpoint, as in a crash.
    /// - Throws: `PostgresFault`.
    public func stop(immediately: Bool = false) throws {
        let wasRunning = isRunning.withLock { running in
            defer { running = false }
            return running
        }
        if wasRunning { try run("pg_ctl", "-D", data, "-m", immediately ? "immediate" : "fast", "-w", "stop") }
    }

    /// Kills the server's processes with `SIGKILL`: nothing more is written to disk. The server can be started again.
    ///
    /// - Throws: `PostgresFault` if there is no process.
    public func kill() throws {
        let processes = try suspend()
        for process in processes { _ = Foundation.kill(process, SIGKILL) }
        // A zombie process has ended, but the next server would mistake its number for a running process.
        for process in processes { while Self.isRunning(process) { usleep(500) } }
        for file in [processFile, folder.appending(path: ".s.PGSQL.5432.lock").path] {
            try? FileManager.default.removeItem(atPath: file)
        }
        isRunning.withLock { $0 = false }
    }

    /// Suspends the server's processes like a machine that hangs: connections stay open, and no request is answered
    /// until `goOn`.
    ///
    /// - Throws: `PostgresFault` if there is no process.
    public func hang() throws { for process in try suspend() { _ = Foundation.kill(process, SIGSTOP) } }

    /// Ends `hang`.
    ///
    /// - Throws: `PostgresFault` if there is no process.
    public func goOn() throws {
        let first = try firstProcess()
        for process in [first] + Self.children(of: first) { _ = Foundation.kill(process, SIGCONT) }
    }

    /// Suspends the server's first process, which then starts no others, and returns all processes of the server.
    private func suspend() throws -> [Int32] {
        let first = try firstProcess()
        _ = Foundation.kill(first, SIGSTOP)
        return [first] + Self.children(of: first)
    }

    private var processFile: String { "\(data)/postmaster.pid" }

    private func firstProcess() throws -> Int32 {
        let text = try String(contentsOfFile: processFile, encoding: .utf8)
        guard let number = Int32(text.prefix { $0 != "\n" }) else { throw PostgresFault(description: "no process") }
        return number
    }

    /// Returns the state and the parent of a process; `nil` if it doesn't exist.
    private static func status(_ number: Int32) -> (state: Character, parent: Int32)? {
        // "12 (name) S 1 …"; the name may contain any character.
        guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let words = text[end...].split(separator: " ")
        guard words.count > 2, let state = words[1].first, let parent = Int32(words[2]) else { return nil }
        return (state, parent)
    }

    private static func isRunning(_ number: Int32) -> Bool { status(number).map { $0.state != "Z" } ?? false }

    private static func children(of number: Int32) -> [Int32] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { Int32($0) }.filter { status($0)?.parent == number }
    }

    /// Creates a database that belongs to the role `owner`. Returns its name.
    ///
    /// - Throws: `PostgresFault`.
    public func makeDatabase() throws -> String {
        let name = databases.withLock { number in
            number += 1
            return "db_\(number)"
        }
        try sql("CREATE DATABASE \(name) OWNER owner")
        return name
    }

    /// Returns the address of a database for one of the roles `owner`, `writer`, `reader` and `super`.
    public func address(_ database: String, as role: String = "owner") -> String {
        "host=\(folder.path) dbname=\(database) user=\(role)"
    }

    // MARK: Backups

    /// Dumps a database's schema `ipf`. Returns the path of a file, which is removed with the server.
    ///
    /// - Throws: `PostgresFault`.
    public func dump(_ database: String) throws -> String {
        let file = folder.appending(path: "\(UUID().uuidString).dump").path
        try run("pg_dump", "-h", folder.path, "-U", "owner", "-n", "ipf", "-d", database, "-Fc", "-f", file)
        return file
    }

    /// Drops a database, and restores a dump into a new one of that name.
    ///
    /// - Throws: `PostgresFault`.
    public func restore(_ dump: String, as database: String) throws {
        try sql("DROP DATABASE \(database) WITH (FORCE)")
        try sql("CREATE DATABASE \(database) OWNER owner")
        try run("pg_restore", "-h", folder.path, "-U", "owner", "-d", database, dump)
    }

    /// Makes a base backup of the running server. Returns the path of a folder, which is removed with the server.
    ///
    /// - Throws: `PostgresFault`.
    public func copyFiles() throws -> String {
        let copy = folder.appending(path: UUID().uuidString).path
        try run("pg_basebackup", "-h", folder.path, "-U", "super", "-D", copy, "-c", "fast", "--no-sync")
        return copy
    }

    /// Stops the server, replaces its files with a base backup, and starts it.
    ///
    /// - Throws: `PostgresFault`.
    public func putBack(_ copy: String) throws {
        try stop(immediately: true)
        try Self.run(["sh", "-c", "rm -rf \"$0\" && mv \"$1\" \"$0\"", data, copy], asServer: true)
        try start()
    }

    /// Executes statements as the superuser.
    ///
    /// - Throws: `PostgresFault`.
    public func sql(_ statements: String, in database: String = "postgres") throws {
        try run(
            "psql", "-h", folder.path, "-U", "super", "-d", database, "-q", "-v", "ON_ERROR_STOP=1", "-c", statements)
    }

    /// Returns the result of a query: a line per row, with tabs between the values.
    ///
    /// - Throws: `PostgresFault`.
    public func rows(_ query: String, in database: String) throws -> String {
        try run("psql", "-h", folder.path, "-U", "super", "-d", database, "-XqAt", "-F", "\t", "-c", query)
    }

    @discardableResult
    private func run(_ program: String, _ arguments: String...) throws -> String {
        guard let folder = Self.programs else { throw PostgresFault(description: "PostgreSQL is not installed") }
        return try Self.run(["\(folder)/\(program)"] + arguments, asServer: true)
    }

    /// Runs a program of PostgreSQL and returns its output. If the tests run as root, the program runs as another user,
    /// because PostgreSQL refuses to run as root.
    @discardableResult
    private static func run(_ command: [String], asServer: Bool, unless skipped: Bool = false) throws -> String {
        if skipped { return "" }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // Foundation waits until every inherited copy of its socket is closed, so the long-running server must not
        // inherit it.
        let closing =
            #"for file in /proc/self/fd/*; do number=${file##*/}; [ "$number" -gt 2 ] && eval "exec $number>&-"; done"#
        process.arguments =
            ["bash", "-c", closing + "\nexec \"$@\"", "_"]
            + (asServer && getuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []) + command
        process.currentDirectoryURL = URL(filePath: "/")
        // Output goes to a file, because the server would keep an inherited pipe open.
        let output = FileManager.default.temporaryDirectory.appending(path: "ipf-pg-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: output) }
        let handle = try FileHandle(forWritingTo: output)
        (process.standardOutput, process.standardError) = (handle, handle)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let words = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
        if process.terminationStatus == 0 { return words }
        throw PostgresFault(
            description: "\(command.joined(separator: " ")): exit status \(process.terminationStatus): \(words)")
    }
}

/// A failure of a program of PostgreSQL.
public struct PostgresFault: Error, CustomStringConvertible {
    public let description: String
}
