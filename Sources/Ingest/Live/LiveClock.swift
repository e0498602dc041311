/// Any clock, its times counted from the moment that this value was made.
struct LiveClock: Sendable {
    let now: @Sendable () -> Duration
    /// Waits until a time; throws where the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
