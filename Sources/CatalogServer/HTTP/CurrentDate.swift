internal import Scanning
internal import Synchronization
internal import SystemFiles

/// The field `Date` of answers, written once a second.
final class CurrentDate: Sendable {
    private let last = Mutex((second: 0, text: ""))

    var current: String {
        let second = WallClock.seconds
        return last.withLock { last in
            if last.second != second { last = (second, HTTPDate.text(Int64(second))) }
            return last.text
        }
    }
}
