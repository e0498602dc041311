/// A duration in a short notation: `90m`, `1h30m`, `45s`, `250ms`.
package enum DurationText {
    /// The accepted forms, for messages.
    package static let words = "90m, 1h30m, 45s or 250ms"

    /// Parses a duration: an optional sign, then numbers with the units `h`, `m`, `s` or `ms`.
    ///
    /// - Returns: The duration; `nil` for other texts, and if a number is 2³¹ or more.
    package static func duration(_ text: String) -> Duration? {
        var rest = Substring(text)
        let isNegative = rest.hasPrefix("-")
        if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
        guard !rest.isEmpty else { return nil }
        var milliseconds: Int64 = 0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
            guard let count = Int32(digits), let factor = factors[String(unit)] else { return nil }
            let (sum, overflow) = milliseconds.addingReportingOverflow(Int64(count) * factor)
            guard !overflow else { return nil }
            milliseconds = sum
            rest = rest.dropFirst(digits.count + unit.count)
        }
        return .milliseconds(isNegative ? -milliseconds : milliseconds)
    }

    private static let factors: [String: Int64] = ["h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1]

    /// Formats a duration, such as `6h30m`, `1m30s` or `0s`, so that `duration(_:)` parses it. Fractions of a
    /// millisecond are dropped.
    package static func text(_ duration: Duration) -> String {
        let total = duration.wholeMilliseconds
        let milliseconds = total.magnitude
        let parts = [
            (milliseconds / 3_600_000, "h"), (milliseconds / 60_000 % 60, "m"), (milliseconds / 1000 % 60, "s"),
            (milliseconds % 1000, "ms"),
        ].filter { $0.0 > 0 }
        let text = parts.map { "\($0.0)\($0.1)" }.joined()
        return parts.isEmpty ? "0s" : (total < 0 ? "-" : "") + text
    }
}
