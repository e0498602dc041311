/// Why a transform failed on a profile, which stops the whole run (`profile-transforms.md`, section 6).
public struct ProfileTransformFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the transform's text: its file; `nil` where it has none.
    public var name: String?
    /// What was found, what was expected: one line.
    public var reason: String
    /// The line of the statement, from 1.
    public var line: Int
    /// The profile's TYPE as it came.
    public var type: String
    /// The profile's SYMBOL as it came.
    public var symbol: String

    /// `rules.txt, line 3, OPTION .IBM250117C190: …`
    public var description: String {
        "\(name ?? "transform"), line \(line), \(type.isEmpty ? "a profile without TYPE" : type) "
            + "\(symbol.isEmpty ? "without SYMBOL" : symbol): \(reason)"
    }
}

/// A failure before its place is known.
struct Fault: Error {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}
