internal import Scanning

extension StudySettings.Parameter {
    /// What choices there are; empty where any text or number is meant.
    public var choices: [String] {
        switch studyParamType {
        case .boolean: ["true", "false"]
        case .average: StudySettings.Average.allCases.map(\.rawValue)
        case .priceField: StudySettings.PriceField.allCases.map(\.rawValue)
        case .intRange, .doubleRange, .string, .aggregation: []
        }
    }

    /// The value that a text says, in normal form: without blanks around it, and numbers without what they don't need.
    ///
    /// - Throws: `StudyError` where the text is no value of the parameter.
    func checked(_ text: String) throws(StudyError) -> String {
        switch studyParamType {
        case .string:
            guard text.utf8.count <= Self.longestText else { throw fault(text, "at most \(Self.longestText) bytes") }
            return text
        case .boolean, .average, .priceField:
            guard choices.contains(text) else { throw fault(text, "one of \(choices.joined(separator: ", "))") }
            return text
        case .aggregation:
            guard let aggregation = Aggregation(text) else {
                throw fault(text, "a length of bars such as 5m, 1h, 1d or 1w")
            }
            return aggregation.description
        case .intRange, .doubleRange: return try checkedNumber(text)
        }
    }

    private static let longestText = 1000

    private func checkedNumber(_ text: String) throws(StudyError) -> String {
        let trimmed = text.trimmed { $0 == " " }
        guard let number = PlainNumber(String(trimmed)) else { throw fault(text, expectation) }
        let precision = maxPrecision
        guard number.decimals <= precision else { throw fault(text, expectation) }
        if let least, number.value < least { throw fault(text, expectation) }
        if let greatest, number.value > greatest { throw fault(text, expectation) }
        return number.text
    }

    private func fault(_ text: String, _ expected: String) -> StudyError {
        StudyError(parameter: id, reason: "\(title): found “\(text.prefix(50))”, expected \(expected)")
    }

    // MARK: Bounds

    /// Exact for every bound that people write: the float nearest to 0.1 means 0.1.
    private var least: Double? { validationTO?.min.flatMap { $0.isNaN ? nil : Double($0.description) } }
    private var greatest: Double? { validationTO?.max.flatMap { $0.isNaN ? nil : Double($0.description) } }

    private var maxPrecision: Int {
        studyParamType == .intRange ? 0 : Swift.max(0, Swift.min(validationTO?.precision ?? 9, 9))
    }

    /// `a whole number from 1 to 500`
    private var expectation: String {
        let kind =
            switch maxPrecision {
            case 0: "a whole number"
            case 1: "a number with at most 1 digit after the point"
            case let most: "a number with at most \(most) digits after the point"
            }
        let bounds = (least.map(DecimalNumber.format), greatest.map(DecimalNumber.format))
        return switch bounds {
        case (let min?, let max?): "\(kind) from \(min) to \(max)"
        case (let min?, nil): "\(kind) from \(min) on"
        case (nil, let max?): "\(kind) up to \(max)"
        case (nil, nil): kind
        }
    }

    // MARK: The nearest legal value

    /// The value of a text; for an illegal one the nearest that is legal.
    func nearestLegal(to text: String) -> String {
        if let legal = try? checked(text) { return legal }
        switch studyParamType {
        case .string: return text.prefix(bytes: Self.longestText)
        case .boolean: return "false"
        case .average, .priceField: return studyParamType == .average ? "SIMPLE" : "CLOSE"
        case .aggregation: return "1d"
        case .intRange, .doubleRange:
            let scale = (0..<maxPrecision).reduce(1.0) { scale, _ in scale * 10 }
            // Bounds between two multiples of the last digit leave the nearer whole ones.
            let low = ((least ?? -1e12) * scale - 1e-6).rounded(.up)
            let high = ((greatest ?? 1e12) * scale + 1e-6).rounded(.down)
            let parsed = Double(text) ?? 0
            let wanted = ((parsed.isNaN ? 0 : parsed) * scale).rounded()
            return DecimalNumber.format(Swift.max(Swift.min(wanted, high), low) / scale)
        }
    }
}

extension String {
    /// The longest beginning of so many bytes of UTF-8 at most, of whole characters.
    fileprivate func prefix(bytes: Int) -> String {
        var rest = bytes
        return String(
            prefix { character in
                rest -= character.utf8.count
                return rest >= 0
            })
    }
}

/// A number as people write it: digits, perhaps a sign and a point; no exponent.
private struct PlainNumber {
    let value: Double
    /// Digits after the point, as they were written.
    let decimals: Int
    /// In normal form.
    let text: String

    init?(_ written: String) {
        var rest = written[...]
        if rest.hasPrefix("-") || rest.hasPrefix("+") { rest = rest.dropFirst() }
        let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.contains(where: { !$0.isEmpty }), rest.utf8.count <= 18,
            parts.allSatisfy({ $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }),
            let value = Double("\(written.hasPrefix("-") ? "-" : "")0\(parts[0]).\(parts.count > 1 ? parts[1] : "")0")
        else { return nil }
        self.value = value == 0 ? 0 : value
        decimals = parts.count > 1 ? parts[1].utf8.count : 0
        text = DecimalNumber.format(self.value)
    }
}
