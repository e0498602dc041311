extension Trading.Schedule {
    /// Returns the time zone's name for the first definition of a TRADING_HOURS text, from the definition or from its
    /// venue's defaults. Returns `nil` if neither has a time zone. The rest of the text may be invalid, and the zone
    /// may not exist.
    package static func zoneName(in tradingHours: String, defaults: ScheduleDefaults = .bundled) -> String? {
        let bytes = tradingHours.utf8Span.span
        let definition = TradingHoursText.firstDefinition(bytes)
        var own = PropertyList()
        var notes = RuleNotes()
        var cursor = ByteCursor(bytes, in: definition.properties)
        own.read(&cursor, &notes)
        if let zone = own.zone, !zone.isEmpty { return bytes.text(zone) }
        guard let venue = defaults.storage.source.venues[bytes.text(definition.venue)], let zone = venue.list.zone,
            !zone.isEmpty
        else { return nil }
        return String(decoding: venue.bytes[zone], as: UTF8.self)
    }
}

extension PropertyList {
    /// The range of the time zone's name; `nil` if the text contains no zone.
    fileprivate var zone: Range<Int>? {
        properties.first { if case .zone = $0.kind { true } else { false } }?.value
    }
}

extension TradingHoursText {
    /// Returns the first definition. If the text is invalid, returns the part from its first `(` to the next
    /// parenthesis or the end.
    fileprivate static func firstDefinition(_ text: Span<UInt8>) -> Definition {
        if let definitions = try? definitions(text) { return definitions[0] }
        var cursor = ByteCursor(text)
        let venue = cursor.take { $0 != ASCII.openParenthesis }
        _ = cursor.skip(ASCII.openParenthesis)
        return Definition(
            venue: venue, properties: cursor.take { $0 != ASCII.closeParenthesis && $0 != ASCII.openParenthesis })
    }
}
