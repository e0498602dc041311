public import MarketRules
internal import SystemFiles

extension Chart {
    /// How prices are drawn.
    public enum ChartType: String, Hashable, Sendable, CaseIterable, Codable {
        /// A body from open to close with wicks to high and low; filled.
        case candle
        /// A stroke from low to high with ticks at open and close.
        case bar
        /// The closes, joined.
        case line
        /// The closes, joined, and the area below them.
        case area
        /// A point at each close.
        case scatterPlot
        /// As `candle`; hollow where it closed higher than it opened.
        case hollowCandle
        /// A column up to each close.
        case histogram
        /// The closes above and below a level.
        case baseline
        /// The closes, coloured by their direction.
        case trend
        /// Candles of mean prices.
        case heikinAshi
        /// Boxes from low to high whose width is the volume.
        case equivolume
    }

    /// How the price axis is divided.
    public enum ScaleType: String, Hashable, Sendable, CaseIterable, Codable {
        /// Equal distances are equal differences.
        case regular
        /// As `regular`, labelled by the change since the first price in percent.
        case percent
        /// Equal distances are equal ratios.
        case logarithmic
    }

    /// Which prices are drawn.
    public enum PriceType: String, Hashable, Sendable, CaseIterable, Codable {
        /// Of trades.
        case last
        /// Of the best offers to buy.
        case bid
        /// Of the best offers to sell.
        case ask
        /// The mark price of a derivative.
        case mark
    }

    /// Light or dark.
    public enum Theme: String, Hashable, Sendable, CaseIterable, Codable {
        /// Light on dark.
        case dark
        /// Dark on light.
        case light
    }

    /// Whose clock the time axis shows.
    ///
    /// Its raw value, and its coded form, is `exchange`, `device`, `UTC`, or the zone's name: `Europe/Berlin`.
    public enum TimeZoneMode: Hashable, Sendable {
        /// The clock of the instrument's exchange.
        case exchange
        /// The clock of whoever looks.
        case device
        /// Coordinated universal time.
        case utc
        /// The clock of a zone by its name: `Europe/Berlin`, `GMT+02:00`.
        case named(String)
    }
}

extension Chart.TimeZoneMode: RawRepresentable, Codable {
    /// The mode of `exchange`, `device`, `UTC` or a zone's name; any other text is taken as a name too.
    public init(rawValue text: String) {
        switch text {
        case "exchange": self = .exchange
        case "device": self = .device
        case "UTC", "utc": self = .utc
        default: self = .named(text)
        }
    }

    /// `exchange`, `device`, `UTC`, or the zone's name.
    public var rawValue: String {
        switch self {
        case .exchange: "exchange"
        case .device: "device"
        case .utc: "UTC"
        case .named(let name): name
        }
    }

    /// The system knows the zone; false only for a name that it doesn't.
    package var isKnown: Bool {
        if case .named(let name) = self { (try? TimeZoneRules(id: name)) != nil } else { true }
    }

    /// The zone whose clock the axis shows; UTC where there is none: `nil` or an instrument without a schedule, an unknown name.
    ///
    /// - Parameter device: the zone of whoever looks; the process's own if left out.
    public func zone(of instrument: Instrument?, device: String? = nil) -> TimeZoneRules {
        switch self {
        case .exchange: instrument?.tradingZone ?? .utc
        case .device: Self.zone(device ?? Self.ownZone)
        case .utc: .utc
        case .named(let name): Self.zone(name)
        }
    }

    /// The name of the process's own zone: `TZ`, or what `/etc/localtime` leads to.
    private static var ownZone: String {
        if let named = Environment["TZ"], !named.isEmpty { return String(named.drop { $0 == ":" }) }
        let file = FileTarget.following("/etc/localtime")
        return file.firstRange(of: "zoneinfo/").map { String(file[$0.upperBound...]) } ?? "UTC"
    }

    private static func zone(_ name: String) -> TimeZoneRules { (try? TimeZoneRules(id: name)) ?? .utc }
}
