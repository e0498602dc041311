import CatalogHistory
import InstrumentCatalog

/// Batches of a store, and imports of a file's history, which have a time alone, as they are printed.
extension StorePoint {
    private var timeText: String { Instant(microseconds: time).description }

    /// `batch 5123 (2026-11-22T06:00:00.250Z)`; of a file `2026-11-22T06:00:00Z`.
    var words: String { epoch == 0 ? timeText : "batch \(seq) (\(timeText))" }

    /// The members of an object that say which one is meant.
    var members: [(key: String, value: JSON)] {
        let time = (key: "time", value: JSON.string(timeText))
        return epoch == 0
            ? [time] : [(key: "epoch", value: .integer(epoch)), (key: "seq", value: .integer(seq)), time]
    }
}
