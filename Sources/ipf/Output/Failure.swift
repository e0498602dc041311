import ArgumentParser
import Ingest
import InstrumentCatalog
import Synchronization
import SystemFiles

#if Master
    import MasterStore
#endif

/// Why a command ends without its work done: a message for people, and an exit code for scripts.
struct Failure: Error, CustomStringConvertible {
    /// The exit code.
    enum Code: Int32 {
        /// The question was answered, and the answer is no: an unknown symbol, a finding.
        case negativeAnswer = 1
        /// The command line is wrong.
        case usage = 2
        /// The input is invalid.
        case badInput = 3
        /// The file system, the network or a server.
        case inputOutput = 4
    }

    let code: Code
    let message: TerminalText

    init(_ code: Code, _ message: TerminalText) {
        self.code = code
        self.message = message
    }

    var description: String { message.text }

    /// Ends the process with the code and the message that `error` calls for.
    ///
    /// - Parameter command: the command line's root, whose usage a message about wrong arguments shows.
    static func exit(with error: any Error, of command: any ParsableCommand.Type) -> Never {
        switch error {
        case let failure as Failure: end(failure.code, failure.message)
        case let error as IngestError: end(code(of: error), "\(error)")
        case let error as CatalogError: end(code(of: error), "\(error)\(advice(for: error))")
        #if Master
            case let error as MasterStoreError: end(code(of: error), "\(error)")
        #endif
        case let error as ProfileFormatError: end(.badInput, "\(error)")
        case let error as GrammarError: end(.badInput, "\(lines: error)")
        case let code as ExitCode: Processes.exit(code.rawValue)
        default:
            let code = command.exitCode(for: error)
            let unknown = UnknownCommand(Array(CommandLine.arguments.dropFirst()), of: command)
            // Help, the version, completion scripts; but not the help of a command that isn't there.
            if code.isSuccess, !unknown.isHelpOfNone { command.exit(withError: error) }
            let message = unknown.message(command.fullMessage(for: error))
            StandardError.write("\(lines: withVisibleArguments(message))\n")
            // The parser's own code for wrong usage is another one.
            Processes.exit(code == .validationFailure || code.isSuccess ? Code.usage.rawValue : code.rawValue)
        }
    }

    /// A message of the parser, in which no argument that it quotes takes more than its line.
    private static func withVisibleArguments(_ message: String) -> String {
        let values = CommandLine.arguments.flatMap { [$0[...], $0.drop { $0 != "=" }.dropFirst()] }
        return values.reduce(message) { message, value in
            let shown = ControlCharacters.escaped(String(value))
            return shown == value ? message : message.replacing(value, with: shown)
        }
    }

    private static func end(_ code: Code, _ message: TerminalText) -> Never {
        StandardError.write("ipf: \(message)\n")
        Processes.exit(code.rawValue)
    }

    /// How to go on where an object is named instead of a catalog's file.
    private static func advice(for error: CatalogError) -> String {
        guard error.isMissingFile, error.path.lowercased().hasPrefix("s3://") else { return "" }
        return "; a catalog must be a local file: download the object first, for example with aws s3 cp"
    }

    static func code(of error: IngestError) -> Code {
        switch error.category {
        case .address: .usage
        case .badInput: .badInput
        case .inputOutput, .cancelled: .inputOutput
        }
    }

    static func code(of error: CatalogError) -> Code {
        switch error.kind {
        case .io, .inUse: .inputOutput
        case .cursor: .usage
        default: .badInput
        }
    }
}

/// Trouble that does not keep a command from its answer: the command goes on, and its exit code reports the trouble at
/// the end.
enum Trouble {
    private static let code = Atomic<Int32>(0)

    /// The exit code of a command that ends without a failure.
    static var exitCode: Int32 { code.load(ordering: .relaxed) }

    /// Prints the failure, and keeps its exit code for the end.
    static func note(_ failure: Failure) {
        StandardError.write("ipf: \(failure.message)\n")
        code.store(failure.code.rawValue, ordering: .relaxed)
    }
}

extension ExitCode {
    /// The question was answered, and the answer is no.
    static let negativeAnswer = ExitCode(Failure.Code.negativeAnswer.rawValue)
}

extension Signals {
    /// Calls a function for each of these signals until the process ends.
    ///
    /// - Parameter body: called on a thread of its own.
    /// - Throws: `Failure` if the system has no pipe or thread left for that.
    static func take(_ signals: [Signal], _ body: @escaping @Sendable (Signal) -> Void) throws {
        do {
            try watch(signals, body)
        } catch {
            throw Failure(.inputOutput, "can't create a pipe for signals; close some files and try again")
        }
    }
}
