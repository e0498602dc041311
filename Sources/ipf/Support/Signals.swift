import SystemFiles

extension Signals {
    /// Calls a function for each of these signals until the process ends.
    ///
    /// - Parameter body: called on a thread of its own.
    /// - Throws: `Failure` where the system has no pipe or thread left for that.
    static func take(_ signals: [Signal], _ body: @escaping @Sendable (Signal) -> Void) throws {
        do {
            try watch(signals, body)
        } catch {
            throw Failure(.inputOutput, "no pipe can be made for signals; close some files and try again")
        }
    }
}
