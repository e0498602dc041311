internal import Scanning

/// An undo record: the information required to revert the change of a symbol by an import.
package enum HistoryChange: Equatable {
    /// The import added the symbol.
    case added
    /// The import removed the symbol, which had this profile (`EncodedProfile`).
    case removed([UInt8])
    /// The import changed the profile. Each entry is a changed field, in order, with its old text, which is empty if
    /// the field was not set.
    case changed([(name: ProfileFields.Name, old: [UInt8])])

    package static func == (a: HistoryChange, b: HistoryChange) -> Bool {
        switch (a, b) {
        case (.added, .added): true
        case (.removed(let a), .removed(let b)): a == b
        case (.changed(let a), .changed(let b)): a.elementsEqual(b) { $0.name == $1.name && $0.old == $1.old }
        default: false
        }
    }
}

/// Encodes consecutive undo records of one import, in symbol order, as a block, which is the unit of compression.
///
/// An import often removes many similar instruments, such as all options of an expiration. A removed profile is
/// therefore stored as its differences from the previous removed profile. Each text is stored as its difference from
/// the field's previous text.
///
/// ```
/// per change:
///   varint shared, varint length, bytes    the symbol: the length of the prefix shared with the previous symbol
///                                          (0 for the first), and the remaining bytes
///   u8 0                                   added
///   u8 1, fields, u8 254                   removed; the fields of its profile, without SYMBOL, that differ from
///                                          the previous removed profile:
///     u8 field, varint shared, varint length, bytes
///         the standard field's index in standard order, from 0, and its text; an unset field has length 0
///         and shares nothing
///     u8 255, varint length, name, varint shared, varint length, bytes
///         a custom field
///   u8 2, fields, u8 254                   changed; the fields that differ: as above, but with the whole text
///                                          and without `shared`
/// ```
///
/// Worked example: `.A1` is removed, TYPE `OPTION`, STRIKE 1.5; `.A2` is removed, TYPE `OPTION`, STRIKE 1.75; `B` is
/// changed and had STRIKE 2.
/// ```
/// 00 03 2E 41 31  01  00 00 06 4F 50 54 49 4F 4E  19 00 03 31 2E 35  FE
/// 02 01 32        01  19 02 02 37 35  FE
/// 00 01 42        02  19 01 32  FE
/// ```
struct HistoryBlockBuilder: ~Copyable {
    private var sink = ByteSink()
    private var symbol: [UInt8] = []
    private var removed = ProfileFields()
    /// The number of changes so far.
    private(set) var count = 0

    /// The byte that ends the fields of a change.
    static let end: UInt8 = 254

    init() {}

    /// The number of bytes so far.
    var length: Int { sink.count }

    /// The bytes of all changes.
    var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { sink.span }
    }

    /// Appends a change of a symbol that follows the previous symbol in order.
    mutating func append(_ symbol: [UInt8], _ change: HistoryChange) {
        Self.append(symbol, after: self.symbol, to: &sink)
        self.symbol = symbol
        count += 1
        switch change {
        case .added: sink.append(0)
        case .removed(let profile):
            sink.append(1)
            append(removed: ProfileFields(profile))
        case .changed(let fields):
            sink.append(2)
            for field in fields {
                append(field.name)
                sink.append(varint: field.old.count)
                sink.append(field.old.span)
            }
            sink.append(Self.end)
        }
    }

    private mutating func append(removed fields: ProfileFields) {
        var fields = fields
        fields[.symbol] = []
        var before = removed.items[...]
        for item in fields.items {
            while let old = before.first, ProfileFields.Name.precedes(old.name, item.name) {
                append(unset: old.name)
                before.removeFirst()
            }
            var old: [UInt8] = []
            if let first = before.first, first.name == item.name {
                old = first.text
                before.removeFirst()
            }
            if old == item.text { continue }
            append(item.name)
            Self.append(item.text, after: old, to: &sink)
        }
        for old in before { append(unset: old.name) }
        sink.append(Self.end)
        removed = fields
    }

    private mutating func append(unset name: ProfileFields.Name) {
        append(name)
        sink.append(varint: 0)
        sink.append(varint: 0)
    }

    private mutating func append(_ name: ProfileFields.Name) {
        sink.append(name.number)
        if name.number != ProfileField.customNumber { return }
        sink.append(varint: name.custom.count)
        sink.append(name.custom.span)
    }

    private static func append(_ text: [UInt8], after old: [UInt8], to sink: inout ByteSink) {
        let shared = text.span.commonPrefix(old.span)
        sink.append(varint: shared)
        sink.append(varint: text.count - shared)
        let rest = text.span.extracting(shared..<text.count)
        sink.append(rest)
    }
}

extension ProfileFields.Name {
    /// The field SYMBOL.
    static let symbol = ProfileFields.Name(number: ProfileField.symbol.rawValue)
}
