internal import Charting
internal import Essentials
internal import HTTPTypes
internal import Scanning
internal import SystemFiles

/// The answer of `/v1/studies/values`: the lines of studies on the bars of an instrument, or on sample bars.
struct StudyValues {
    /// The number of earlier bars to read as well, so that averages have settled at the first requested bar.
    static let leading = 1000

    private let studies: [StudySettings]
    private let candles: [Candle]
    /// The number of bars that the answer omits.
    private let skipped: Int
    private let anchors: SessionAnchors?
    private let isMadeUp: Bool

    /// Creates the answer for the studies of `?studies=` on the bars of `?symbol=`.
    ///
    /// - Throws: `Problem` if a parameter is not valid, there is no such study or instrument, or bars can't be read.
    init(_ context: RouteContext) throws(Problem) {
        let isSample = context.query["symbol"] == nil
        try context.query.allow(
            isSample ? ["studies"] : ["studies", "symbol", "resolution", "session", "from", "to", "countback"])
        studies = try Self.studies(context, isSample)
        guard !isSample else {
            (candles, skipped, anchors, isMadeUp) = (SampleCandles.long, SampleCandles.long.count - 90, nil, true)
            return
        }
        guard studies.count <= ChartDesk.mostFavourites else {
            throw .tooMany("studies", studies.count, "studies", atMost: ChartDesk.mostFavourites)
        }
        let now = Instant(Date())
        let symbol = try context.symbol
        guard let row = context.view.row(forSymbol: symbol) else { throw .unknown(symbol, context.view) }
        let history = try FeedHistory(context.query)
        let bars = FeedBars(FeedSymbol(row, context, now: now), context.server.bars)
        (candles, skipped) = try history.candles(bars, leading: Self.leading, now: now, context.server.logger)
        // The times of bars of a day or longer mean dates.
        anchors =
            history.isIntraday && bars.symbol.sessions != nil ? SessionAnchors(bars.symbol.calendar.schedule) : nil
        isMadeUp = bars.isMadeUp
    }

    /// Returns the studies of `?studies=`; by default the favorites, or all for sample bars.
    private static func studies(_ context: RouteContext, _ isSample: Bool) throws(Problem) -> [StudySettings] {
        let desk = context.server.desk
        let known = desk.studies.studies
        guard context.query["studies"] != nil else {
            let names = isSample ? Set(known.keys) : desk.favourites.favourites
            return names.sorted().compactMap { known[$0] }
        }
        var studies: [StudySettings] = []
        for name in context.query.list("studies") {
            guard let study = known[.init(rawValue: name)] else {
                throw .unknownStudy(name)
            }
            studies.append(study)
        }
        return studies
    }

    /// Writes the times of the bars, and the lines of each study with a value for each bar.
    func write(to json: inout JSONWriter) {
        let shown = candles[skipped...]
        let columns = CandleColumns(candles)
        json.object { json in
            json.array("t") { json in for candle in shown { json.integer(Int(candle.time.seconds)) } }
            let prices: [(StaticString, KeyPath<Candle, Double>)] = [
                ("o", \.open), ("h", \.high), ("l", \.low), ("c", \.close), ("v", \.volume),
            ]
            for (name, value) in prices {
                json.array(name) { json in for candle in shown { json.number(candle[keyPath: value]) } }
            }
            json.array("studies") { json in
                for study in studies { json.object { json in write(study, columns, to: &json) } }
            }
            if isMadeUp { json.member("made_up", true) }
        }
    }

    private func write(_ study: StudySettings, _ columns: CandleColumns, to json: inout JSONWriter) {
        json.member("uuid", study.uuid.rawValue)
        do {
            let lines = try study.values(on: columns, anchors: anchors)
            json.array("lines") { json in
                for (title, column) in zip(lines.titles, lines.columns) {
                    json.object { json in
                        json.member("title", title)
                        json.array("values") { json in for value in column[skipped...] { json.number(value) } }
                    }
                }
            }
        } catch {
            // The application's own study may have no formula, or the formula does not accept a stored parameter.
            json.member("reason", "\(error)")
        }
    }
}

extension SampleCandles {
    /// Bars of five minutes for pictures of studies, 40 per day. Their prices are waves with fixed noise.
    static let long: [Candle] = {
        var seed: UInt32 = 20_261_123
        func random() -> Double {
            seed = seed &* 1_103_515_245 &+ 12_345
            return Double(seed >> 8) / Double(1 << 24) - 0.5
        }
        var last = 100.0
        return (0..<400).map { index in
            let place = Double(index)
            let wave = 100 + RealFunctions.sin(place / 13) * 4.5 + RealFunctions.sin(place / 4.7) * 1.5
            let open = last + random() * 0.4
            let close = open + 0.3 * (wave - open) + random() * 1.8
            let (high, low) = (max(open, close) + abs(random()) * 1.2, min(open, close) - abs(random()) * 1.2)
            let busy = (800 + 900 * abs(random()) + 500 * abs(close - open) + (index % 40 < 4 ? 700 : 0)).rounded()
            last = close
            let seconds = 1_772_524_800 + Int64(index / 40) * 86_400 + Int64(index % 40) * 300
            return Candle(
                time: Instant(seconds: seconds), open: open, high: high, low: low, close: close, volume: busy)
        }
    }()
}
