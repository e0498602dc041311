/// Writes profiles as IPF text from which a reader restores equal profiles (`ipf-format.md`, sections 1 and 4).
///
/// A type's format line precedes its first profile and lists only the used columns: standard ones in standard order,
/// then custom ones in byte order. If a later profile has a new column, the writer redefines the format with the
/// columns so far and the new one. Memory therefore depends only on the number of columns.
/// ``snapshot(_:fields:)`` receives all profiles at once, and writes one format line per type.
///
/// Text, numbers and dates are written in normal form, and custom fields in the order of their names. The writer stores
/// no output: it appends to an array of the caller.
///
/// ```
/// #STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY
/// STOCK,"BRK,A","Berkshire ""Class A"", Inc.",USD
/// ##COMPLETE
/// ```
public struct ProfileWriter: Sendable {
    /// The columns to write besides TYPE and SYMBOL; `nil` for all.
    private let filter: FieldFilter?
    /// The columns noted in advance.
    private let known: ProfileColumns
    /// The last format line of each type.
    private var formats: [String: Format] = [:]

    private struct Format {
        var columns: ProfileColumns.Columns
        /// Whether the type can't be named in a format line, and is written in a separate column.
        var overridesType: Bool
    }

    /// - Parameter fields: The names of the fields to write, standard or custom, in any order; `nil` for all that are
    ///   set. TYPE and SYMBOL are always written.
    public init(fields: [String]? = nil) {
        self.init(fields: fields, columns: ProfileColumns())
    }

    /// - Parameter columns: The columns that the profiles use, so that each type gets one format line.
    package init(fields: [String]? = nil, columns: ProfileColumns) {
        filter = fields.map(FieldFilter.init)
        known = columns
    }

    /// Appends the profile's record, preceded by its format line if that is new or needs a further column.
    ///
    /// - Complexity: O(bytes written + columns of the type).
    public mutating func write(_ profile: InstrumentProfile, to output: inout [UInt8]) {
        var used = ProfileColumns.Columns(of: profile)
        filter?.apply(to: &used)
        // A record whose first field begins with "#" would be read as a comment, a command or a definition.
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

    /// Appends `##`: everything so far may be processed.
    ///
    /// - Parameter live: Whether to append an empty line, as in a live stream.
    public func writeFlush(live: Bool = false, to output: inout [UInt8]) {
        output += live ? "##\n\n".utf8 : "##\n".utf8
    }

    /// Appends `##COMPLETE`: everything so far is the whole snapshot.
    ///
    /// - Parameter live: Whether to append an empty line, as in a live stream.
    public func writeComplete(live: Bool = false, to output: inout [UInt8]) {
        output += live ? "##COMPLETE\n\n".utf8 : "##COMPLETE\n".utf8
    }

    /// Returns the text of a whole snapshot: one format line for each type, and `##COMPLETE`.
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

    /// - Parameter names: The names of the columns, sorted.
    private func writeCustomFields(
        _ fields: [InstrumentProfile.CustomField], _ names: [String], to output: inout [UInt8]
    ) {
        // Both are sorted, so one merge pass suffices.
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

    /// Appends the text of one field, quoted if necessary. The caller writes separators and line ends.
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

/// The fields that a request names: `fields: A,B`.
struct FieldFilter: Hashable, Sendable {
    private let standard: FieldSet
    private let custom: Set<String>

    init(_ names: [String]) {
        standard = names.reduce(into: ProfileColumns.Columns.always) { fields, name in
            if let field = ProfileField(name: name) { fields.insert(field) }
        }
        custom = Set(names)
    }

    /// Removes the columns that were not requested.
    func apply(to columns: inout ProfileColumns.Columns) {
        columns.standard.formIntersection(standard)
        columns.custom.removeAll { !custom.contains($0) }
    }
}
