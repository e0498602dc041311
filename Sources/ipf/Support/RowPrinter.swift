import InstrumentCatalog

/// Prints instruments of a catalog in one of the forms, straight from its columns: the same text that a `ProfilePrinter` prints
/// of their profiles.
enum RowPrinter {
    static func print(_ writer: consuming RowWriter, as format: ProfileFormatName, to output: OutputFile) throws {
        while try writer.write({ try output.write($0, as: format.onTerminal) }) {}
        try output.flush()
    }
}

extension ProfileFormatName {
    /// The form of rows.
    ///
    /// - Parameters:
    ///   - occurring: the fields that occur in the catalog.
    ///   - isTyped: JSON has numbers.
    ///   - isComplete: `##COMPLETE` belongs at the end.
    func rows(_ fields: FieldSelection, of occurring: [String], isTyped: Bool, isComplete: Bool) -> RowForm {
        switch self {
        case .jsonl:
            isTyped
                ? .json(fields: fields.named(occurring), style: .typed) : .json(fields: fields.names, style: .sorted)
        case .csv: .csv(columns: fields.columns(occurring))
        case .ipf: .ipf(fields: fields.names, definitions: .asNeeded, ending: isComplete ? .complete : .open)
        }
    }
}
