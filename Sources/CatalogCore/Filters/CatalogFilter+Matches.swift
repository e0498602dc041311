extension CatalogFilter {
    /// Whether a profile is one of those that are meant.
    package func matches(_ profile: InstrumentProfile) -> Bool {
        conditions.allSatisfy { $0.matches(profile) }
            && Self.matches(expiration, profile.expiration) && Self.matches(lastTrade, profile.lastTrade)
            && Self.matches(strike, profile.strike == 0 ? nil : profile.strike) && isActive(profile)
    }

    private static func matches<Value>(_ bounds: Bounds<Value>, _ value: Value?) -> Bool {
        bounds.isOpen || value.map(bounds.contains) ?? false
    }

    private func isActive(_ profile: InstrumentProfile) -> Bool {
        guard let activeOn, let end = profile.expiration ?? profile.lastTrade else { return true }
        return end >= activeOn
    }
}

extension CatalogFilter.Condition {
    fileprivate func matches(_ profile: InstrumentProfile) -> Bool {
        let text = profile[field]
        return matches(text.utf8Span.span, kind: ProfileField(name: field)?.kind ?? .text)
    }
}
