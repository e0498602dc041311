/// A number that a setting can change in steps: a number of the standard library or a custom type.
public protocol SettingNumber: Codable, Comparable, Sendable, Numeric {}

extension Int: SettingNumber {}
extension Int8: SettingNumber {}
extension Int16: SettingNumber {}
extension Int32: SettingNumber {}
extension Int64: SettingNumber {}
extension UInt: SettingNumber {}
extension UInt8: SettingNumber {}
extension UInt16: SettingNumber {}
extension UInt32: SettingNumber {}
extension UInt64: SettingNumber {}
extension Float: SettingNumber {}
extension Double: SettingNumber {}

extension SettingNumber {
    /// Returns the value plus or minus `step`, clamped to the range of the type.
    ///
    /// If only binary rounding separates the result from a multiple of the step, returns the multiple. For example,
    /// `0.1 + 0.2` in steps of 0.1 is 0.3.
    func stepped(by step: Self, isUp: Bool) -> Self {
        if let integer = self as? any FixedWidthInteger { return Self.stepped(integer, step, isUp) }
        if let fraction = self as? any BinaryFloatingPoint { return Self.stepped(fraction, step, isUp) }
        return isUp ? self + step : self - step
    }

    /// The number as displayed: `2` instead of `2.0`.
    var settingText: String {
        let text = "\(self)"
        return self is any BinaryFloatingPoint && text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func stepped<Whole: FixedWidthInteger>(_ value: Whole, _ step: Self, _ isUp: Bool) -> Self {
        guard let step = step as? Whole else { preconditionFailure("\(Self.self) and \(Whole.self) are one type") }
        let (new, overflow) = isUp ? value.addingReportingOverflow(step) : value.subtractingReportingOverflow(step)
        return same(overflow ? (isUp ? .max : .min) : new)
    }

    private static func stepped<Fraction: BinaryFloatingPoint>(
        _ value: Fraction, _ step: Self, _ isUp: Bool
    ) -> Self {
        guard let step = step as? Fraction else {
            preconditionFailure("\(Self.self) and \(Fraction.self) are one type")
        }
        return same(rounded(isUp ? value + step : value - step, toMultipleOf: step))
    }

    private static func same<Number>(_ number: Number) -> Self {
        guard let same = number as? Self else { preconditionFailure("\(Self.self) and \(Number.self) are one type") }
        return same
    }

    /// Returns the nearest multiple of the step if only binary rounding separates the value from it, or else the value.
    private static func rounded<Fraction: BinaryFloatingPoint>(
        _ value: Fraction, toMultipleOf step: Fraction
    ) -> Fraction {
        let steps = (value / step).rounded()
        guard steps.isFinite, (value / step - steps).magnitude < 0.000_1 else { return value }
        // 0.1 has no exact binary form, but ten steps of 0.1 are exactly 1. So divide by the steps per unit instead of
        // multiplying.
        let perUnit = (1 / step).rounded()
        return perUnit >= 1 && (1 / step - perUnit).magnitude < 0.000_1 * perUnit ? steps / perUnit : steps * step
    }
}

/// The bounds and the steps of a number.
struct NumberSteps<Value> {
    /// Returns the value clamped to the bounds; `nil` if it cannot be compared, like NaN.
    let bounded: (Value) -> Value?
    let isAtMin: (Value) -> Bool
    let isAtMax: (Value) -> Bool
    let up: (Value) -> Value
    let down: (Value) -> Value
    let text: (Value) -> String
}

extension NumberSteps where Value: SettingNumber {
    init(min: Value, max: Value, step: Value) {
        self.init(
            bounded: { Self.bounded($0, min, max) }, isAtMin: { $0 <= min }, isAtMax: { $0 >= max },
            up: { $0.stepped(by: step, isUp: true) }, down: { $0.stepped(by: step, isUp: false) },
            text: \.settingText)
    }

    static func bounded(_ value: Value, _ min: Value, _ max: Value) -> Value? {
        // Only NaN differs from itself.
        value == value ? Swift.min(Swift.max(value, min), max) : nil
    }
}
