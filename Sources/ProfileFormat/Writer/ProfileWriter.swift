/// Writes profiles as IPF text that reads back equal (`ipf-format.md`, sections 1 and 4).
///
/// A type's format line comes before its first profile, with just the columns that are used: standard ones in standard
/// order, then custom ones in byte order of their names. The writer learns the columns from the profiles as they come: a
/// profile with a further column redefines its type's format, on the line before it, to the columns so far and the new one. So a
/// stream of any length takes no memory but for the columns. ``snapshot(_:fields:)`` knows all profiles, and gives each type
/// one format line.
///
/// Text, numbers and dates are written in normal form; custom fields come back in the order of their names. The writer
/// keeps no output: it appends to the array it is given, which the caller hands on and empties as it likes.
///
/// ```
/// #STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY
/// STOCK,"BRK,A","Berkshire ""Class A"", Inc.",USD
/// ##COMPLETE
/// ```
public struct ProfileWriter: Sendable {
    /// The only columns written besides TYPE and SYMBOL; `nil` for all.
    private let filter: FieldFilter?
    /// The columns noted beforehand.
    private let known: ProfileColumns
    /// What each type's format line has said.
    private var formats: [String: Format] = [:]

    private struct Format {
        var columns: ProfileColumns.Columns
        /// The type can't be named in a format line, and stands in a column of its own.
        var overridesType: Bool
    }

    /// - Parameter fields: the names of the fields to write, standard or custom, in any order; `nil` for all that are set.
    ///   TYPE and SYMBOL always come.
    public init(fields: [String]? = nil) {
        self.init(fields: fields, columns: ProfileColumns())
    }

    /// - Parameter columns: what the profiles to come use: each type gets one format line.
    package init(fields: [String]? = nil, columns: ProfileColumns) {
        filter = fields.map(FieldFilter.init)
        known = columns
    }

    /// Appends the profile's record, after its type's format line where that is new or needs a further column.
    ///
    /// - Complexity: O(bytes written + columns of the type).
    public mutating func write(_ profile: InstrumentProfile, to output: inout [UInt8]) {
        var used = ProfileColumns.Columns(of: profile)
        filter?.apply(to: &used)
        // A record whose first field begins with "#" would be a comment, a command or a definition.
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
    /// - Parameter live: an empty line follows, as in a live stream.
    public func writeFlush(live: Bool = false, to output: inout [UInt8]) {
        output += live ? "##\n\n".utf8 : "##\n".utf8
    }

    /// Appends `##COMPLETE`: everything so far is the whole snapshot.
    ///
    /// - Parameter live: an empty line follows, as in a live stream.
    public func writeComplete(live: Bool = false, to output: inout [UInt8]) {
        output += live ? "##COMPLETE\n\n".utf8 : "##COMPLETE\n".utf8
    }

    /// The text of a whole snapshot: one format line for each type, and `##COMPLETE`.
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

    /// - Parameter names: those of the columns, sorted.
    private func writeCustomFields(
        _ fields: [InstrumentProfile.CustomField], _ names: [String], to output: inout [UInt8]
    ) {
        // Both are sorted, so one pass finds all.
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

    /// Appends the text of one field, quoted where its bytes need it; separators and line ends are the caller's.
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

    /// Leaves the columns that were asked for.
    func apply(to columns: inout ProfileColumns.Columns) {
        columns.standard.formIntersection(standard)
        columns.custom.removeAll { !custom.contains($0) }
    }
}
