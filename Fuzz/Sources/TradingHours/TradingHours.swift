import MarketRules

/// Reads arbitrary bytes as a definition, a defaults file or a zone file, depending on the first byte. Errors must have
/// descriptions. Valid schedules must answer queries about near and far days.
///
/// Nothing may trap. A definition that is written and read again must have the same meaning. A session that is found at
/// an instant must contain it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTradingHours(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    // SAFETY: the fuzzer's bytes do not change during the call.
    let bytes = unsafe Span(_unsafeStart: start, count: count)
    let rest = bytes.extracting(1..<count)
    switch bytes[0] {
    case UInt8(ascii: "D"): checkDefaults(rest)
    case UInt8(ascii: "Z"): checkZone(rest)
    default: checkDefinition(text(bytes), .empty)
    }
    return 0
}

private func text(_ bytes: Span<UInt8>) -> String {
    String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
}

/// Ordinary days, clock changes, a skipped day, and the bounds of the cache and of the valid range.
private let days = [
    19_792, 19_796, 20_030, 15_338, 0, -7168, -7169, 38_911, 38_912, 193_800, -719_161, 2_932_895,
].map { CalendarDate(dayNumber: $0) }

private func checkDefinition(_ text: String, _ defaults: ScheduleDefaults) {
    let schedule: Trading.Schedule
    do {
        schedule = try Trading.Schedule(text, defaults: defaults)
    } catch {
        precondition(error.description.contains("^"))
        return
    }
    precondition(schedule.warnings.allSatisfy { $0.description.contains("^") })
    guard let again = try? Trading.Schedule(schedule.selfContainedDefinition, defaults: .empty) else {
        preconditionFailure("unreadable: \(schedule.selfContainedDefinition)")
    }
    precondition(again == schedule && again.selfContainedDefinition == schedule.selfContainedDefinition)
    for date in days {
        guard let day = try? schedule.day(date) else { preconditionFailure("day \(date)") }
        precondition(day.sessions.count > 0 && day.start == day.sessions.first?.start)
        precondition(try! again.day(date) == day)
        precondition(!(try! schedule.explain(day.date)).description.isEmpty)
        for instant in [day.start, day.end, day.start + .seconds(40_000)] {
            if let session = try? schedule.session(at: instant) {
                precondition(session.contains(instant), "\(text) \(instant) \(session)")
                _ = schedule.nextSession(after: session, .regular)
                _ = schedule.previousSession(before: session, .any)
            }
        }
        let interval = day.start..<(day.start + .seconds(200_000))
        _ = schedule.tradingTime(in: interval)
        for bar in schedule.bars(of: .seconds(7000), in: interval, .any) { precondition(bar.start < bar.end) }
    }
}

private func checkDefaults(_ bytes: Span<UInt8>) {
    do {
        let defaults = try ScheduleDefaults(parsing: bytes)
        for name in defaults.venueNames {
            checkDefinition(name + "(0=09001000)", defaults)
            // A wrong venue in the defaults is an error only for definitions that refer to the venue.
            if defaults.fault(ofVenue: name) != nil {
                precondition((try? Trading.Schedule(name + "(tz=UTC;0=)", defaults: defaults)) == nil)
            }
        }
        _ = try ScheduleDefaults(parsing: bytes, over: defaults)
    } catch {
        precondition(!error.problems.isEmpty)
    }
}

private func checkZone(_ bytes: Span<UInt8>) {
    guard let zone = try? TimeZoneRules(id: "Fuzz", file: bytes) else { return }
    for date in days {
        let instant = zone.instant(on: date, second: 9000)
        _ = zone.abbreviation(at: instant)
        _ = zone.nextChange(after: instant)
        precondition(abs(zone.date(at: instant).dayNumber - date.dayNumber) < 4)
    }
}
