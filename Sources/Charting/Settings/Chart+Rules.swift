internal import Scanning

/// The rules that settings satisfy after every change.
///
/// | when | then |
/// | --- | --- |
/// | trading is off | orders and positions are disabled and off |
/// | events are off | all kinds of events are disabled and off |
/// | auto-scale is off | all fits are disabled and off; else they can be toggled |
/// | lock is on | scale type regular; auto-scale and invert enabled but off. Turning one of them on releases the lock |
/// | the current scale type is selected again | nothing changes |
/// | scale type regular is selected | auto-scale and fit to indicators on, other fits, invert and lock off; all
/// enabled |
/// | percent is selected | auto-scale, all fits and lock disabled and off; invert enabled and off |
/// | logarithmic is selected | auto-scale and fit to indicators on, other fits and invert off, all enabled; lock
/// disabled and off |
/// | extended hours are on | align with session start is disabled and off |
/// | the instrument has no extended hours or no session breaks | the corresponding flags are disabled and off |
extension Chart.Settings {
    /// A change to settings.
    public enum Change: Hashable, Sendable {
        /// Selects how prices are drawn.
        case candleStyle(Chart.CandleStyle)
        /// Selects the clock of the time axis.
        case timezone(Chart.TimeZoneMode)
        /// Selects a theme.
        case theme(Chart.Theme)
        /// Sets the color of a part; `nil` restores the theme's color.
        case color(Chart.ThemeColors.Part, ChartColor?)
        /// Selects the scale of the price axis and sets the dependent flags.
        case scaleType(Chart.ScaleType)
        /// Selects the type of prices.
        case priceType(Chart.PriceType)
        /// Turns a flag on or off.
        case flag(Chart.Flag, Bool)
        /// Sets the chart's instrument; `nil` if it is unknown, so that all settings are enabled.
        case instrument(Instrument?)
    }

    /// Returns the settings after a change. A change of a disabled setting, or to an unknown time zone, has no effect.
    ///
    /// The method is idempotent: applying a change twice equals applying it once.
    public func applying(_ change: Change) -> Chart.Settings {
        var new = self
        new.apply(change)
        return new
    }

    /// Applies a change and the rules.
    public mutating func apply(_ change: Change) {
        switch change {
        case .candleStyle(let type): values.candleStyle = type
        case .timezone(let mode): if mode.isKnown { values.timezone = mode }
        case .theme(let theme): values.theme = theme
        case .color(let part, let color): values.colors.chosen[part] = color
        case .scaleType(let type): if type != scaleType { choose(type) }
        case .priceType(let type): values.priceType = type
        case .flag(let flag, let isOn): if isEnabled(flag) { turn(flag, isOn) }
        case .instrument(let instrument): values.conditions.take(instrument)
        }
        settle()
    }

    // MARK: What can be changed

    /// Returns whether a flag can be changed.
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

    // MARK: Effects of a change

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
        // This choice replaces an earlier choice of extended hours that was held back.
        case .alignWithSessionStart where isOn: values.heldBack.extendedHours = false
        default: break
        }
    }

    private mutating func set(_ flag: Chart.Flag, _ isOn: Bool) {
        if isOn { values.flags.insert(flag) } else { values.flags.remove(flag) }
    }

    // MARK: Invariants

    /// Restores all invariants. Valid settings do not change.
    mutating func settle() {
        if !timezone.isKnown { values.timezone = .exchange }
        settle(.extendedHours, isPossible: values.conditions.hasExtendedHours, \.extendedHours)
        settle(.sessionBreaks, isPossible: values.conditions.hasSessionBreaks, \.sessionBreaks)
        if self[.extendedHours] { set(.alignWithSessionStart, false) }
        if scaleType != .regular { set(.lockScale, false) }
        if scaleType == .percent { set(.autoScale, false) }
        if self[.lockScale] { values.flags.subtract([.autoScale, .invertScale]) }
        for flag in values.flags { if let parent = flag.parent, !self[parent] { set(flag, false) } }
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

// MARK: - Other conditions and concurrent changes

extension Chart.Settings {
    /// Returns the same choices under other conditions of the instrument.
    package func under(_ conditions: Chart.Conditions) -> Chart.Settings {
        var new = self
        new.values.conditions = conditions
        new.settle()
        return new
    }

    /// Returns whether the choices differ, regardless of the instruments' conditions. (Equality also compares
    /// conditions.)
    public func differs(from other: Chart.Settings) -> Bool {
        under(Chart.Conditions()) != other.under(Chart.Conditions())
    }

    /// Returns the settings under the conditions of another chart's settings.
    package func adapted(as other: Chart.Settings) -> Chart.Settings { under(other.values.conditions) }

    /// Merges concurrent changes. `new` and these settings both result from changes of `base`; applies those of `new`
    /// to these settings.
    package func taking(_ new: Chart.Settings, since base: Chart.Settings) -> Chart.Settings {
        guard self != base else { return new }
        return new.changes(since: base.adapted(as: new)).reduce(adapted(as: new)) { $0.applying($1) }
    }

    /// Returns the candidate that differs less from these settings, or the first if both differ equally.
    func nearest(_ first: Chart.Settings, _ second: Chart.Settings) -> Chart.Settings {
        let counts = [first, second].map { changes(since: $0.adapted(as: self)).count }
        return counts[1] < counts[0] ? second : first
    }

    /// Returns the changes in an order in which none undoes another. Order matters because a scale type sets flags, and
    /// turning off a flag disables the flags that require it.
    private func changes(since base: Chart.Settings) -> [Change] {
        var changes: [Change] = []
        if candleStyle != base.candleStyle { changes.append(.candleStyle(candleStyle)) }
        if timezone != base.timezone { changes.append(.timezone(timezone)) }
        if theme != base.theme { changes.append(.theme(theme)) }
        if priceType != base.priceType { changes.append(.priceType(priceType)) }
        if scaleType != base.scaleType { changes.append(.scaleType(scaleType)) }
        for flag in Chart.Flag.allCases where self[flag] != base[flag] { changes.append(.flag(flag, self[flag])) }
        for part in Chart.ThemeColors.Part.allCases {
            let color = colors.chosen[part]
            if color != base.colors.chosen[part] { changes.append(.color(part, color)) }
        }
        return changes
    }
}

extension Chart.Conditions {
    /// Sets the conditions from the schedule of an instrument: whether it has extended hours and breaks. Examines the
    /// last four weeks that the holiday lists cover, so that the result does not depend on the current date. If the
    /// instrument is `nil`, enables everything.
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
