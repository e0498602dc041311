internal import Synchronization

/// The values of a series of `/metrics`, in the text format of Prometheus.
protocol MetricSeries: Sendable {
    var kind: String { get }
    /// Writes a line for each value.
    ///
    /// - Parameter labels: The labels, such as `route="/",status="2xx"`; empty for none.
    func write(_ name: String, _ labels: String, to text: inout String)
}

final class Counter: MetricSeries {
    private let value = Atomic(0)
    var kind: String { "counter" }

    func increment(by amount: Int = 1) { value.wrappingAdd(amount, ordering: .relaxed) }

    func write(_ name: String, _ labels: String, to text: inout String) {
        text += labels.isEmpty ? name : "\(name){\(labels)}"
        text += " \(value.load(ordering: .relaxed))\n"
    }
}

struct Gauge: MetricSeries {
    let value: Double
    var kind: String { "gauge" }

    func write(_ name: String, _ labels: String, to text: inout String) { text += "\(name) \(value)\n" }
}

/// A histogram of times in seconds, with a counter for each upper bound.
final class Histogram: MetricSeries {
    private struct State {
        var counts = [Int](repeating: 0, count: Histogram.bounds.count + 1)
        var sum = 0.0
    }

    private static let bounds = [
        0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    private let state = Mutex(State())
    var kind: String { "histogram" }

    func record(_ time: Duration) {
        let seconds = time / .seconds(1)
        let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.counts[place] += 1
            state.sum += seconds
        }
    }

    func write(_ name: String, _ labels: String, to text: inout String) {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        var total = 0
        for (index, count) in counts.enumerated() {
            total += count
            let bound = index < Self.bounds.count ? "\(Self.bounds[index])" : "+Inf"
            text += "\(name)_bucket{\(labels),le=\"\(bound)\"} \(total)\n"
        }
        text += "\(name)_sum{\(labels)} \(sum)\n\(name)_count{\(labels)} \(total)\n"
    }
}
