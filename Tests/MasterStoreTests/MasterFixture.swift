import Foundation
import InstrumentCatalog
import TestSupport

@testable import MasterStore

/// An empty database for one test.
struct EmptyDatabase {
    let server: PostgresServer
    let name: String

    /// - Parameter server: The server; `nil` for the one that all suites share.
    init(_ server: PostgresServer? = nil) throws {
        self.server = try server ?? PostgresServer.shared
        name = try self.server.makeDatabase()
    }

    func address(as role: String = "owner") throws -> MasterAddress {
        try MasterAddress(parsing: server.address(name, as: role))
    }

    func connect(as role: String = "owner", _ cancellation: CancellationToken? = nil) throws -> MasterConnection {
        try MasterConnection(try address(as: role), cancellation: cancellation)
    }
}

/// A store in a database for one test.
struct MasterFixture {
    private let empty: EmptyDatabase
    private let folder: TemporaryFolder

    init(_ server: PostgresServer? = nil) throws {
        empty = try EmptyDatabase(server)
        folder = try TemporaryFolder()
        _ = try MasterSchema.initialise(try connect(), writers: ["writer"], readers: ["reader"])
    }

    var database: String { empty.name }

    func address(as role: String = "writer") throws -> MasterAddress { try empty.address(as: role) }

    func connect(as role: String = "owner") throws -> MasterConnection { try empty.connect(as: role) }

    /// Writes the text of a source to a file.
    func write(_ text: String) throws -> SourceAddress {
        let path = folder.path("\(UUID().uuidString).ipf")
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return try SourceAddress(parsing: path)
    }

    /// Loads a text as the snapshot of a source.
    @discardableResult
    func load(
        _ text: String, as source: String = "one", _ change: (inout MasterLoadOptions) -> Void = { _ in }
    ) throws -> MasterLoadSummary {
        var options = MasterLoadOptions()
        change(&options)
        return try MasterLoader([try write(text)], as: source, to: try address(), options: options).run()
    }

    /// Returns symbols with their descriptions, from a query of symbol and profile.
    func truth(_ query: String = "SELECT symbol, profile FROM ipf.instrument") throws -> [String: String] {
        var truth: [String: String] = [:]
        try connect().copy(query) { row in
            truth[row.text(0)] = row.isNull(1) ? "" : EncodedProfile.profile(Array(copying: row.bytes(1))).description
        }
        return truth
    }

    /// Returns the value in the first row and column.
    func number(_ query: String) throws -> Int? { try connect().execute(query).integer(0, 0) }

    /// Returns values that change if a row is written.
    func writes() throws -> [String] {
        try ["said", "instrument", "version", "digest"].map { table in
            let row = try connect().execute(
                "SELECT count(*)::text || ' ' || coalesce(max(xmin::text::bigint), 0) FROM ipf.\(table)")
            return "\(table) \(row.text(0, 0) ?? "")"
        }
    }
}

/// Returns the text of a snapshot with the given symbols and descriptions.
func snapshot(_ truth: [String: String], isComplete: Bool = true) -> String {
    "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n"
        + truth.sorted { $0.key < $1.key }.map { "STOCK,\($0.key),\($0.value)\n" }.joined()
        + (isComplete ? "##COMPLETE\n" : "")
}
