import ArgumentParser
import Foundation
import Ingest
import InstrumentCatalog

/// Why a command ends without its work done: a message for people, and an exit code for scripts.
struct Failure: Error, CustomStringConvertible {
    /// What the process says about its end.
    enum Code: Int32 {
        /// The question was answered, and the answer is no: an unknown symbol, a finding.
        case no = 1
        /// The command was not called as its help says.
        case usage = 2
        /// The input can't be read as what it should be.
        case badInput = 3
        /// The file system, the network or a server.
        case inputOutput = 4
    }

    let code: Code
    let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Ends the process with the code and the message that `error` calls for.
    static func exit(with error: any Error) -> Never {
        switch error {
        case let failure as Failure: end(failure.code, failure.description)
        case let error as IngestError: end(code(of: error), error.description)
        case let error as CatalogError: end(code(of: error), error.description)
        case let error as ProfileFormatError: end(.badInput, error.description)
        case let error as GrammarError: end(.badInput, error.description)
        case let code as ExitCode: Foundation.exit(code.rawValue)
        default:
            guard IPF.exitCode(for: error) == .validationFailure else { IPF.exit(withError: error) }
            // The parser's own code for wrong usage is another one.
            StandardError.write(IPF.fullMessage(for: error) + "\n")
            Foundation.exit(Code.usage.rawValue)
        }
    }

    private static func end(_ code: Code, _ message: String) -> Never {
        StandardError.write("ipf: \(message)\n")
        Foundation.exit(code.rawValue)
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

extension ExitCode {
    /// The question was answered, and the answer is no.
    static let no = ExitCode(Failure.Code.no.rawValue)
}
