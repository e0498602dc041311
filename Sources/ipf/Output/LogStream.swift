import ArgumentParser
import Essentials
import Ingest
import InstrumentCatalog
import Logging

/// The options for the log of a daemon.
struct LogOptions: ParsableArguments {
    /// The formats of log lines.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Option(
        help: ArgumentHelp(
            "The format of log lines; json is one object per line with time, level, message and details.",
            valueName: "format"))
    var logFormat = Format.text

    /// The logger, which writes to standard error.
    var logger: Logger {
        Logger(label: "ipf") { label in
            switch logFormat {
            case .text: StreamLogHandler(label: label, stream: LogStream())
            case .json: JSONLogHandler()
            }
        }
    }
}

/// A stream to standard error. It writes each entry as one line, even if the entry's data contains control characters.
private struct LogStream: TextOutputStream, Sendable {
    /// Writes an entry, which ends with a line end.
    mutating func write(_ entry: String) {
        StandardError.write("\(entry.hasSuffix("\n") ? entry.dropLast() : entry[...])\n")
    }
}

/// Writes entries as JSON objects, one per line: `time` (UTC), `level`, `message`, then the metadata by name.
private struct JSONLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let now = Instant(milliseconds: Int64(clamping: (Date().timeIntervalSince1970 * 1000).rounded(.down)))
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let line = JSONWriter.line { json in
            json.member("time", "\(now)")
            json.member("level", event.level.rawValue)
            json.member("message", "\(event.message)")
            for (name, value) in all.sorted(by: { $0.key < $1.key }) { json.member(named: name, "\(value)") }
        }
        // JSON escapes the characters that control a terminal.
        StandardError.write(TerminalText(visible: line))
    }
}

extension LiveState {
    /// The text for logs and for systemd's status.
    var words: String {
        switch self {
        case .notConnected: "not connected"
        case .connecting: "connecting"
        case .connected: "connected"
        case .completed: "first snapshot complete"
        case .closed: "closed"
        }
    }
}
