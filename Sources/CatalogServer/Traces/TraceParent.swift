internal import Scanning
internal import Tracing

/// A position in a trace, as in the field `traceparent` of W3C Trace Context.
struct TraceParent: Sendable, Equatable {
    /// The identifier of the trace, 16 bytes.
    var trace: (high: UInt64, low: UInt64)
    var span: UInt64
    /// Whether the sender records the trace.
    var isSampled: Bool

    static func == (left: Self, right: Self) -> Bool { left.text == right.text }
}

extension TraceParent {
    static let field = "traceparent"

    /// Parses a text such as `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`; `nil` if it is invalid. Later
    /// versions may append more.
    init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].utf8.count == 2, parts[1].utf8.count == 32,
            let version = Self.number(parts[0]), version != 255, version != 0 || parts.count == 4,
            let high = Self.number(parts[1].prefix(16)), let low = Self.number(parts[1].suffix(16)), high | low != 0,
            parts[2].utf8.count == 16, let span = Self.number(parts[2]), span != 0,
            parts[3].utf8.count == 2, let flags = Self.number(parts[3])
        else { return nil }
        trace = (high, low)
        self.span = span
        isSampled = flags & 1 == 1
    }

    /// Parses hexadecimal digits, which must be in lower case; `nil` for other characters.
    private static func number(_ digits: Substring) -> UInt64? {
        guard digits.utf8.allSatisfy({ $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }) else {
            return nil
        }
        return UInt64(digits, radix: 16)
    }

    var traceText: String { trace.high.hexDigits + trace.low.hexDigits }
    var spanText: String { span.hexDigits }
    var text: String { "00-\(traceText)-\(spanText)-\(isSampled ? "01" : "00")" }
}

/// The key of the trace position in a context.
enum TraceParentKey: InstrumentationContextKey {
    typealias Value = TraceParent
}
