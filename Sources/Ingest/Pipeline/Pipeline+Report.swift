import SystemFiles

extension Pipeline {
    /// What is known when the last chunk is done with.
    func report(_ meter: ProgressMeter, consume: Double) -> SnapshotReport {
        var report = SnapshotReport(address: address)
        report.inflatedBytes = meter.inflated
        report.lines = meter.lines
        report.seconds.consume = consume
        finish(&report)
        return report
    }

    /// Adds what the threads counted; again when they have ended, for what they count last.
    func finish(_ report: inout SnapshotReport) {
        let facts = outcome.facts
        report.compression = counters.compression
        report.inflatedBy = report.compression == .none ? nil : options.inflating
        report.bytesIn = counters.bytesIn.load()
        report.notModified = facts.notModified
        report.validators = facts.validators.isEmpty ? nil : facts.validators
        report.sha256 = facts.sha256
        report.requests = facts.requests
        report.seconds.transfer = Double(counters.transferMicroseconds.load()) / 1e6
        report.seconds.inflate = report.compression == .none ? 0 : Double(counters.decodeMicroseconds.load()) / 1e6
        report.seconds.wall = start.secondsSince
    }
}
