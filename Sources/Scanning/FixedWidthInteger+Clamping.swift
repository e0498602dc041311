extension FixedWidthInteger {
    /// The whole part of a number, clamped to this type's bounds; 0 for NaN. `Self(value)` ends the process for such numbers.
    package init(clamping value: Double) {
        if let whole = Self(exactly: value.rounded(.towardZero)) {
            self = whole
        } else {
            self = value.isNaN ? 0 : value < 0 ? .min : .max
        }
    }
}
