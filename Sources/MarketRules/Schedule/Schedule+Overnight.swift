extension Trading.Schedule {
    /// Returns the schedule with the overnight sessions before each day added, as sessions of type `overnight`. In New
    /// York, for example, these last from 20:00 to 4:00. The days of the result have the bounds of the night venue's
    /// days. A closed day has no overnight session.
    ///
    /// ```swift
    /// let hours = try Trading.Schedule("XNAS()").withOvernight()
    /// let isOpen = try hours.isOpen(at: .now, .overnight)
    /// ```
    ///
    /// - Parameters:
    ///   - night: The venue that trades at night; `nil` for the venue named by the definition or by its venue's
    ///   defaults (`night`).
    ///   - defaults: The defaults that the schedule was created with.
    /// - Throws: `GrammarError` if the venue is unknown, or the schedule itself trades at that time.
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

    /// The venue of the overnight sessions that the definition or its venue's defaults name; `nil` if neither names
    /// one.
    package var nightVenue: String? {
        let bytes = compiled.bytes
        for property in compiled.properties.properties {
            if case .night = property.kind, !property.value.isEmpty { return bytes.span.text(property.value) }
        }
        return nil
    }
}
