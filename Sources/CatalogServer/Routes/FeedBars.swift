internal import Essentials
internal import InstrumentCatalog
internal import Scanning

/// The bars of an instrument for charts: those in the operator's folder, or synthetic ones.
struct FeedBars {
    let symbol: FeedSymbol
    private let folder: BarFolder?
    /// The resolutions that have a file, finest first.
    private let own: [BarResolution]
    /// The resolutions whose bars are available, from their own files or combined from finer bars.
    private let answered: [BarResolution]

    /// - Parameter names: The names of all files of the folder; `nil` to ask the file system for each.
    init(_ symbol: FeedSymbol, _ folder: BarFolder?, among names: Set<String>? = nil) {
        self.symbol = symbol
        self.folder = folder
        let own = folder?.resolutions(of: symbol.symbol, among: names) ?? BarResolution.all
        self.own = own
        answered = BarResolution.all.filter { own.contains($0) || own.contains(where: $0.isMade(of:)) }
    }

    /// Whether the bars are synthetic.
    var isMadeUp: Bool { folder == nil }
    var hasIntraday: Bool { answered.contains { $0.length != nil } }
    var hasWeeklyAndMonthly: Bool { answered.contains(.week) && answered.contains(.month) }
    /// The names of the supported resolutions. There is at least one, even without a file, because a chart needs one.
    var supported: [String] { answered.isEmpty ? [BarResolution.day.name] : answered.map(\.name) }

    /// Returns the bars of a resolution; `nil` if no bars exist.
    ///
    /// - Parameter sessions: The sessions that minute bars may belong to.
    /// - Throws: `BarFault` if the file can't be read.
    func source(
        _ resolution: BarResolution, _ sessions: Trading.SessionFilter, now: Instant
    ) throws(BarFault) -> (source: any BarSource, hasVolume: Bool)? {
        let calendar = symbol.calendar
        guard let folder else {
            // Use the middle strike, which is near the real price, as the price of the month's first day. If it were
            // today's price, all bars would change every day.
            let day = BarCalendar.number(now)
            let anchor = symbol.middleStrike(now).map {
                (day: day - CalendarDate(dayNumber: day).day + 1, price: $0)
            }
            let prices = SyntheticPrices(
                symbol.symbol, symbol.increments, hasVolume: symbol.isTraded, near: anchor)
            let end = min(now, symbol.expiration.map { Instant(seconds: $0) } ?? now)
            let bars = SyntheticBars(
                resolution: resolution, calendar: calendar, sessions: sessions, prices: prices, end: end)
            return (bars, symbol.isTraded)
        }
        guard let file = try folder.file(symbol.symbol, for: resolution, calendar.schedule.zone) else { return nil }
        let bars = FolderBars(file: file, resolution: resolution, calendar: calendar, sessions: sessions)
        return (bars, file.hasVolume)
    }

    /// Writes the JSON members that describe which bars the symbol has.
    func write(to json: inout JSONWriter) {
        let file = own.first.flatMap { try? folder?.file(symbol.symbol, for: $0, symbol.calendar.schedule.zone) }
        let hasVolume = isMadeUp ? symbol.isTraded : file?.hasVolume ?? false
        json.member("has_intraday", hasIntraday)
        if hasIntraday {
            json.member("intraday_multipliers", strings: answered.filter { $0.length != nil }.map(\.name))
        }
        json.member("has_daily", answered.contains(.day) || answered.isEmpty)
        json.member("has_weekly_and_monthly", hasWeeklyAndMonthly)
        json.member("has_no_volume", !hasVolume)
        json.member("visible_plots_set", hasVolume ? "ohlcv" : "ohlc")
        json.member("data_status", isMadeUp ? "delayed_streaming" : "endofday")
        json.member("supported_resolutions", strings: supported)
        guard isMadeUp else { return }
        json.member("made_up", true)
        let hours = symbol.sessions == nil ? ", trading hours unknown" : ""
        json.member("long_description", "\(symbol.description): \(Self.madeUp)\(hours)")
        // Charts show this name of the source of prices in their legend.
        json.member("price_source_id", "made-up")
        json.array("price_sources") { json in
            json.object { json in
                json.member("id", "made-up")
                json.member("name", Self.madeUp)
            }
        }
    }

    private static let madeUp = "made-up prices"
}
