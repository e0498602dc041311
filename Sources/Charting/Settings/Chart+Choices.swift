internal import Foundation
public import MarketRules

extension Chart {
    /// How prices are drawn.
    public enum ChartType: String, Hashable, Sendable, CaseIterable, Codable {
        case candle, bar, line, area, scatterPlot, hollowCandle, histogram, baseline, trend, heikinAshi, equivolume
    }

    /// How the price axis is divided.
    public enum ScaleType: String, Hashable, Sendable, CaseIterable, Codable {
        case regular, percent, logarithmic
    }

    /// Which prices are drawn.
    public enum PriceType: String, Hashable, Sendable, CaseIterable, Codable {
        case last, bid, ask, mark
    }

    /// Light or dark.
    public enum Theme: String, Hashable, Sendable, CaseIterable, Codable {
        case dark, light
    }

    /// Whose clock the time axis shows.
    ///
    /// As text and coded, it is `exchange`, `device`, `UTC`, or the zone's name: `Europe/Berlin`.
    public enum TimeZoneMode: Hashable, Sendable {
        /// The clock of the instrument's exchange.
        case exchange
        /// The clock of whoever looks.
        case device
        case utc
        /// The clock of a zone by its name: `Europe/Berlin`, `GMT+02:00`.
        case named(String)
    }
}

extension Chart.TimeZoneMode: LosslessStringConvertible, Codable {
    /// The mode of `exchange`, `device`, `UTC` or a zone's name; any other text is taken as a name too (`isKnown`).
    public init(_ text: String) {
        switch text {
        case "exchange": self = .exchange
        case "device": self = .device
        case "UTC", "utc": self = .utc
        default: self = .named(text)
        }
    }

    public var description: String {
        switch self {
        case .exchange: "exchange"
        case .device: "device"
        case .utc: "UTC"
        case .named(let name): name
        }
    }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// False for a name that the system knows no zone of.
    public var isKnown: Bool {
        if case .named(let name) = self { (try? TimeZoneLibrary.system.zone(name)) != nil } else { true }
    }

    /// The zone whose clock the axis shows; UTC where there is none: an instrument without a schedule, an unknown name.
    ///
    /// - Parameter device: the zone of whoever looks; the process's own if left out.
    public func zone(of instrument: Instrument?, device: String? = nil) -> TimeZoneRules {
        switch self {
        case .exchange: instrument?.tradingZone ?? .utc
        case .device: Self.zone(device ?? TimeZone.current.identifier)
        case .utc: .utc
        case .named(let name): Self.zone(name)
        }
    }

    private static func zone(_ name: String) -> TimeZoneRules { (try? TimeZoneLibrary.system.zone(name)) ?? .utc }
}
