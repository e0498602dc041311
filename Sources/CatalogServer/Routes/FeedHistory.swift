internal import Charting
internal import HTTPTypes
internal import InstrumentCatalog
internal import Logging
internal import Scanning

/// `/udf/history`: the bars in `from..<to`, or, with `countback`, that number of bars before `to`.
struct FeedHistory {
    private let resolution: BarResolution
    /// The subsession of `/udf/symbols`, such as `regular` or `extended`.
    private let session: String
    /// The start, in seconds since 1970; `nil` if only `countback` is given.
    private let from: Int64?
    private let to: Int64
    private let count: Int?

    /// The maximum number of bars in an answer. An answer of this length has about a megabyte.
    static let limit = 20_000
    /// The range of times. Charts also request times in the far future and past, so other times are clamped to this
    /// range.
    private static let seconds: ClosedRange<Int64> = -2_208_988_800...7_258_118_400

    /// - Throws: `Problem` if a parameter is missing or invalid.
    init(_ query: QueryParameters) throws(Problem) {
        let text = query["resolution"] ?? ""
        guard let resolution = BarResolution(text) else {
            let known = BarResolution.all.map(\.name).joined(separator: ", ")
            throw Problem.unexpected("resolution", text, "one of \(known)")
        }
        self.resolution = resolution
        session = query["session"] ?? "regular"
        guard Self.filters[session] != nil else {
            throw .unexpected("session", session, Problem.Expected.sessionOfBars)
        }
        guard let to = try Self.time("to", query) else {
            throw .missing("to", Problem.Expected.seconds)
        }
        self.to = to
        count = try query["countback"] == nil ? nil : query.integer("countback", in: 1...Self.limit, default: 1)
        from = try Self.time("from", query)
        if count != nil { return }
        guard let from else {
            throw .missing("from", Problem.Expected.secondsOrCount)
        }
        guard from <= to else {
            throw .interval(from, to)
        }
    }

    private static let filters: [String: Trading.SessionFilter] = [
        "regular": .regular, "premarket": .preMarket, "postmarket": .afterMarket, "overnight": .overnight,
        "extended": .extended,
    ]

    private static func time(_ name: String, _ query: QueryParameters) throws(Problem) -> Int64? {
        guard let text = query[name], !text.isEmpty else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw .unexpected(name, text, Problem.Expected.seconds)
        }
        let bounds = Double(seconds.lowerBound)...Double(seconds.upperBound)
        return Int64(clamping: min(max(number, bounds.lowerBound), bounds.upperBound).rounded(.down))
    }

    // MARK: Answers

    /// - Throws: `Problem` if the operator's file is invalid, or the answer would contain too many bars.
    func answer(_ bars: FeedBars, now: Instant, _ logger: Logger) throws(Problem) -> RouteResponse {
        try reading(logger) { () throws(BarFault) in
            guard let known = try source(bars, now) else { return .success(noData(bars, next: nil)) }
            let found = try candles(known.source)
            if found.isEmpty {
                return .success(noData(bars, next: try known.source.lastTime(before: Instant(seconds: from ?? to))))
            }
            return limited(found).map { ok(bars, $0, hasVolume: known.hasVolume) }
        }
    }

    /// Whether the bars are shorter than a day.
    var isIntraday: Bool { resolution.length != nil }

    /// Returns the requested bars, preceded by up to `leading` earlier bars, and the number of these earlier bars.
    ///
    /// - Throws: `Problem` if the operator's file is invalid, or there are too many bars.
    func candles(
        _ bars: FeedBars, leading: Int, now: Instant, _ logger: Logger
    ) throws(Problem) -> (candles: [Candle], leading: Int) {
        try reading(logger) { () throws(BarFault) in
            guard let known = try source(bars, now) else { return .success(([], 0)) }
            let found = try candles(known.source)
            guard let first = found.first else { return .success(([], 0)) }
            let earlier = try known.source.bars(last: leading, before: first.time)
            return limited(found).map { (earlier + $0, earlier.count) }
        }
    }

    private func source(
        _ bars: FeedBars, _ now: Instant
    ) throws(BarFault) -> (source: any BarSource, hasVolume: Bool)? {
        let filter = session == "regular" ? bars.symbol.calendar.mainSessions : Self.filters[session] ?? .extended
        return try bars.source(resolution, filter, now: now)
    }

    private func candles(_ source: any BarSource) throws(BarFault) -> [Candle] {
        let end = Instant(seconds: to)
        if let count { return try source.bars(last: count, before: end) }
        return try source.bars(in: Instant(seconds: from ?? to)..<end, limit: Self.limit)
    }

    private func limited(_ found: [Candle]) -> Result<[Candle], Problem> {
        guard found.count > Self.limit else { return .success(found) }
        return .failure(
            .tooManyBars(from ?? to, to, resolution.name, atMost: Self.limit, advice: Problem.shorterInterval))
    }

    /// Runs `body`, which reads bars. If the file can't be read, throws a problem.
    private func reading<Answer>(
        _ logger: Logger, _ body: () throws(BarFault) -> Result<Answer, Problem>
    ) throws(Problem) -> Answer {
        let result: Result<Answer, Problem>
        do throws(BarFault) {
            result = try body()
        } catch {
            logger.error("bars: \(error)")
            throw Problem(.unprocessableContent, error.description)
        }
        return try result.get()
    }

    private func ok(_ bars: FeedBars, _ candles: [Candle], hasVolume: Bool) -> RouteResponse {
        var json = JSONWriter(capacity: 64 * candles.count)
        json.object { json in
            json.member("s", "ok")
            json.array("t") { json in for candle in candles { json.integer(Int(candle.time.seconds)) } }
            let columns: [(StaticString, KeyPath<Candle, Double>)] = [
                ("o", \.open), ("h", \.high), ("l", \.low), ("c", \.close), ("v", \.volume),
            ]
            for (name, value) in hasVolume ? columns[...] : columns.dropLast() {
                json.array(name) { json in for candle in candles { json.number(candle[keyPath: value]) } }
            }
            if bars.isMadeUp { json.member("made_up", true) }
        }
        return .changing(json)
    }

    /// - Parameter next: The time of the nearest earlier bar; `nil` if no bar is earlier.
    private func noData(_ bars: FeedBars, next: Instant?) -> RouteResponse {
        var json = JSONWriter()
        json.object { json in
            json.member("s", "no_data")
            if let next { json.member("nextTime", Int(next.seconds)) }
            if bars.isMadeUp { json.member("made_up", true) }
        }
        return .changing(json)
    }
}
