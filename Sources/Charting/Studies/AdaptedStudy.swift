/// A study on the chart of an instrument.
public struct AdaptedStudy: Hashable, Sendable {
    /// The study.
    public let settings: StudySettings
    /// Digits after the point of the study's values.
    public let precision: Int
    /// Where the study begins anew; `nil` for one that doesn't, and where trading hours aren't known.
    public let anchors: SessionAnchors?
    /// Why the study makes no sense for the instrument: one sentence, for people; `nil` where it does.
    public let objection: String?
}

extension StudySettings {
    /// The study on the chart of an instrument: digits from its price steps, sessions from its schedule, and whether it makes
    /// sense there.
    ///
    /// ```swift
    /// StudySettings.vwap.adapted(to: spx).objection      // a sentence: it needs volume, and an index has none
    /// ```
    ///
    /// - Parameter lastPrice: decides where price steps differ by price, as those of `0.0001 1; 0.01` do; `nil`: the finest steps.
    public func adapted(to instrument: Instrument, lastPrice: Double? = nil) -> AdaptedStudy {
        // Two where there are no price steps, or none that can be read.
        let digits = (try? instrument.priceRules)?.decimals(lastPrice: lastPrice) ?? 2
        return AdaptedStudy(
            settings: self, precision: precision(prices: digits),
            anchors: StudyTraits.needSessions.contains(id) ? instrument.schedule.map { SessionAnchors($0) } : nil,
            objection: objection(instrument))
    }

    /// Digits after the point of its values.
    private func precision(prices: Int) -> Int {
        if StudyTraits.answerInVolume.contains(id) { return 0 }
        return isOverlay || StudyTraits.answerInPrices.contains(id) ? prices : 2
    }

    private func objection(_ instrument: Instrument) -> String? {
        if StudyTraits.needVolume.contains(id), let kind = instrument.kindWithoutVolume {
            return "“\(title)” needs volume, and \(kind) has none"
        }
        if StudyTraits.needSessions.contains(id), instrument.schedule == nil {
            return
                "“\(title)” begins anew with each day of trading, and the trading hours of \(instrument.symbol) aren't known"
        }
        return nil
    }
}

extension Instrument {
    /// What it is, if that is never traded itself; with its article.
    var kindWithoutVolume: String? {
        switch type {
        case "INDEX": "an index"
        case "INDICATOR": "an indicator"
        default: nil
        }
    }
}
