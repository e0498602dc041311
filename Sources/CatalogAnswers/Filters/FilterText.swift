package import InstrumentCatalog
package import ProfileFormat
internal import Scanning

/// The notation of filters on the command line and in requests.
///
/// | text | meaning |
/// | --- | --- |
/// | `STOCK,ET?` | one of several patterns (`FieldPattern`) |
/// | `2027-01-15`, `20270115` | a date |
/// | `227.5` | a number |
/// | `X`, `X..Y`, `X..`, `..Y` | bounds, both inclusive |
package enum FilterText {
    /// The fields for which filters also accept the camel-case name.
    package static let fields: [ProfileField] = [
        .type, .country, .currency, .opol, .product, .underlying, .cfi, .isin, .optionType, .expirationStyle,
    ]

    /// Returns whether a text can be the name of a field. Names of fields are in upper case by convention.
    package static func isFieldName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                byte.isASCIIDigit || byte == ASCII.underscore || byte.isASCIILetter && byte.asciiUppercased == byte
            }
    }

    /// Splits each text at its commas into patterns. A pattern may be empty.
    package static func patterns(_ texts: [String]) -> [FieldPattern] {
        texts.flatMap { text in
            text.split(separator: ",", omittingEmptySubsequences: false).map { FieldPattern(String($0)) }
        }
    }

    /// Parses a decimal number; `nil` for other text.
    package static func number(_ text: String) -> Double? { DecimalNumber.parse(text.utf8Span.span) }

    /// Parses bounds: `X`, `X..Y`, `X..` or `..Y`. The text `..` means no bounds.
    ///
    /// - Parameter value: A closure that parses one end.
    /// - Throws: The error that `value` throws.
    package static func bounds<Value: Comparable & Hashable & Sendable, Fault: Error>(
        _ text: String, _ value: (String) throws(Fault) -> Value
    ) throws(Fault) -> CatalogFilter.Bounds<Value> {
        guard let dots = text.firstRange(of: "..") else {
            let value = try value(text)
            return .init(from: value, through: value)
        }
        let low = text[..<dots.lowerBound]
        let high = text[dots.upperBound...]
        return .init(
            from: low.isEmpty ? nil : try value(String(low)), through: high.isEmpty ? nil : try value(String(high)))
    }
}

extension CatalogFilter {
    /// Adds one condition for each field, in the order in which the fields first occur. All patterns for a field are
    /// alternatives.
    package mutating func require(_ values: [(field: String, patterns: [FieldPattern])]) {
        var fields: [String] = []
        for value in values where !fields.contains(value.field) { fields.append(value.field) }
        for field in fields {
            require(named: field, anyOf: values.filter { $0.field == field }.flatMap(\.patterns))
        }
    }
}
