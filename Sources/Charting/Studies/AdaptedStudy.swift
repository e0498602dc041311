/// A study on the chart of an instrument.
package struct AdaptedStudy: Hashable, Sendable {
    /// The study; parameters that are prices take as many digits as the instrument's prices have.
    package var settings: StudySettings
    /// Digits after the point of the study's values.
    package var precision: Int
    /// Where the study begins anew; `nil` for one that doesn't, and where trading hours aren't known.
    package var anchors: SessionAnchors?
    /// Why the study makes no sense for the instrument: one sentence, for people; `nil` where it does.
    package var objection: String?
}

extension StudySettings {
    /// The study on the chart of an instrument: digits from its price steps, sessions from its schedule, and whether it makes
    /// sense there.
    ///
    /// ```swift
    /// StudySettings.vwap.adapted(to: spx).objection      // a sentence: it needs volume, and an index has none
    /// ```
    package func adapted(to instrument: Instrument) -> AdaptedStudy {
        let digits = instrument.pricePrecision
        var study = AdaptedStudy(settings: self, precision: precision(prices: digits))
        if StudyTraits.needSessions.contains(id) { study.anchors = instrument.schedule.map(SessionAnchors.init) }
        study.objection = objection(instrument)
        return study
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
    /// The most digits after the point that its price steps have; 2 where it has no steps, or they can't be read.
    package var pricePrecision: Int {
        guard let rules = try? priceRules, rules.hasRule else { return 2 }
        let numbers = rules.numbers
        // A limit belongs to the range below it; after the last one any price does.
        return stride(from: 0, to: numbers.count, by: 2).map { index in
            rules.precision(at: index + 1 < numbers.count ? numbers[index + 1] : (numbers.dropLast().last ?? 0) * 2 + 1)
        }.max() ?? 2
    }

    /// What it is, if that is never traded itself; with its article.
    var kindWithoutVolume: String? {
        switch type {
        case "INDEX": "an index"
        case "INDICATOR": "an indicator"
        default: nil
        }
    }
}
