/// Writes profiles as IPF text from which a reader recreates equal profiles (`ipf-format.md`, sections 1 and 4).
///
/// The format line of a type precedes the type's first profile, and lists only the columns that are used: standard
/// fields in standard order, then custom fields in byte order. If a later profile has a new column, the writer writes
/// another format line with the new column added. Memory therefore depends only on the number of columns.
/// ``snapshot(_:fields:)`` knows all profiles in advance, and writes one format line per type.
///
/// Text, numbers and dates are written in normal form, and custom fields in the order of their names. The writer
/// appends to an array of the caller, and stores no output itself.
///
/// ```
/// #STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY
/// STOCK,"BRK,A","Berkshire ""Class A"", Inc.",USD
/// ##COMPLETE
/// ```
public struct ProfileWriter: Sendable {
    /// The columns to write in addition to TYPE and SYMBOL; `nil` for all.
    private let filter: FieldFilter?
    /// The columns that were collected in advance.
    private let known: ProfileColumns
    /// The last format line of each type.
    private var formats: [String: Format] = [:]

    private struct Format {
        var columns: ProfileColumns.Columns
        /// Whether the type cannot be named in a format line, and is written in a separate column instead.
        var overridesType: Bool
    }

    /// Creates a writer.
    ///
    /// - Parameter fields: The names of the fields to write, standard or custom, in any order; `nil` for all fields
    ///   that are set. TYPE and SYMBOL are always written.
    public init(fields: [String]? = nil) {
        self.init(fields: fields, columns: ProfileColumns())
    }

    /// Creates a writer.
    ///
    /// - Parameter columns: The columns that the profiles use. With these, each type gets one format line.
    package init(fields: [String]? = nil, columns: ProfileColumns) {
        filter = fields.map(FieldFilter.init)
        known = columns
    }

    /// Appends the record of a profile. If the type has no format line yet, or needs a further column, appends a format
    /// line first.
    ///
    /// - Complexity: O(bytes written + columns of the type).
    public mutating func write(_ profile: InstrumentProfile, to output: inout [UInt8]) {
        var used = ProfileColumns.Columns(of: profile)
        filter?.apply(to: &used)
        // A record whose first field starts with "#" would be read as a comment, a command or a definition.
        let overridesType = profile.type.utf8.first == ASCII.hash
        let name = overridesType ? "" : profile.type
        if var format = formats[name], format.overridesType == overridesType {
            if format.columns.formUnion(used) { define(name, format, to: &output) }
        } else {
            if var noted = known.byType[profile.type] {
                filter?.apply(to: &noted)
                _ = used.formUnion(noted)
            }
            define(name, Format(columns: used, overridesType: overridesType), to: &output)
        }
        writeRecord(profile, name, formats[name]!, to: &output)
    }

    /// Appends `##`, which means that everything up to here may be processed.
    ///
    /// - Parameter live: Whether an empty line follows, as in a live stream.
    public func writeFlush(live: Bool = false, to output: inout [UInt8]) {
        output += live ? "##\n\n".utf8 : "##\n".utf8
    }

    /// Appends `##COMPLETE`, which means that everything up to here is the whole snapshot.
    ///
    /// - Parameter live: Whether an empty line follows, as in a live stream.
    public func writeComplete(live: Bool = false, to output: inout [UInt8]) {
        output += live ? "##COMPLETE\n\n".utf8 : "##COMPLETE\n".utf8
    }

    /// Returns a whole snapshot as text: one format line for each type, the records, and `##COMPLETE`.
    public static func snapshot(_ profiles: [InstrumentProfile], fields: [String]? = nil) -> [UInt8] {
        var columns = ProfileColumns()
        for profile in profiles { columns.note(profile) }
        var writer = ProfileWriter(fields: fields, columns: columns)
        var output: [UInt8] = []
        for profile in profiles { writer.write(profile, to: &output) }
        writer.writeComplete(to: &output)
        return output
    }

    // MARK: Lines

    private mutating func define(_ name: String, _ format: Format, to output: inout [UInt8]) {
        formats[name] = format
        Self.appendField("#" + name + "::=TYPE", to: &output)
        if format.overridesType { output += ",TYPE".utf8 }
        for field in ProfileField.allCases where field != .type && format.columns.standard.contains(field) {
            output.append(ASCII.comma)
            output += field.name.utf8
        }
        for custom in format.columns.custom {
            output.append(ASCII.comma)
            Self.appendField(custom, to: &output)
        }
        output.append(ASCII.lineFeed)
    }

    private func writeRecord(
        _ profile: InstrumentProfile, _ name: String, _ format: Format, to output: inout [UInt8]
    ) {
        Self.appendField(name, to: &output)
        if format.overridesType {
            output.append(ASCII.comma)
            Self.appendField(profile.type, to: &output)
        }
        for field in ProfileField.allCases where field != .type && format.columns.standard.contains(field) {
            output.append(ASCII.comma)
            if profile.isSet(field) { Self.appendField(profile[field], to: &output) }
        }
        writeCustomFields(profile.customFields, format.columns.custom, to: &output)
        output.append(ASCII.lineFeed)
    }

    /// Appends the custom fields of a record.
    ///
    /// - Parameter names: The names of the columns, sorted.
    private func writeCustomFields(
        _ fields: [InstrumentProfile.CustomField], _ names: [String], to output: inout [UInt8]
    ) {
        // Both lists are sorted, so one merge pass is enough.
        let fields = fields.sorted { ProfileColumns.Columns.precedes($0.name, $1.name) }
        var index = fields.startIndex
        for name in names {
            output.append(ASCII.comma)
            while index < fields.endIndex, ProfileColumns.Columns.precedes(fields[index].name, name) { index += 1 }
            if index < fields.endIndex, fields[index].name == name {
                Self.appendField(fields[index].value, to: &output)
            }
        }
    }

    /// Appends the text of a field, in quotes if necessary. The caller writes separators and line ends.
    package static func appendField(_ value: String, to output: inout [UInt8]) {
        let start = output.count
        output += value.utf8
        let needsQuotes = output[start...].contains {
            $0 == ASCII.comma || $0 == ASCII.quote || $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn
        }
        guard needsQuotes else { return }
        output.removeSubrange(start...)
        output.append(ASCII.quote)
        for byte in value.utf8 {
            if byte == ASCII.quote { output.append(ASCII.quote) }
            output.append(byte)
        }
        output.append(ASCII.quote)
    }
}

/// The fields that a caller or a request has chosen: `fields: A,B`.
struct FieldFilter: Hashable, Sendable {
    private let standard: FieldSet
    private let custom: Set<String>

    init(_ names: [String]) {
        standard = names.reduce(into: ProfileColumns.Columns.always) { fields, name in
            if let field = ProfileField(name: name) { fields.insert(field) }
        }
        custom = Set(names)
    }

    /// Removes the columns that were not chosen.
    func apply(to columns: inout ProfileColumns.Columns) {
        columns.standard.formIntersection(standard)
        columns.custom.removeAll { !custom.contains($0) }
    }
}
