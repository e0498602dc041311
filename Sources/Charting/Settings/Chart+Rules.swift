internal import Scanning

/// The rules that settings keep, whatever changes.
///
/// | when | then |
/// | --- | --- |
/// | trading is off | orders and positions are disabled and off |
/// | events are off | all kinds of events are disabled and off |
/// | auto-scale is off | all fits are disabled and off; else they can be toggled |
/// | lock is on | scale type regular; auto-scale enabled but off; invert enabled but off. Turning one of them on unlocks |
/// | the present scale type is chosen again | nothing changes |
/// | scale type regular is chosen | auto-scale and fit to indicators on, other fits, invert and lock off; all enabled |
/// | percent is chosen | auto-scale, all fits and lock disabled and off; invert enabled and off |
/// | logarithmic is chosen | auto-scale and fit to indicators on, other fits and invert off, all enabled; lock disabled and off |
/// | extended hours are on | align with session start is disabled and off |
/// | a bar holds a day or more | the time zone is UTC, and disabled |
/// | the instrument has no extended hours, no session breaks | they are disabled and off |
extension Chart.Settings {
    /// Something that changes settings.
    public enum Change: Hashable, Sendable {
        /// Another way to draw prices.
        case chartType(Chart.ChartType)
        /// Another clock of the time axis.
        case timeZone(Chart.TimeZoneMode)
        /// Another theme.
        case theme(Chart.Theme)
        /// A part's colour; `nil`: the theme's own.
        case themeColor(Chart.ThemeColors.Part, ChartColor?)
        /// Another division of the price axis; sets what depends on it.
        case scaleType(Chart.ScaleType)
        /// Other prices.
        case priceType(Chart.PriceType)
        /// A flag on or off.
        case flag(Chart.Flag, Bool)
        /// The chart has bars of another length.
        case aggregation(Aggregation)
        /// The chart is of another instrument; `nil`: of none that is known, so everything is possible.
        case instrument(Instrument?)
    }

    /// These settings after a change. What is disabled doesn't change, and neither does a time zone that the system doesn't
    /// know.
    ///
    /// Applying the same change again changes nothing.
    public func applying(_ change: Change) -> Chart.Settings {
        var new = self
        new.apply(change)
        return new
    }

    /// Makes a change, by the rules.
    public mutating func apply(_ change: Change) {
        switch change {
        case .chartType(let type): values.chartType = type
        case .timeZone(let mode): if isTimeZoneEnabled, mode.isKnown { values.timeZone = mode }
        case .theme(let theme): values.theme = theme
        case .themeColor(let part, let color): values.themeColors.chosen[part] = color
        case .scaleType(let type): if type != scaleType { choose(type) }
        case .priceType(let type): values.priceType = type
        case .flag(let flag, let isOn): if isEnabled(flag) { turn(flag, isOn) }
        case .aggregation(let aggregation): values.conditions.isDayOrMore = aggregation.isDayOrMore
        case .instrument(let instrument): values.conditions.take(instrument)
        }
        settle()
    }

    // MARK: What can be changed

    /// The flag can be changed.
    public func isEnabled(_ flag: Chart.Flag) -> Bool {
        if let parent = flag.parent { return self[parent] }
        return switch flag {
        case .autoScale: scaleType != .percent
        case .lockScale: scaleType == .regular
        case .extendedHours: values.conditions.hasExtendedHours
        case .sessionBreaks: values.conditions.hasSessionBreaks
        case .alignWithSessionStart: !self[.extendedHours]
        default: true
        }
    }

    /// The time zone can be changed.
    public var isTimeZoneEnabled: Bool { !values.conditions.isDayOrMore }

    // MARK: What a change brings with it

    private mutating func choose(_ type: Chart.ScaleType) {
        values.scaleType = type
        values.flags.subtract([.fitOrders, .fitPositions, .invertScale, .lockScale])
        let followed: Set<Chart.Flag> = [.autoScale, .fitIndicators]
        if type == .percent { values.flags.subtract(followed) } else { values.flags.formUnion(followed) }
    }

    private mutating func turn(_ flag: Chart.Flag, _ isOn: Bool) {
        set(flag, isOn)
        switch flag {
        case .lockScale where isOn: values.flags.subtract([.autoScale, .invertScale])
        case .autoScale where isOn, .invertScale where isOn: set(.lockScale, false)
        // Chosen while extended hours could not be: the later choice counts.
        case .alignWithSessionStart where isOn: values.heldBack.extendedHours = false
        default: break
        }
    }

    private mutating func set(_ flag: Chart.Flag, _ isOn: Bool) {
        if isOn { values.flags.insert(flag) } else { values.flags.remove(flag) }
    }

    // MARK: What holds after every change

    /// Makes any settings legal; legal ones stay as they are.
    mutating func settle() {
        settleTimeZone()
        settle(.extendedHours, isPossible: values.conditions.hasExtendedHours, \.extendedHours)
        settle(.sessionBreaks, isPossible: values.conditions.hasSessionBreaks, \.sessionBreaks)
        if self[.extendedHours] { set(.alignWithSessionStart, false) }
        if scaleType != .regular { set(.lockScale, false) }
        if scaleType == .percent { set(.autoScale, false) }
        if self[.lockScale] { values.flags.subtract([.autoScale, .invertScale]) }
        for flag in values.flags { if let parent = flag.parent, !self[parent] { set(flag, false) } }
    }

    private mutating func settleTimeZone() {
        if values.conditions.isDayOrMore {
            if timeZone != .utc { values.heldBack.timeZone = timeZone }
            values.timeZone = .utc
        } else if let mode = values.heldBack.timeZone {
            values.timeZone = mode
            values.heldBack.timeZone = nil
        }
        if !timeZone.isKnown { values.timeZone = .exchange }
        if values.heldBack.timeZone?.isKnown == false { values.heldBack.timeZone = nil }
    }

    private mutating func settle(
        _ flag: Chart.Flag, isPossible: Bool, _ held: WritableKeyPath<Chart.HeldBack, Bool>
    ) {
        if !isPossible, self[flag] {
            values.heldBack[keyPath: held] = true
            set(flag, false)
        } else if isPossible, values.heldBack[keyPath: held] {
            values.heldBack[keyPath: held] = false
            set(flag, true)
        }
    }
}

// MARK: - Under other conditions, and beside other changes

extension Chart.Settings {
    /// The same choices under other conditions.
    package func under(_ conditions: Chart.Conditions) -> Chart.Settings {
        var new = self
        new.values.conditions = conditions
        new.settle()
        return new
    }

    /// What was chosen isn't the same, whatever the charts are of. (Settings that are equal are also of the same kind of chart.)
    public func differs(from other: Chart.Settings) -> Bool {
        under(Chart.Conditions()) != other.under(Chart.Conditions())
    }

    /// These settings for what `other` is of.
    package func adapted(as other: Chart.Settings) -> Chart.Settings { under(other.values.conditions) }

    /// These settings after the changes that lead from `base` to `new`: somebody changed `base` to these meanwhile, and neither's
    /// changes are to be lost.
    package func taking(_ new: Chart.Settings, since base: Chart.Settings) -> Chart.Settings {
        guard self != base else { return new }
        return new.changes(since: base.adapted(as: new)).reduce(adapted(as: new)) { $0.applying($1) }
    }

    /// The settings of the two that these differ least from; the first one if both are as near.
    func nearest(_ first: Chart.Settings, _ second: Chart.Settings) -> Chart.Settings {
        let counts = [first, second].map { changes(since: $0.adapted(as: self)).count }
        return counts[1] < counts[0] ? second : first
    }

    /// In an order in which none undoes another: a scale type sets flags, and a flag that is off disables those after it.
    private func changes(since base: Chart.Settings) -> [Change] {
        var changes: [Change] = []
        if chartType != base.chartType { changes.append(.chartType(chartType)) }
        if timeZone != base.timeZone { changes.append(.timeZone(timeZone)) }
        if theme != base.theme { changes.append(.theme(theme)) }
        if priceType != base.priceType { changes.append(.priceType(priceType)) }
        if scaleType != base.scaleType { changes.append(.scaleType(scaleType)) }
        for flag in Chart.Flag.allCases where self[flag] != base[flag] { changes.append(.flag(flag, self[flag])) }
        for part in Chart.ThemeColors.Part.allCases {
            let color = themeColors.chosen[part]
            if color != base.themeColors.chosen[part] { changes.append(.themeColor(part, color)) }
        }
        return changes
    }
}

extension Chart.Conditions {
    /// What an instrument's schedule says: extended hours and pauses, in the four weeks before the last date that its holiday
    /// lists speak of, so that the answer doesn't depend on today. `nil` makes everything possible.
    mutating func take(_ instrument: Instrument?) {
        guard let instrument else {
            (hasExtendedHours, hasSessionBreaks) = (true, true)
            return
        }
        (hasExtendedHours, hasSessionBreaks) = (false, false)
        guard let schedule = instrument.schedule else { return }
        let last = schedule.coverageEnd ?? CalendarDate(dayNumber: 20_500)
        for day in schedule.days(CalendarDate(dayNumber: last.dayNumber - 27)...last) {
            for session in day.sessions where !session.isEmpty {
                switch session.type {
                case .preMarket, .afterMarket, .overnight: hasExtendedHours = true
                case .noTrading: hasSessionBreaks = true
                case .regular: break
                }
            }
        }
    }
}
