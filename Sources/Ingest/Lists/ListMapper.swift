import ProfileFormat

/// A mapping of the fields of a list to the fields of profiles (`IngestOptions.list`).
package protocol ListMapper: Sendable {
    /// A fingerprint of the mapping. If it differs from that of the last import, the source must be read again.
    var fingerprint: String { get }
    /// The encoding of the list.
    var encoding: ListEncoding { get }
    /// Whether the mapping identifies columns only by their numbers, so that the list has no header.
    var hasNumbersOnly: Bool { get }
    /// The elements of lists in XML that the mapping names.
    var elements: ListElements { get }

    /// Creates the state for reading a list once.
    func begin() -> any ListMapping
}

/// The state of a mapping while a list is read.
package protocol ListMapping: AnyObject {
    /// Receives the names of the fields of the rows that follow.
    func columns(_ names: [String])

    /// Writes the profile of a row as IPF.
    ///
    /// - Parameters:
    ///   - definitions: Receives a format line if the record needs a new one.
    ///   - record: Receives the record if the row has one. Rows before the header have none.
    /// - Returns: The number of line ends within the record, not counting the one at its end.
    /// - Throws: `ProfileFormatError` if values of the row are not possible in a profile. `IngestError` of kind
    ///   `notProfiles` if the list has no columns with the names in the mapping.
    func map(_ row: borrowing ListRow, definitions: inout [UInt8], to record: inout [UInt8]) throws -> Int

    /// Returns the rows that turned out to be rejected after they were mapped, and forgets them.
    func takeRejects() -> [(error: ProfileFormatError, text: [UInt8])]

    /// Findings about the rows so far.
    var warnings: [ProfileWarning] { get }

    /// Creates mappings for rows that are read ahead, on any thread; `nil` before the header is known. Each of these
    /// mappings knows the types that are defined so far.
    var parts: (@Sendable () -> any ListMapping)? { get }

    /// Ends the rows that were mapped by a mapping that `parts` created. The mapping may be used for other rows
    /// afterwards.
    ///
    /// - Returns: The findings about these rows, for `append(_:afterLines:)`.
    func endPart() -> any Sendable

    /// Appends the findings about rows that were read ahead, in the order of the rows.
    ///
    /// - Parameter lines: The number of lines before these rows.
    /// - Returns: Whether the findings were appended. `false` if one is the first of its kind, so that the rows must be
    ///   mapped in order.
    func append(_ findings: any Sendable, afterLines lines: Int) -> Bool

    /// Ends the reading of the list.
    ///
    /// - Throws: `IngestError` of kind `notProfiles` if no field of the list has a name that the mapping contains.
    func end() throws(IngestError)
}
