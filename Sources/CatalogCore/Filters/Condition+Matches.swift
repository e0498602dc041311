internal import Scanning

extension CatalogFilter.Condition {
    /// Whether a field's text, in normal form, is one that the condition asks for.
    package func matches(_ text: Span<UInt8>, kind: ProfileField.Kind) -> Bool {
        if isAboutParts { return matchesPart(of: text) }
        return patterns.contains { pattern in
            if kind != .text, pattern.isExact { return Self.isSameValue(pattern, text, kind) }
            return pattern.matches(text)
        }
    }

    private func matchesPart(of text: Span<UInt8>) -> Bool {
        var start = 0
        for end in 0...text.count where end == text.count || text[end] == ASCII.semicolon {
            let part = text.extracting(start..<end)
            if patterns.contains(where: { $0.matches(part) }) { return true }
            start = end + 1
        }
        return false
    }

    /// What isn't a number or date is no value of such a field.
    private static func isSameValue(_ pattern: FieldPattern, _ text: Span<UInt8>, _ kind: ProfileField.Kind) -> Bool {
        guard let wanted = FieldValue(pattern.bytes.span, kind: kind) else { return false }
        return wanted == FieldValue(text, kind: kind)
    }
}
