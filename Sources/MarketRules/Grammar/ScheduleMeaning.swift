/// What a definition's effective properties mean: the rules, the properties that they were made from, and what was noticed.
struct ScheduleMeaning {
    var rules: ScheduleRules
    /// Their places are those of the compiled bytes.
    var properties: PropertyList
    /// In the order of their places.
    var warnings: [RuleFault]
}
