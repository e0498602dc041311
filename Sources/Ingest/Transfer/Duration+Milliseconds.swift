extension Duration {
    /// Whole milliseconds, not more than a month of them.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(min(seconds, 2_592_000)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
