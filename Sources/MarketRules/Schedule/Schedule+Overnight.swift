extension Trading.Schedule {
    /// Returns the schedule with sessions of type `overnight` added before each day. In New York, for example, these
    /// last from 20:00 to 4:00. The days of the result have the bounds of the night venue's days. A closed day has no
    /// overnight session.
    ///
    /// ```swift
    /// let hours = try Trading.Schedule("XNAS()").withOvernight()
    /// let isOpen = try hours.isOpen(at: .now, .overnight)
    /// ```
    ///
    /// - Parameters:
    ///   - night: The venue that trades at night; `nil` for the venue that the definition or the venue's defaults name
    ///     (`night`).
    ///   - defaults: The defaults from which the schedule was created.
    /// - Throws: `GrammarError` if the night venue is unknown, or the schedule itself trades at night.
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

    /// The night venue that the definition or the venue's defaults name; `nil` if neither does.
    package var nightVenue: String? {
        let bytes = compiled.bytes
        for property in compiled.properties.properties {
            if case .night = property.kind, !property.value.isEmpty { return bytes.span.text(property.value) }
        }
        return nil
    }
}
