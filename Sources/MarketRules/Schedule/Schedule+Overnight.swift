extension Trading.Schedule {
    /// The schedule with the sessions of the night before its days, which belong to them: of type `overnight`, such as from 20:00 to 4:00
    /// in New York. Its days begin and end with the days of the venue that trades at night; one that is closed has no night before it.
    ///
    /// ```swift
    /// let hours = try Trading.Schedule("XNAS()").withOvernight()
    /// let isOpen = try hours.isOpen(at: .now, .overnight)
    /// ```
    ///
    /// - Parameters:
    ///   - night: the venue that trades at night; `nil` for the one that the definition or the defaults of its venue name (`night`).
    ///   - defaults: those that the schedule was made with.
    /// - Throws: `GrammarError` if no such venue is known, or the schedule trades itself at that time.
    package func withOvernight(
        of night: String? = nil, defaults: ScheduleDefaults = .bundled
    ) throws(GrammarError) -> Trading.Schedule {
        if compiled.rules.night != nil { return self }
        var text = definition
        let hasOwn = !text.hasSuffix("()")
        text.removeLast()
        text += (hasOwn ? ";" : "") + (night.map { "night=\($0);" } ?? "") + "with=overnight)"
        return try Trading.Schedule(text, defaults: defaults)
    }

    /// The venue whose overnight sessions the days have, or would have: that which the definition or its venue's defaults name.
    package var nightVenue: String? {
        let bytes = compiled.bytes
        for property in compiled.properties.properties {
            if case .night = property.kind, !property.value.isEmpty { return bytes.span.text(property.value) }
        }
        return nil
    }
}
