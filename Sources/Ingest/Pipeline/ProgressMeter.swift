import SystemFiles

/// Reports progress to the caller at a limited rate.
struct ProgressMeter {
    private let options: IngestOptions
    private let counters: PipelineCounters
    private let start: MonotonicTime
    /// The time of the next call of the progress closure; `nil` if there is no closure.
    private(set) var nextCall: MonotonicTime?
    /// The number of bytes delivered so far.
    private(set) var inflated = 0
    private(set) var lines: Int?

    init(_ options: IngestOptions, _ counters: PipelineCounters, since start: MonotonicTime) {
        self.options = options
        self.counters = counters
        self.start = start
        if options.progress != nil { nextCall = start + options.progressInterval }
    }

    mutating func startOver() { inflated = 0 }

    mutating func tick(adding bytes: Int, _ lines: Int?) { tick(inflated: inflated + bytes, lines) }

    mutating func tick(inflated: Int, _ lines: Int?) {
        self.inflated = inflated
        self.lines = lines
        guard let nextCall else { return }
        let now = MonotonicTime.now
        guard now >= nextCall else { return }
        call()
        self.nextCall = now + options.progressInterval
    }

    /// Calls the closure a last time, with the totals.
    func end() { call() }

    private func call() {
        options.progress?(
            IngestProgress(
                bytesIn: counters.bytesIn.load(), totalBytesIn: counters.total, inflatedBytes: inflated, lines: lines,
                seconds: start.secondsSince))
    }
}
