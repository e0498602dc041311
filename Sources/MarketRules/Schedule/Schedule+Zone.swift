extension Trading.Schedule {
    /// The name of the time zone that the first definition of a TRADING_HOURS text has, its own or that of its venue's defaults, also where the
    /// rest of the text can't be read; `nil` where neither names one. Whether there is such a zone isn't looked at.
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
    /// The place of the time zone's name; `nil` where there is none.
    fileprivate var zone: Range<Int>? {
        properties.first { if case .zone = $0.kind { true } else { false } }?.value
    }
}

extension TradingHoursText {
    /// The first definition, or what can be taken for it in a text that isn't a list of definitions: all from its first `(` to the next
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
