/// The forms in which a ``RowWriter`` writes instruments.
public enum RowForm: Hashable, Sendable {
    /// IPF (`ipf-format.md`): a format line before the first record of each type, then records.
    ///
    /// - `fields`: The columns besides TYPE and SYMBOL, in any order; `nil` for all.
    /// - `definitions`: The moments at which format lines are written.
    /// - `ending`: The end of the text.
    case ipf(fields: [String]? = nil, definitions: Definitions = .once, ending: Ending = .complete)
    /// CSV: a header with the names of `columns`, then a line per instrument. Values are in quotes if necessary. A
    /// column whose field no instrument has is empty. Lines end with CR LF as in RFC 4180, or with LF.
    case csv(columns: [String], endsLinesWithCRLF: Bool = false)
    /// JSON: an object per instrument that contains every set field under its name, with the value in normal form.
    ///
    /// - `fields`: The fields to write; `nil` for all.
    case json(fields: [String]? = nil, style: JSONStyle, separator: JSONSeparator = .lines)

    /// The moments at which the format line of a type is written.
    public enum Definitions: Hashable, Sendable {
        /// Once, with all fields that the instruments to be written have.
        case once
        /// Before the type's first profile, with the fields of that profile, and again before each profile with further
        /// fields. A writer that receives profiles one by one has to write this form.
        case asNeeded
    }

    /// The end of an IPF text.
    public enum Ending: Hashable, Sendable {
        /// No end mark, because more text may follow.
        case open
        /// `##COMPLETE`: the text contains all instruments.
        case complete
        /// `##COMPLETE` and an empty line, as in the snapshot of a live stream.
        case completeLive
    }

    /// The style of JSON objects.
    public enum JSONStyle: Hashable, Sendable {
        /// `{"TYPE":"STOCK","SYMBOL":"A"}`: the standard fields in standard order, then the custom ones by name. Line
        /// ends and tabs use short escapes.
        case compact
        /// `{"SYMBOL": "A", "TYPE": "STOCK"}`: the names sorted by their bytes.
        case sorted
        /// `{"TYPE":"OPTION","SYMBOL":"A","STRIKE":150.5}`: like `compact`, but with JSON numbers. If `fields` are
        /// given, they are written in that order, with `null` for fields that are not set. NaN, which JSON cannot
        /// represent, is written as the text `"NaN"`.
        case typed
        /// `{"symbol":"A","type":"STOCK","description":"",…,"TYPE":"STOCK","SYMBOL":"A"}`: the members that all objects
        /// of instruments in the service's answers have, then the fields as in `compact`.
        case instrument
    }

    /// The separator of objects.
    public enum JSONSeparator: Hashable, Sendable {
        /// A line end after each object.
        case lines
        /// A comma between objects.
        case commas
    }
}
