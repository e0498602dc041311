/// How close to the format the text of a number or a date must be.
public enum ReaderStrictness: Hashable, Sendable {
    /// As the format says: anything else is an error of its record.
    case strict
    /// Forms that other readers of the format take are read too, each kind with a warning:
    ///
    /// | text | is read as | in fields that hold |
    /// | --- | --- | --- |
    /// | ` 150 ` | `150`: spaces and tabs around it are left out, nothing but them is "not set" | numbers, dates |
    /// | `2024-1-5` | `2024-01-05` | dates |
    /// | `NaN` | not a number, which is kept as such and belongs to no option chain | numbers |
    /// | `NaN` | "not set" | whole numbers |
    ///
    /// Records are handed on with these values in the format's form. Text fields keep their spaces.
    case lenient
}
