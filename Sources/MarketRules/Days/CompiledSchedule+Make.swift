extension CompiledSchedule {
    /// Compiles the first definition of a TRADING_HOURS text, or its definition of a given venue.
    ///
    /// The effective properties are the defaults of the venue, overlaid with the definition's own properties. Invalid
    /// defaults are an error for every definition of their venue.
    ///
    /// - Parameter bundled: The bundled defaults, which are searched for a night venue that is not in the other
    ///   defaults.
    static func make(
        _ text: String, venue wanted: String?, _ source: RuleSource, _ templates: [String: VenueTemplate],
        bundled: () -> RuleSource
    ) throws(GrammarError) -> CompiledSchedule {
        let whole = text.utf8Span.span
        let definition: TradingHoursText.Definition
        do throws(RuleFault) {
            definition = try Self.definition(whole, venue: wanted)
        } catch {
            throw RuleSourceText(text: text, ownOffset: 0).error(error)
        }
        let venue = whole.text(definition.venue)
        let template = templates[venue]
        if let template, let fault = template.fault { throw RuleSourceText.error(fault, of: template.properties) }
        let defaults = template?.properties
        let ownStart = defaults?.bytes.count ?? 0
        let sourceText = RuleSourceText(
            text: text, ownOffset: definition.properties.lowerBound, defaults: defaults)
        do throws(RuleFault) {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(ownStart + definition.properties.count)
            if let defaults { bytes += defaults.bytes }
            for place in definition.properties { bytes.append(whole[place]) }

            var meaning: ScheduleMeaning
            if let known = template?.meaning(of: bytes.span, ownStart: ownStart, source) {
                meaning = known
            } else {
                var compiler = ScheduleCompiler(source: source)
                var compiled = try compiler.compile(bytes.span, defaults?.list, venue: venue, ownStart: ownStart)
                try compiled.addPeriods(
                    of: defaults, own: bytes.span.extracting(ownStart..<bytes.count), source)
                meaning = compiled
            }
            try meaning.addNight(bytes.span, ownStart: ownStart, source, bundled)
            return CompiledSchedule(
                definition: whole.text(definition.whole), venue: venue, meaning, bytes: bytes,
                warnings: meaning.warnings.map { sourceText.error($0) }, source)
        } catch {
            throw sourceText.error(error)
        }
    }

    private static func definition(
        _ text: Span<UInt8>, venue wanted: String?
    ) throws(RuleFault) -> TradingHoursText.Definition {
        let definitions = try TradingHoursText.definitions(text)
        guard let wanted else { return definitions[0] }
        guard let found = definitions.first(where: { text.text($0.venue) == wanted }) else {
            let known = definitions.map { "\"\(text.text($0.venue))\"" }.joined(separator: ", ")
            throw RuleFault(at: 0, "no venue \"\(wanted)\": the text has \(known)")
        }
        return found
    }
}
