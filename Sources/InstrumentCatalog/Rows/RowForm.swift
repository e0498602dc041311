/// The forms in which a ``RowWriter`` writes instruments.
public enum RowForm: Hashable, Sendable {
    /// The format itself (`ipf-format.md`): a format line before a type's first profile, then records.
    ///
    /// - `fields`: the columns written besides TYPE and SYMBOL, in any order; `nil` for all.
    /// - `definitions`: when format lines come.
    /// - `ending`: what stands at the end.
    case ipf(fields: [String]? = nil, definitions: Definitions = .once, ending: Ending = .complete)
    /// A header with the names of `columns`, then a line for each instrument with its values, quoted where that is needed. A
    /// column that no instrument has is empty. Lines end with CR LF as RFC 4180 has it, or with LF.
    case csv(columns: [String], endsLinesWithCRLF: Bool = false)
    /// An object for each instrument: every field that is set under its name, in normal form.
    ///
    /// - `fields`: the fields written; `nil` for all.
    case json(fields: [String]? = nil, style: JSONStyle, separator: JSONSeparator = .lines)

    /// When the format line of a type comes.
    public enum Definitions: Hashable, Sendable {
        /// Once, with the fields that some of the instruments to be written has.
        case once
        /// With the fields of the type's first profile, and again whenever one has a further field: what somebody who doesn't know
        /// the later ones can write.
        case asNeeded
    }

    /// How a text in the format ends.
    public enum Ending: Hashable, Sendable {
        /// With nothing: more may come.
        case open
        /// With `##COMPLETE`: these are all there are.
        case complete
        /// With `##COMPLETE` and an empty line, as the snapshot of a live stream does.
        case completeLive
    }

    /// How objects look.
    public enum JSONStyle: Hashable, Sendable {
        /// `{"TYPE":"STOCK","SYMBOL":"A"}`: the standard fields in standard order, then the custom ones by name. Line ends and tabs
        /// have their short forms.
        case compact
        /// `{"SYMBOL": "A", "TYPE": "STOCK"}`: the names sorted by their bytes.
        case sorted
        /// `{"TYPE":"OPTION","SYMBOL":"A","STRIKE":150.5}`: as `compact`, but numbers are numbers, and fields that were named stand in
        /// the order given, `null` where they are not set. NaN, for which JSON has no number, is the text `"NaN"`.
        case typed
        /// `{"symbol":"A","type":"STOCK","description":"",…,"TYPE":"STOCK","SYMBOL":"A"}`: what every answer of the service says of
        /// an instrument, then the fields as in `compact`.
        case instrument
    }

    /// What stands between objects.
    public enum JSONSeparator: Hashable, Sendable {
        /// Each ends with a line end.
        case lines
        /// A comma between two.
        case commas
    }
}
