/// The rules that settings keep, whatever changes.
///
/// | when | then |
/// | --- | --- |
/// | trading is off | orders and positions are disabled and off |
/// | events are off | all kinds of events are disabled and off |
/// | auto-scale is off | all fits are disabled and off; else they can be toggled |
/// | lock is on | scale type regular; auto-scale enabled but off; invert enabled but off. Turning one of them on unlocks |
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
        /// Both of the last two at once.
        case conditions(Chart.Conditions)
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
        case .chartType(let type): chartType = type
        case .timeZone(let mode): if isTimeZoneEnabled, mode.isKnown { timeZone = mode }
        case .theme(let theme): self.theme = theme
        case .themeColor(let part, let color): themeColors.chosen[part] = color
        case .scaleType(let type): choose(type)
        case .priceType(let type): priceType = type
        case .flag(let flag, let isOn): if isEnabled(flag) { turn(flag, isOn) }
        case .aggregation(let aggregation): conditions.isDayOrMore = aggregation.isDayOrMore
        case .instrument(let instrument): conditions.take(instrument)
        case .conditions(let all): conditions = all
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
        case .extendedHours: conditions.hasExtendedHours
        case .sessionBreaks: conditions.hasSessionBreaks
        case .alignWithSessionStart: !self[.extendedHours]
        default: true
        }
    }

    /// The time zone can be changed.
    public var isTimeZoneEnabled: Bool { !conditions.isDayOrMore }

    // MARK: What a change brings with it

    private mutating func choose(_ type: Chart.ScaleType) {
        scaleType = type
        flags.subtract([.fitOrders, .fitPositions, .invertScale, .lockScale])
        let followed: Set<Chart.Flag> = [.autoScale, .fitIndicators]
        if type == .percent { flags.subtract(followed) } else { flags.formUnion(followed) }
    }

    private mutating func turn(_ flag: Chart.Flag, _ isOn: Bool) {
        set(flag, isOn)
        switch flag {
        case .lockScale where isOn: flags.subtract([.autoScale, .invertScale])
        case .autoScale where isOn, .invertScale where isOn: set(.lockScale, false)
        // Chosen while extended hours could not be: the later choice counts.
        case .alignWithSessionStart where isOn: heldBack.extendedHours = false
        default: break
        }
    }

    private mutating func set(_ flag: Chart.Flag, _ isOn: Bool) {
        if isOn { flags.insert(flag) } else { flags.remove(flag) }
    }

    // MARK: What holds after every change

    /// Makes any settings legal; legal ones stay as they are.
    mutating func settle() {
        settleTimeZone()
        settle(.extendedHours, isPossible: conditions.hasExtendedHours, \.extendedHours)
        settle(.sessionBreaks, isPossible: conditions.hasSessionBreaks, \.sessionBreaks)
        if self[.extendedHours] { set(.alignWithSessionStart, false) }
        if scaleType != .regular { set(.lockScale, false) }
        if scaleType == .percent { set(.autoScale, false) }
        if self[.lockScale] { flags.subtract([.autoScale, .invertScale]) }
        for flag in flags { if let parent = flag.parent, !self[parent] { set(flag, false) } }
    }

    private mutating func settleTimeZone() {
        if conditions.isDayOrMore {
            if timeZone != .utc { heldBack.timeZone = timeZone }
            timeZone = .utc
        } else if let mode = heldBack.timeZone {
            timeZone = mode
            heldBack.timeZone = nil
        }
        if !timeZone.isKnown { timeZone = .exchange }
        if heldBack.timeZone?.isKnown == false { heldBack.timeZone = nil }
    }

    private mutating func settle(
        _ flag: Chart.Flag, isPossible: Bool, _ held: WritableKeyPath<Chart.HeldBack, Bool>
    ) {
        if !isPossible, self[flag] {
            heldBack[keyPath: held] = true
            set(flag, false)
        } else if isPossible, heldBack[keyPath: held] {
            heldBack[keyPath: held] = false
            set(flag, true)
        }
    }
}

extension Chart.Settings {
    /// What was chosen differs from the default, whatever the chart is of.
    public var isChanged: Bool { applying(.conditions(Chart.Conditions())) != .default }

    /// The default under the same conditions.
    public var reset: Chart.Settings { Self.default.applying(.conditions(conditions)) }
}
