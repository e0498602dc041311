internal import Scanning

extension StudySettings.Parameter {
    /// The possible values; empty if the type allows any text or number.
    public var choices: [String] {
        switch studyParamType {
        case .boolean: ["true", "false"]
        case .average: StudySettings.Average.allCases.map(\.rawValue)
        case .priceField: StudySettings.PriceField.allCases.map(\.rawValue)
        case .intRange, .doubleRange, .string, .aggregation: []
        }
    }

    /// Returns the normal form of a value: no surrounding spaces, and no redundant characters in numbers.
    ///
    /// - Throws: `StudyError` if the text is not a valid value.
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

    /// The lower bound. It is converted by its shortest decimal text, so that the `Float` nearest to 0.1 becomes 0.1.
    private var least: Double? { validationTO?.min.flatMap { $0.isNaN ? nil : Double($0.description) } }
    private var greatest: Double? { validationTO?.max.flatMap { $0.isNaN ? nil : Double($0.description) } }

    private var maxPrecision: Int {
        studyParamType == .intRange ? 0 : Swift.max(0, Swift.min(validationTO?.precision ?? 9, 9))
    }

    /// The expected values, for messages, such as `a whole number from 1 to 500`.
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
        case (let min?, nil): "\(kind) of at least \(min)"
        case (nil, let max?): "\(kind) of at most \(max)"
        case (nil, nil): kind
        }
    }

    // MARK: The nearest valid value

    /// Returns the value of a text if it is valid, or else the nearest valid value.
    func nearestLegal(to text: String) -> String {
        if let legal = try? checked(text) { return legal }
        switch studyParamType {
        case .string: return text.prefix(bytes: Self.longestText)
        case .boolean: return "false"
        case .average, .priceField: return studyParamType == .average ? "SIMPLE" : "CLOSE"
        case .aggregation: return "1d"
        case .intRange, .doubleRange:
            let scale = (0..<maxPrecision).reduce(1.0) { scale, _ in scale * 10 }
            // If no number with the allowed digits lies within the bounds, use the one that is nearest to them.
            let low = ((least ?? -1e12) * scale - 1e-6).rounded(.up)
            let high = ((greatest ?? 1e12) * scale + 1e-6).rounded(.down)
            let parsed = Double(text) ?? 0
            let wanted = ((parsed.isNaN ? 0 : parsed) * scale).rounded()
            return DecimalNumber.format(Swift.max(Swift.min(wanted, high), low) / scale)
        }
    }
}

extension String {
    /// Returns the longest prefix that consists of whole characters and has at most `bytes` bytes of UTF-8.
    fileprivate func prefix(bytes: Int) -> String {
        var rest = bytes
        return String(
            prefix { character in
                rest -= character.utf8.count
                return rest >= 0
            })
    }
}

/// A number in plain notation: digits with an optional sign and point, without an exponent.
private struct PlainNumber {
    let value: Double
    /// The number of digits after the point, as written.
    let decimals: Int
    /// The normal form.
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
