/// Repeats a system call while a signal interrupts it.
///
/// - Parameter call: returns a negative number where it fails, with `errno` set.
func retrying<Count: SignedInteger>(_ call: () -> Count) -> Count {
    while true {
        let result = call()
        if result >= 0 || SystemError.current != .interrupted { return result }
    }
}
