/// A number that a setting can go up and down by steps.
public protocol SettingNumber: Codable, Comparable, Sendable, Numeric {
    /// This and `step`, at most the greatest number there is; without noise digits: 0.1 + 0.2 in steps of 0.1 is 0.3.
    func steppedUp(by step: Self) -> Self
    /// This without `step`, at least the least number there is; without noise digits.
    func steppedDown(by step: Self) -> Self
    /// It is a number, so it can be compared.
    var isOrdered: Bool { get }
    /// As people read it.
    var settingText: String { get }
}

extension SettingNumber where Self: FixedWidthInteger {
    public func steppedUp(by step: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(step)
        return overflow ? .max : sum
    }

    public func steppedDown(by step: Self) -> Self {
        let (difference, overflow) = subtractingReportingOverflow(step)
        return overflow ? .min : difference
    }

    public var isOrdered: Bool { true }
    public var settingText: String { String(self) }
}

extension SettingNumber where Self: BinaryFloatingPoint & LosslessStringConvertible {
    public func steppedUp(by step: Self) -> Self { (self + step).withoutNoise(step) }
    public func steppedDown(by step: Self) -> Self { (self - step).withoutNoise(step) }
    public var isOrdered: Bool { !isNaN }

    /// `2` rather than `2.0`.
    public var settingText: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The multiple of the step that this is but for noise, else this.
    private func withoutNoise(_ step: Self) -> Self {
        let steps = (self / step).rounded()
        guard steps.isFinite, (self / step - steps).magnitude < 0.000_1 else { return self }
        // A step of 0.1 is none that binary numbers have, but ten of them make one.
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
