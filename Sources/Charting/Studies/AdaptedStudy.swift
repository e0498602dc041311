/// A study, adapted to an instrument.
public struct AdaptedStudy: Hashable, Sendable {
    /// The study.
    public let settings: StudySettings
    /// The number of digits after the point in the study's values.
    public let precision: Int
    /// The times at which the study restarts; `nil` if it does not restart, or the trading hours are unknown.
    public let anchors: SessionAnchors?
    /// A sentence that explains why the study is not meaningful for the instrument; `nil` if it is meaningful.
    public let objection: String?
}

extension StudySettings {
    /// Returns the study adapted to an instrument. Its digits come from the price increments, and its sessions from the
    /// schedule. The result also indicates whether the study is meaningful for the instrument.
    ///
    /// ```swift
    /// StudySettings.vwap.adapted(to: spx).objection      // a sentence: it needs volume, and an index has none
    /// ```
    ///
    /// - Parameter lastPrice: The price that selects the increment if there are several, as in `0.0001 1; 0.01`; `nil`
    ///   for the smallest increment.
    public func adapted(to instrument: Instrument, lastPrice: Double? = nil) -> AdaptedStudy {
        // Use two digits if price increments are missing or unreadable.
        let digits = (try? instrument.priceRules)?.decimals(lastPrice: lastPrice) ?? 2
        return AdaptedStudy(
            settings: self, precision: precision(prices: digits),
            anchors: StudyTraits.needSessions.contains(id) ? instrument.schedule.map { SessionAnchors($0) } : nil,
            objection: objection(instrument))
    }

    /// Returns the number of digits after the point in the study's values.
    private func precision(prices: Int) -> Int {
        if StudyTraits.answerInVolume.contains(id) { return 0 }
        return isOverlay || StudyTraits.answerInPrices.contains(id) ? prices : 2
    }

    private func objection(_ instrument: Instrument) -> String? {
        if StudyTraits.needVolume.contains(id), let kind = instrument.kindWithoutVolume {
            return "“\(title)” needs volume, and \(kind) has none"
        }
        if StudyTraits.needSessions.contains(id), instrument.schedule == nil {
            return "“\(title)” restarts on each trading day, and the trading hours of \(instrument.symbol) are unknown"
        }
        return nil
    }
}

extension Instrument {
    /// The kind of instrument as it appears in a sentence, if such instruments have no volume; otherwise `nil`. Indexes
    /// are not traded, and spot FX has no exchange that counts trades.
    var kindWithoutVolume: String? {
        switch type {
        case "INDEX": "an index"
        case "INDICATOR": "an indicator"
        case "FOREX": "spot FX"
        default: nil
        }
    }
}
