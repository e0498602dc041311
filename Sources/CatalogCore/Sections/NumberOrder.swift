extension Double {
    /// Less than, equal to or greater than 0, as a number stands before, with or after another: by size, and NaN, which is
    /// equal to itself, after all numbers.
    package static func order(_ a: Double, _ b: Double) -> Int {
        if a == b || a.isNaN && b.isNaN { return 0 }
        return a < b || b.isNaN ? -1 : 1
    }
}
