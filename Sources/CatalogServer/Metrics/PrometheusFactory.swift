internal import CoreMetrics
internal import Synchronization

/// Collects the values of `Counter`, `Gauge`, `Recorder` and `Timer`, and writes them in the text form of Prometheus.
///
/// ```swift
/// let factory = PrometheusFactory()
/// Counter(label: "requests_total", dimensions: [("route", "/")], factory: factory).increment()
/// factory.text                                    // # TYPE requests_total counter …
/// ```
///
/// Labels become names of Prometheus by `_` for what it doesn't allow. Timers are histograms in seconds.
final class PrometheusFactory: MetricsFactory {
    private struct Key: Hashable {
        var name: String
        var labels: String
    }

    private let handlers = Mutex<[Key: any PrometheusHandler]>([:])

    /// A sentence for each name.
    private let help: [String: String]

    init(help: [String: String] = [:]) { self.help = help }

    // MARK: Text

    /// All series, sorted by name.
    var text: String {
        let all = handlers.withLock { $0 }
        var text = ""
        var last = ""
        for (key, handler) in all.sorted(by: { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }) {
            if key.name != last, let words = help[key.name] { text += "# HELP \(key.name) \(words)\n" }
            if key.name != last { text += "# TYPE \(key.name) \(handler.kind)\n" }
            last = key.name
            handler.write(key.name, key.labels, to: &text)
        }
        return text
    }

    private func handler<Handler: PrometheusHandler>(
        _ label: String, _ dimensions: [(String, String)], _ make: () -> Handler
    ) -> Handler {
        let labels = dimensions.map { "\(Self.name($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        let key = Key(name: Self.name(label), labels: labels)
        return handlers.withLock { handlers in
            if let known = handlers[key] as? Handler { return known }
            let made = make()
            handlers[key] = made
            return made
        }
    }

    private static func name(_ label: String) -> String {
        let name = label.map { character in
            character.isASCII && (character.isLetter || character.isNumber || character == "_" || character == ":")
                ? character : "_"
        }
        return String(name.first?.isNumber == true ? ["_"] + name : name)
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
    }

    // MARK: MetricsFactory

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        handler(label, dimensions) { PrometheusCounter() }
    }

    func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        handler(label, dimensions) { PrometheusGauge(kind: "counter") }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        handler(label, dimensions) { PrometheusGauge(kind: "gauge") }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        if !aggregate { return handler(label, dimensions) { PrometheusGauge(kind: "gauge") } }
        return handler(label, dimensions) {
            PrometheusHistogram(bounds: [1, 10, 100, 1000, 10_000, 100_000, 1_000_000])
        }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        handler(label, dimensions) {
            PrometheusHistogram(
                bounds: [
                    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
                ])
        }
    }

    // What was counted stays: a name that comes and goes would look like a restart.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {
        handlers.withLock { $0 = $0.filter { $1 !== handler } }
    }
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// A series that can write itself.
private protocol PrometheusHandler: AnyObject, Sendable {
    var kind: String { get }
    func write(_ name: String, _ labels: String, to text: inout String)
}

private final class PrometheusCounter: CounterHandler, PrometheusHandler {
    private let value = Atomic<Int64>(0)
    var kind: String { "counter" }

    func increment(by amount: Int64) { value.wrappingAdd(amount, ordering: .relaxed) }
    func reset() { value.store(0, ordering: .relaxed) }

    func write(_ name: String, _ labels: String, to text: inout String) {
        text += labels.isEmpty ? name : "\(name){\(labels)}"
        text += " \(value.load(ordering: .relaxed))\n"
    }
}

private final class PrometheusGauge: MeterHandler, RecorderHandler, FloatingPointCounterHandler, PrometheusHandler {
    private let value = Mutex(0.0)
    let kind: String

    init(kind: String) { self.kind = kind }

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func reset() { set(0.0) }

    func write(_ name: String, _ labels: String, to text: inout String) {
        text += labels.isEmpty ? name : "\(name){\(labels)}"
        text += " \(value.withLock { $0 })\n"
    }
}

private final class PrometheusHistogram: TimerHandler, RecorderHandler, PrometheusHandler {
    private struct State {
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>
    var kind: String { "histogram" }

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: [Int](repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        var place = 0
        while place < bounds.count, value > bounds[place] { place += 1 }
        state.withLock { state in
            state.counts[place] += 1
            state.sum += value
        }
    }

    func write(_ name: String, _ labels: String, to text: inout String) {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        let prefix = labels.isEmpty ? "" : labels + ","
        var total = 0
        for (index, count) in counts.enumerated() {
            total += count
            let bound = index < bounds.count ? "\(bounds[index])" : "+Inf"
            text += "\(name)_bucket{\(prefix)le=\"\(bound)\"} \(total)\n"
        }
        let suffix = labels.isEmpty ? "" : "{\(labels)}"
        text += "\(name)_sum\(suffix) \(sum)\n\(name)_count\(suffix) \(total)\n"
    }
}
