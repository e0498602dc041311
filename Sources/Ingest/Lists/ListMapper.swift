import ProfileFormat

/// A mapping of the fields of a list to the fields of profiles (`IngestOptions.list`).
package protocol ListMapper: Sendable {
    /// A fingerprint of the mapping. A source read with another mapping must be read again.
    var fingerprint: String { get }
    /// The encoding of the list.
    var encoding: ListEncoding { get }
    /// Whether the mapping names columns by their numbers only, so that the list has no header.
    var hasNumbersOnly: Bool { get }

    /// Creates the state of one reading.
    func begin() -> any ListMapping
}

/// The state of a mapping during one reading.
package protocol ListMapping: AnyObject {
    /// Receives the names of the fields of the next rows.
    func columns(_ names: [String])

    /// Writes the profile of a row as IPF.
    ///
    /// - Parameters:
    ///   - definitions: Receives a format line, if the record needs a new one.
    ///   - record: Receives the record, if the row has one. Rows before the header have none.
    /// - Returns: The number of line ends in the record, besides the last one.
    /// - Throws: `ProfileFormatError` for a row whose values have no place in a profile. `IngestError` of kind
    ///   `notProfiles` if the list has no columns with the names of the mapping.
    func map(_ row: borrowing ListRow, definitions: inout [UInt8], to record: inout [UInt8]) throws -> Int

    /// Findings about the rows so far.
    var warnings: [ProfileWarning] { get }

    /// Creates mappings of rows that are read ahead, on any thread; `nil` before the header is known. Such a mapping
    /// begins with the types that are defined now.
    var parts: (@Sendable () -> any ListMapping)? { get }

    /// Ends the rows of a mapping that `parts` created, which may be used for other rows afterward.
    ///
    /// - Returns: The findings about these rows, for `append(_:afterLines:)`.
    func endPart() -> any Sendable

    /// Appends the findings about rows that were read ahead.
    ///
    /// - Parameter lines: The number of lines before these rows.
    /// - Returns: False if the rows must be mapped in order, because a finding is the first of its kind.
    func append(_ findings: any Sendable, afterLines lines: Int) -> Bool

    /// Ends the reading.
    ///
    /// - Throws: `IngestError` of kind `notProfiles` if the list has no field with a name of the mapping.
    func end() throws(IngestError)
}
