import ArgumentParser
import Ingest
import InstrumentCatalog
import Synchronization
import SystemFiles

#if Master
    import MasterStore
#endif

/// The error of a command that failed: a message for users, and an exit code for scripts.
struct Failure: Error, CustomStringConvertible {
    /// The exit code.
    enum Code: Int32 {
        /// The command worked, but its answer is negative, such as an unknown symbol or a finding.
        case negativeAnswer = 1
        /// The command line is wrong.
        case usage = 2
        /// The input is invalid.
        case badInput = 3
        /// The file system, the network or a server failed.
        case inputOutput = 4
    }

    let code: Code
    let message: TerminalText

    init(_ code: Code, _ message: TerminalText) {
        self.code = code
        self.message = message
    }

    var description: String { message.text }

    /// Ends the process with the exit code and the message of `error`.
    ///
    /// - Parameter command: The root command. A message about wrong arguments contains the usage of this command.
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
            // Help, version and completion scripts end successfully. The help of an unknown command is a failure.
            if code.isSuccess, !unknown.isHelpOfNone { command.exit(withError: error) }
            let message = unknown.message(command.fullMessage(for: error))
            StandardError.write("\(lines: withVisibleArguments(message))\n")
            // The parser's exit code for wrong usage differs from the code of this program.
            Processes.exit(code == .validationFailure || code.isSuccess ? Code.usage.rawValue : code.rawValue)
        }
    }

    /// Returns a message of the parser with line ends escaped in the arguments that it quotes.
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

    /// Returns advice if an object is given instead of a catalog file; otherwise an empty text.
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

/// A failure that does not prevent the answer: the command continues, but its exit code reports the failure.
enum Trouble {
    private static let code = Atomic<Int32>(0)

    /// The exit code of a command that ends without a failure.
    static var exitCode: Int32 { code.load(ordering: .relaxed) }

    /// Prints the failure, and stores its exit code until the command ends.
    static func note(_ failure: Failure) {
        StandardError.write("ipf: \(failure.message)\n")
        code.store(failure.code.rawValue, ordering: .relaxed)
    }
}

extension ExitCode {
    /// The command worked, but the answer is negative.
    static let negativeAnswer = ExitCode(Failure.Code.negativeAnswer.rawValue)
}

extension Signals {
    /// Calls a function for each of these signals until the process ends.
    ///
    /// - Parameter body: Called on a separate thread.
    /// - Throws: `Failure` if no pipe or thread can be created.
    static func take(_ signals: [Signal], _ body: @escaping @Sendable (Signal) -> Void) throws {
        do {
            try watch(signals, body)
        } catch {
            throw Failure(.inputOutput, "can't create a pipe for signals; close some files and try again")
        }
    }
}
