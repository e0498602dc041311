internal import CIPF
internal import CatalogSync
internal import Ingest
internal import InstrumentCatalog
internal import MarketRules
internal import ProfileFormat
internal import Scanning
internal import StudyFormulas

/// An error in the form of `ipf.h`: a code and a sentence.
struct CFailure: Error {
    let code: ipf_status
    let text: String

    init(_ code: Int, _ text: String) {
        self.code = ipf_status(code)
        self.text = text
    }

    /// Creates the error for a NULL argument that is required.
    static func missing(_ name: String) -> CFailure {
        CFailure(
            IPF_INVALID_ARGUMENT,
            "\(name) is NULL, expected "
                + "\(name == "out" ? "a pointer for the result" : "a value")")
    }

    /// Converts an error of another module to a code and a message.
    init(_ error: any Error) {
        switch error {
        case let failure as CFailure: self = failure
        case let error as CatalogError:
            // A path may contain a password if the caller passed a URL as the path.
            let text = SourceAddress.secrets(in: error.path).reduce("\(error)") { $0.replacing($1, with: "…") }
            self.init(Self.code(of: error.kind), text)
        case let error as GrammarError: self.init(IPF_INVALID_RULES, "\(error)")
        case let error as Trading.RangeError: self.init(IPF_OUT_OF_RANGE, "\(error)")
        case let error as StudyError: self.init(IPF_INVALID_ARGUMENT, "\(error)")
        case let error as PriceStepError: self.init(IPF_INVALID_ARGUMENT, "\(error)")
        case let error as IdentifierError:
            if case .notIndexed = error {
                self.init(IPF_INVALID_ARGUMENT, "\(error)")
            } else {
                self.init(IPF_NOT_FOUND, "\(error)")
            }
        case let error as IngestError:
            switch error.kind {
            case .cancelled: self.init(IPF_CANCELLED, "\(error)")
            case .invalidAddress: self.init(IPF_INVALID_ARGUMENT, "\(error)")
            default: self.init(IPF_SOURCE, "\(error)")
            }
        case is ProfileFormatError, is CatalogSyncError: self.init(IPF_SOURCE, "\(error)")
        default: self.init(IPF_FAILED, "\(error)")
        }
    }

    private static func code(of kind: CatalogError.Kind) -> Int {
        switch kind {
        case .io: IPF_IO
        case .foreign, .newerVersion: IPF_NOT_A_CATALOG
        case .truncated, .damaged: IPF_DAMAGED
        case .tooLarge: IPF_FAILED
        case .invalidValue: IPF_INVALID_ARGUMENT
        case .outOfHistory: IPF_OUT_OF_RANGE
        case .inUse: IPF_IN_USE
        case .refused: IPF_REFUSED
        case .cursor: IPF_INVALID_CURSOR
        }
    }
}

/// The object of an `ipf_error`.
final class ErrorObject {
    let code: ipf_status
    let text: KeptText

    init(_ failure: CFailure) {
        code = failure.code
        text = KeptText(failure.text)
    }
}
