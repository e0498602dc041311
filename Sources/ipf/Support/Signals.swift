import SystemFiles

extension Signals {
    /// Has signals told as long as the process lives.
    ///
    /// - Parameter told: called on a thread of its own.
    /// - Throws: `Failure` where the system has no pipe or thread left for that.
    static func take(_ signals: [Signal], _ told: @escaping @Sendable (Signal) -> Void) throws {
        do {
            try watch(signals, told)
        } catch {
            throw Failure(.inputOutput, "no pipe can be made for signals; close some files and try again")
        }
    }
}
