import Scanning

/// Formats numbers for users, independently of the locale.
enum Numbers {
    /// Returns a number such as `1,700,000`.
    static func grouped(_ value: Int) -> String {
        var digits = String(value.magnitude)
        var groups: [Substring] = []
        while digits.count > 3 {
            groups.insert(digits.suffix(3), at: 0)
            digits.removeLast(3)
        }
        return (value < 0 ? "-" : "") + ([Substring(digits)] + groups).joined(separator: ",")
    }

    /// Returns a size such as `0 B`, `12.3 kB` or `396.1 MB`, in decimal units.
    static func bytes(_ count: Int) -> String {
        if count < 1000 { return "\(count) B" }
        var value = Double(count)
        for unit in ["kB", "MB", "GB", "TB"] {
            value /= 1000
            if value < 999.95 || unit == "TB" { return "\(fixed(value, decimals: 1)) \(unit)" }
        }
        return ""
    }

    /// Returns a duration such as `0.001 s`, `12.3 s` or `2 min 5 s`.
    static func seconds(_ value: Double) -> String {
        if value < 10 { return "\(fixed(value, decimals: 3)) s" }
        if value < 100 { return "\(fixed(value, decimals: 1)) s" }
        let whole = Int(clamping: value.rounded())
        return "\(whole / 60) min \(whole % 60) s"
    }

    /// Returns a rate such as `1,234.5 MB/s`; empty if no time has passed.
    static func rate(_ bytes: Int, seconds: Double) -> String {
        guard seconds > 0 else { return "" }
        let tenths = Int(clamping: (Double(bytes) / seconds / 100_000).rounded())
        return "\(grouped(tenths / 10)).\(tenths % 10) MB/s"
    }

    /// Formats a number with a fixed number of decimals.
    static func fixed(_ value: Double, decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int(clamping: (value.magnitude * Double(scale)).rounded())
        let whole = scaled / scale
        let rest = String(scaled % scale)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        return decimals == 0
            ? sign + String(whole)
            : sign + String(whole) + "." + String(repeating: "0", count: decimals - rest.count) + rest
    }
}
