internal import CPostgres

/// A parameter of a statement.
package enum MasterValue: Sendable {
    case null
    case integer(Int)
    case bool(Bool)
    case text(String)
    case bytes([UInt8])
    /// JSON as text.
    case json(String)

    /// Creates the parameter for an optional integer.
    package static func integer(_ value: Int?) -> MasterValue { value.map { .integer($0) } ?? .null }
    /// Creates the parameter for an optional text.
    package static func text(_ value: String?) -> MasterValue { value.map { .text($0) } ?? .null }

    /// The OID of the type, which is fixed in PostgreSQL (`pg_type.dat`). With 0, the server infers the type.
    var type: Oid {
        switch self {
        case .null: 0
        case .bool: 16
        case .bytes: 17
        case .integer: 20
        case .text: 25
        case .json: 3802
        }
    }

    /// The value in binary format; `nil` for NULL.
    var binary: [UInt8]? {
        switch self {
        case .null: nil
        case .bool(let value): [value ? 1 : 0]
        case .bytes(let bytes): bytes
        case .integer(let value): withBigEndian(Int64(value))
        case .text(let text): Array(text.utf8)
        // The binary format of `jsonb`: the version number 1, then the text.
        case .json(let text): [1] + Array(text.utf8)
        }
    }

    private func withBigEndian(_ value: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * Int64($0))) }
    }
}
