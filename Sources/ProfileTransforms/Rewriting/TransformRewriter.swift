import Ingest
import MarketRules
package import ProfileFormat
internal import Scanning
internal import Synchronization

/// Applies transforms in order to profiles that are being read (`IngestOptions.rewriter`), and counts the changes.
package final class TransformRewriter: ProfileRewriter {
    /// The numbers of changes since the start of the source.
    package struct Counts: Sendable {
        /// The number of changed profiles.
        package var changed = 0
        /// The number of dropped profiles.
        package var dropped = 0
        /// The number of dropped profiles of type REMOVED. Their symbols are not removed.
        package var droppedRemovals = 0
        /// For each transform, the number of changes by line.
        package var lines: [[ProfileTransform.Run.LineCount]] = []
    }

    /// The names of the transforms' texts; `transform` for a text without a name.
    package var names: [String] { transforms.map { $0.name ?? "transform" } }

    private let transforms: [ProfileTransform]
    /// The value of `sysdate`; `nil` for the local date when reading of the source starts.
    private let today: CalendarDate?
    private let state: Mutex<State>

    private struct State {
        var runs: [ProfileTransform.Run]
        var counts = Counts()

        init(_ transforms: [ProfileTransform], _ today: CalendarDate?) {
            let date = today ?? .localToday
            runs = transforms.map { $0.run(today: date) }
        }
    }

    package init(_ transforms: [ProfileTransform], today: CalendarDate? = nil) {
        self.transforms = transforms
        self.today = today
        state = Mutex(State(transforms, today))
    }

    /// The first 16 bytes, in hexadecimal, of a SHA-256 hash of everything that the results of the transforms depend
    /// on.
    package var fingerprint: String {
        let hash = DigestHash.sha256
        for transform in transforms { transform.add(to: hash, today: today ?? .localToday) }
        return ByteText.hexadecimal(Array(hash.digest.prefix(16)))
    }

    package func startOver() { state.withLock { $0 = State(transforms, today) } }

    package func rewrite(_ profile: inout InstrumentProfile) throws -> Bool {
        try state.withLock { (state) throws in
            let before = profile
            for index in state.runs.indices where try !state.runs[index].apply(&profile) {
                state.counts.dropped += 1
                if before.type == InstrumentType.removed.rawValue { state.counts.droppedRemovals += 1 }
                return false
            }
            guard profile != before else { return true }
            if let field = profile.unwritableNumber {
                throw UnwritableProfile(type: before.type, symbol: before.symbol, field: field)
            }
            state.counts.changed += 1
            return true
        }
    }

    /// The counts so far.
    package var counts: Counts {
        state.withLock { state in
            var counts = state.counts
            counts.lines = state.runs.map(\.counts)
            return counts
        }
    }
}

/// An error for a number that a transform assigned, but that IPF cannot represent.
package struct UnwritableProfile: Error, CustomStringConvertible {
    private let type: String
    private let symbol: String
    private let field: ProfileField

    package init(type: String, symbol: String, field: ProfileField) {
        (self.type, self.symbol, self.field) = (type, symbol, field)
    }

    package var description: String {
        "\(type) \(symbol): \(field.name) is no longer a finite number, so IPF can't express it"
    }
}
