public import MarketRules
internal import SystemFiles

extension Chart {
    /// How prices are drawn.
    public enum CandleStyle: String, Hashable, Sendable, CaseIterable, Codable {
        /// A filled body from open to close, with wicks to high and low.
        case candle
        /// A vertical line from low to high, with ticks at open and close.
        case bar
        /// A line through the closes.
        case line
        /// A line through the closes, and the area below it.
        case area
        /// A point at each close.
        case scatterPlot
        /// Like `candle`, but hollow if the close is above the open.
        case hollowCandle
        /// A column up to each close.
        case histogram
        /// A line through the closes, which divides areas above and below a level.
        case baseline
        /// A line through the closes, colored by its direction.
        case trend
        /// Candles of mean prices.
        case heikinAshi
        /// Boxes from low to high whose widths are proportional to volume.
        case equivolume
    }

    /// The scale of the price axis.
    public enum ScaleType: String, Hashable, Sendable, CaseIterable, Codable {
        /// Equal distances are equal differences of prices.
        case regular
        /// Like `regular`, but labeled with the change since the first price in percent.
        case percent
        /// Equal distances are equal ratios of prices.
        case logarithmic
    }

    /// The type of prices.
    public enum PriceType: String, Hashable, Sendable, CaseIterable, Codable {
        /// The prices of trades.
        case last
        /// The prices of the best offers to buy.
        case bid
        /// The prices of the best offers to sell.
        case ask
        /// The mark price of a derivative.
        case mark
    }

    /// The color theme.
    public enum Theme: String, Hashable, Sendable, CaseIterable, Codable {
        /// Light on dark.
        case dark
        /// Dark on light.
        case light
    }

    /// The clock of the time axis.
    ///
    /// The raw value, which is also the encoded form, is `exchange`, `device`, `UTC`, or a time zone's name such as
    /// `Europe/Berlin`.
    public enum TimeZoneMode: Hashable, Sendable {
        /// The clock of the instrument's exchange.
        case exchange
        /// The clock of the user's device.
        case device
        /// Coordinated universal time.
        case utc
        /// The clock of a time zone with a name such as `Europe/Berlin` or `GMT+02:00`.
        case named(String)
    }
}

extension Chart.TimeZoneMode: RawRepresentable, Codable {
    /// Creates a mode from `exchange`, `device` or `UTC`; any other text is the name of a time zone.
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

    /// A Boolean value that indicates whether the system has the time zone; `false` only for an unknown name.
    package var isKnown: Bool {
        if case .named(let name) = self { (try? TimeZoneRules(id: name)) != nil } else { true }
    }

    /// Returns the time zone of the axis. Returns UTC if the name is unknown, or if the instrument is `nil` or has no
    /// schedule.
    ///
    /// - Parameter device: The name of the user's time zone; `nil` for that of the process.
    public func zone(of instrument: Instrument?, device: String? = nil) -> TimeZoneRules {
        switch self {
        case .exchange: instrument?.tradingZone ?? .utc
        case .device: Self.zone(device ?? Self.ownZone)
        case .utc: .utc
        case .named(let name): Self.zone(name)
        }
    }

    /// The name of the time zone of the process, from `TZ` or the target of `/etc/localtime`.
    private static var ownZone: String {
        if let named = Environment["TZ"], !named.isEmpty { return String(named.drop { $0 == ":" }) }
        let file = FileTarget.following("/etc/localtime")
        return file.firstRange(of: "zoneinfo/").map { String(file[$0.upperBound...]) } ?? "UTC"
    }

    private static func zone(_ name: String) -> TimeZoneRules { (try? TimeZoneRules(id: name)) ?? .utc }
}
