import Ingest
import TestSupport
import Testing

/// Scripted responses for a live connection, and its events as short texts.
enum LiveScript {
    static let format = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n#REMOVED::=TYPE,SYMBOL,DESCRIPTION\n"

    /// The head of a live response, whose body ends with the connection.
    static let head = Array("HTTP/1.1 200 OK\r\nX-Live: provided\r\nConnection: close\r\n\r\n".utf8)

    /// Returns a live response: its head, then pieces of text.
    static func live(_ pieces: String...) -> [LoopbackServer.Step] {
        [.send(head)] + pieces.map { .send(Array($0.utf8)) }
    }

    /// Compresses pieces of text into one unfinished gzip member, with a flush after each piece.
    static func packed(_ pieces: [String]) -> [[UInt8]] {
        var writer = GzipWriter()
        return pieces.map { piece in
            var bytes: [UInt8] = []
            let append: (Span<UInt8>) -> Void = { bytes.append(copying: $0) }
            writer.write(Array(piece.utf8).span, to: append)
            writer.flush(to: append)
            return bytes
        }
    }

    /// Returns a clock that skips the waits before retries and polls, but never reaches the limit of silence.
    static func clock() -> TestClock { TestClock(passing: .seconds(120)) }

    static func connection(
        _ server: LoopbackServer, clock: TestClock = clock(), path: String = "/ipf",
        _ change: (inout LiveOptions) -> Void = { _ in }
    ) throws -> LiveConnection {
        var options = LiveOptions()
        options.clock = clock
        options.silence = .seconds(100_000)
        change(&options)
        return LiveConnection(address: try SourceAddress(parsing: server.url + path), options: options)
    }

    /// Collects events as short texts until `isLast` returns true, then closes the connection.
    static func events(
        of connection: LiveConnection, until isLast: (String, Int) -> Bool
    ) async -> [String] {
        var told: [String] = []
        for await event in connection.events {
            told.append(brief(event))
            if isLast(told.last!, told.count) { break }
        }
        connection.close()
        return told
    }

    /// Collects events until `text` occurs for the `count`th time.
    static func events(of connection: LiveConnection, until text: String, _ count: Int = 1) async -> [String] {
        var left = count
        return await events(of: connection) { event, _ in
            left -= event == text ? 1 : 0
            return left == 0
        }
    }

    /// Returns an event as a short text. `A=1 B=` lists symbols with descriptions; `-A` is a profile of type REMOVED.
    static func brief(_ event: LiveEvent) -> String {
        switch event {
        case .state(let state): state.rawValue
        case .snapshotBegan(let isLive): isLive ? "live snapshot" : "snapshot"
        case .profiles(let profiles):
            profiles.map { $0.type == "REMOVED" ? "-\($0.symbol)" : "\($0.symbol)=\($0.description)" }
                .joined(separator: " ")
        case .flushed: "flushed"
        case .snapshotComplete: "complete"
        case .notModified: "not modified"
        case .heartbeat: "heartbeat"
        case .fault(let fault): brief(fault.kind)
        }
    }

    static func brief(_ kind: LiveFault.Kind) -> String {
        switch kind {
        case .source(let error): "fault \(error.kind)"
        case .malformed(let error): "malformed line \(error.position.line)"
        default: "fault \(kind)"
        }
    }
}
