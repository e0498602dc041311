import Charting
import TestSupport

/// The rules of settings, written independently of the code as conditions that valid settings satisfy.
enum SettingsRules {
    typealias Rule = (words: String, holds: @Sendable (Chart.Settings) -> Bool)

    static func broken(by settings: Chart.Settings) -> [String] {
        rules.filter { !$0.holds(settings) }.map(\.words)
    }

    private static func implies(_ a: Bool, _ b: @autoclosure () -> Bool) -> Bool { !a || b() }

    private static let fits: [Chart.Flag] = [.fitIndicators, .fitOrders, .fitPositions]
    private static let events: [Chart.Flag] = [.dividends, .corporateActions, .earnings, .conferenceCalls, .news]

    static let rules: [Rule] = [
        ("trading off: children off", { s in implies(!s.trading, !s.orders && !s.positions) }),
        (
            "trading: children enabled as it is on",
            { s in s.isEnabled(.orders) == s.trading && s.isEnabled(.positions) == s.trading }
        ),
        ("auto-scale off: fits off", { s in implies(!s.autoScale, !fits.contains { s[$0] }) }),
        ("fits enabled as auto-scale is on", { s in fits.allSatisfy { s.isEnabled($0) == s.autoScale } }),
        (
            "lock on: auto-scale enabled but off, invert enabled but off, regular",
            { s in
                implies(
                    s.lockScale,
                    s.isEnabled(.autoScale) && !s.autoScale && s.isEnabled(.invertScale) && !s.invertScale
                        && s.scaleType == .regular)
            }
        ),
        (
            "lock is unavailable for percent and logarithmic",
            { s in
                s.isEnabled(.lockScale) == (s.scaleType == .regular) && implies(s.scaleType != .regular, !s.lockScale)
            }
        ),
        (
            "percent: auto-scale disabled and off, invert enabled",
            { s in
                implies(s.scaleType == .percent, !s.isEnabled(.autoScale) && !s.autoScale && s.isEnabled(.invertScale))
            }
        ),
        (
            "else: auto-scale and invert enabled",
            { s in implies(s.scaleType != .percent, s.isEnabled(.autoScale) && s.isEnabled(.invertScale)) }
        ),
        (
            "align only while extended hours are off",
            { s in
                s.isEnabled(.alignWithSessionStart) == !s.extendedHours && !(s.alignWithSessionStart && s.extendedHours)
            }
        ),
        ("events off: children off", { s in implies(!s.events, !events.contains { s[$0] }) }),
        ("events: children enabled as they are on", { s in events.allSatisfy { s.isEnabled($0) == s.events } }),
        (
            "no extended hours: disabled and off",
            { s in
                s.isEnabled(.extendedHours) == s.conditions.hasExtendedHours
                    && implies(!s.conditions.hasExtendedHours, !s.extendedHours)
            }
        ),
        (
            "no session breaks: disabled and off",
            { s in
                s.isEnabled(.sessionBreaks) == s.conditions.hasSessionBreaks
                    && implies(!s.conditions.hasSessionBreaks, !s.sessionBreaks)
            }
        ),
        ("zones are known", { s in s.timezone.isKnown }),
    ]

    /// Instruments without hours, with trading around the clock, with a pause, and with extended hours.
    private static let instruments: [Instrument] = [
        nil, "X(tz=UTC;td=1234567;0=00002400)", "X(tz=UTC;0=09001200r13001700)", "NewYorkETH()",
    ].map { Instrument(type: "STOCK", symbol: "X", schedule: $0.flatMap { try? Trading.Schedule($0) }) }

    /// A random change of any kind.
    static func randomChange(_ generator: inout SeededGenerator) -> Chart.Settings.Change {
        switch Int.random(in: 0..<19, using: &generator) {
        case 0: return .candleStyle(Chart.CandleStyle.allCases.randomElement(using: &generator)!)
        case 1:
            let modes: [Chart.TimeZoneMode] = [
                .exchange, .device, .utc, .named("Europe/Berlin"), .named("GMT+03:00"), .named("No/Where"),
                .named("../x"),
            ]
            return .timezone(modes.randomElement(using: &generator)!)
        case 2: return .theme(Chart.Theme.allCases.randomElement(using: &generator)!)
        case 3:
            let color =
                Bool.random(using: &generator) ? ChartColor(rgba: .random(in: 0 ... .max, using: &generator)) : nil
            return .color(Chart.ThemeColors.Part.allCases.randomElement(using: &generator)!, color)
        case 4, 5, 6: return .scaleType(Chart.ScaleType.allCases.randomElement(using: &generator)!)
        case 7: return .priceType(Chart.PriceType.allCases.randomElement(using: &generator)!)
        case 8: return .instrument(instruments.randomElement(using: &generator)!)
        case 9: return .instrument(nil)
        default:
            return .flag(Chart.Flag.allCases.randomElement(using: &generator)!, .random(using: &generator))
        }
    }
}
