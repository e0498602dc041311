/// A number that a setting can change by steps.
public protocol SettingNumber: Codable, Comparable, Sendable, Numeric {
    /// This plus `step`, at most the greatest number of the type; rounded to a multiple of the step where only the error of binary
    /// fractions keeps it from being one: 0.1 + 0.2 in steps of 0.1 is 0.3.
    func steppedUp(by step: Self) -> Self
    /// This minus `step`, at least the least number of the type; rounded as in `steppedUp(by:)`.
    func steppedDown(by step: Self) -> Self
    /// False for NaN, which can't be compared.
    var isOrdered: Bool { get }
    /// As people read it.
    var settingText: String { get }
}

extension SettingNumber where Self: FixedWidthInteger {
    /// This plus `step`, at most `max`.
    public func steppedUp(by step: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(step)
        return overflow ? .max : sum
    }

    /// This minus `step`, at least `min`.
    public func steppedDown(by step: Self) -> Self {
        let (difference, overflow) = subtractingReportingOverflow(step)
        return overflow ? .min : difference
    }

    /// True.
    public var isOrdered: Bool { true }
    /// The decimal digits.
    public var settingText: String { String(self) }
}

extension SettingNumber where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// This plus `step`, rounded to a multiple of the step where it is one but for the error of binary fractions.
    public func steppedUp(by step: Self) -> Self { (self + step).rounded(toMultipleOf: step) }
    /// This minus `step`, rounded as in `steppedUp(by:)`.
    public func steppedDown(by step: Self) -> Self { (self - step).rounded(toMultipleOf: step) }
    /// False for NaN.
    public var isOrdered: Bool { !isNaN }

    /// `2` rather than `2.0`.
    public var settingText: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The multiple of the step that this is but for the error of binary fractions, else this.
    private func rounded(toMultipleOf step: Self) -> Self {
        let steps = (self / step).rounded()
        guard steps.isFinite, (self / step - steps).magnitude < 0.000_1 else { return self }
        // 0.1 has no exact binary form, but ten steps of it are exactly one.
        let perUnit = (1 / step).rounded()
        return perUnit >= 1 && (1 / step - perUnit).magnitude < 0.000_1 * perUnit ? steps / perUnit : steps * step
    }
}

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
