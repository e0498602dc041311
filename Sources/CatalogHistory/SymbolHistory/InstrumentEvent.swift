/// A change of an instrument in one batch.
package struct InstrumentEvent: Sendable {
    /// The kinds of changes.
    package enum Kind: String, Sendable {
        /// The instrument existed when the history began.
        case known
        case added, changed, renamed, removed, returned
    }

    package var kind: Kind
    /// The batch of the change.
    package var at: BatchID
    /// The source, or the imported file; empty if it is unknown.
    package var source: String
    package var symbol: String
    /// The rename; `nil` unless `kind` is `renamed`.
    package var rename: RecordedRename?
    /// The fields that differ from the version before, without SYMBOL.
    package var fields: [(name: String, old: String, new: String)] = []
}

extension InstrumentChain {
    /// The changes of the instrument, oldest first.
    package var events: [InstrumentEvent] {
        var events: [InstrumentEvent] = []
        var before: SymbolVersion?
        for (index, link) in links.enumerated() {
            for (number, version) in link.life.versions.enumerated() {
                var event = InstrumentEvent(
                    kind: .changed, at: version.from, source: version.source, symbol: version.symbol)
                if number == 0, let rename = link.rename {
                    (event.kind, event.rename, event.source) = (.renamed, rename, rename.source)
                } else if before == nil {
                    event.kind = version.from.seq == 0 ? .known : .added
                } else if let end = before?.to, end.seq < version.from.seq {
                    events.append(.removal(before!, end))
                    event.kind = .returned
                }
                if let before {
                    let (old, new) = (EncodedProfile.profile(before.profile), EncodedProfile.profile(version.profile))
                    event.fields = new.differences(from: old).filter { $0.name != ProfileField.symbol.name }
                }
                events.append(event)
                before = version
            }
            if index == links.count - 1, let last = before, let end = last.to { events.append(.removal(last, end)) }
        }
        return events
    }

    /// Returns the last history under a symbol, or the instrument's first one if it never had the symbol.
    package func life(under symbol: String) -> SymbolHistory {
        links.last { $0.life.symbol == symbol }?.life ?? links[0].life
    }

    /// Returns the standing of the instrument at the end of one of its symbol histories.
    package func standing(_ life: SymbolHistory, today: CalendarDate) -> InstrumentStanding {
        let profile = EncodedProfile.profile(life.profile)
        let next = links.firstIndex { $0.life == life }.map { $0 + 1 } ?? links.count
        return InstrumentStanding(
            expiredOn: (profile.expiration ?? profile.lastTrade).flatMap { $0 < today ? $0 : nil },
            removed: life.to, renamedTo: next < links.count ? links[next].life.symbol : nil)
    }
}

extension InstrumentEvent {
    fileprivate static func removal(_ version: SymbolVersion, _ end: BatchID) -> InstrumentEvent {
        InstrumentEvent(kind: .removed, at: end, source: version.source, symbol: version.symbol)
    }
}

/// Whether an instrument is live, and if not, how it ended.
package struct InstrumentStanding: Sendable {
    /// The last day of an expired instrument; `nil` if it has not expired, or has no such day.
    package var expiredOn: CalendarDate?
    /// The batch that removed the symbol; `nil` if the symbol still exists.
    package var removed: BatchID?
    /// The later symbol of the instrument; `nil` if it has none.
    package var renamedTo: String?

    /// `live`, `expired` or `removed`. An expired instrument may still exist.
    package var name: String { expiredOn != nil ? "expired" : removed != nil ? "removed" : "live" }
}

extension InstrumentProfile {
    /// Returns the fields that differ from an earlier profile. The fields of this profile come first, in its order,
    /// followed by fields that only the earlier profile has.
    package func differences(from old: InstrumentProfile) -> [(name: String, old: String, new: String)] {
        let before = Dictionary(old.fields.map { ($0.name, $0.value) }) { $1 }
        let after = Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
        let names = fields.map(\.name) + old.fields.map(\.name).filter { after[$0] == nil }
        return names.map { (name: $0, old: before[$0] ?? "", new: after[$0] ?? "") }.filter { $0.old != $0.new }
    }
}
