package import Scanning

/// Reads and enters overrides of the followed master. All methods run on a thread that answers no requests, so they may
/// block.
package protocol CorrectionDesk: Sendable {
    /// Returns the persons who may correct fields, with their tokens.
    ///
    /// - Throws: `CorrectionFault`.
    func correctors() throws -> [Corrector]

    /// Writes an object whose member `overrides` contains the objects that `ipf master overrides --format jsonl`
    /// prints.
    ///
    /// - Parameters:
    ///   - symbol: The symbol whose overrides are written; `nil` for all symbols.
    ///   - includesEnded: Whether to include overrides that have ended.
    /// - Throws: `CorrectionFault`.
    func write(of symbol: String?, includesEnded: Bool, to json: inout JSONWriter) throws

    /// Makes a correction as one batch, and writes its result as an object.
    ///
    /// - Parameters:
    ///   - reason: The reason; `nil` if it is not required.
    ///   - person: The name of the corrector, for the log.
    /// - Throws: `CorrectionFault`. Nothing was changed then, unless the connection broke during the commit.
    func make(_ correction: Correction, because reason: String?, by person: String, to json: inout JSONWriter) throws
}

/// A person who may correct fields.
package struct Corrector: Sendable {
    package var name: String
    package var token: String

    package init(name: String, token: String) {
        self.name = name
        self.token = token
    }
}

/// A request of a corrector.
package enum Correction: Sendable {
    /// Overrides fields, or proposes to override them.
    case override([FieldCorrection], proposes: Bool)
    /// Puts the proposals with these numbers in force.
    case approve([Int])
    /// Withdraws overrides, or rejects proposals.
    case withdraw([Int])
}

/// A field to override.
package struct FieldCorrection: Decodable, Sendable {
    package var symbol: String
    package var field: String
    /// The text; empty to remove the field.
    package var value: String
    /// A date or a time; `nil` for an unlimited override.
    package var until: String?
    /// A date or a time since which the override is true; `nil` for that of its batch.
    package var validFrom: String?

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        var members = try container.decode([String: String?].self).compactMapValues { $0 }
        guard let symbol = members.removeValue(forKey: "symbol"), let field = members.removeValue(forKey: "field"),
            let value = members.removeValue(forKey: "value")
        else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "a member is missing") }
        (self.symbol, self.field, self.value) = (symbol, field, value)
        until = members.removeValue(forKey: "until")
        validFrom = members.removeValue(forKey: "validFrom")
        // A misspelled `until` would make an override unlimited.
        guard members.isEmpty else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a member is unknown")
        }
    }
}

/// The reason why a correction was not made. The associated value is a sentence without credentials.
package enum CorrectionFault: Error {
    case invalid(String)
    case notAllowed(String)
    /// The master can't be written now.
    case unavailable(String)
}
