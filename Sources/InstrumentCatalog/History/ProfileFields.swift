internal import Scanning

/// A profile as its fields, to be compared with another one and changed: what stands between an encoded profile (`EncodedProfile`)
/// and what history keeps of it.
package struct ProfileFields {
    /// A field by its name.
    package struct Name: Hashable {
        /// The standard field's place in the standard's order; `ProfileField.customNumber` for a custom one.
        var number: UInt8
        /// The name of a custom field; empty for a standard one.
        var custom: [UInt8] = []

        /// The field of that name, standard or custom.
        package init(_ name: String) {
            if let field = ProfileField(name: name) {
                number = field.rawValue
            } else {
                number = ProfileField.customNumber
                custom = Array(name.utf8)
            }
        }

        init(number: UInt8, custom: [UInt8] = []) {
            self.number = number
            self.custom = custom
        }

        /// Standard fields in standard order, then custom ones by name.
        static func precedes(_ a: Name, _ b: Name) -> Bool {
            a.number != b.number ? a.number < b.number : a.custom.lexicographicallyPrecedes(b.custom)
        }
    }

    /// The fields that are set, in order.
    private(set) var items: [(name: Name, text: [UInt8])] = []

    /// No field.
    init() {}

    /// The fields of an encoded profile.
    package init(_ profile: [UInt8]) {
        items.reserveCapacity(24)
        EncodedProfile.forEachField(profile) { number, name, text in
            items.append((Name(number: number, custom: Array(copying: name)), Array(copying: text)))
            return true
        }
    }

    /// The text of a field; empty where it is not set, and setting an empty one unsets it.
    ///
    /// - Complexity: O(log fields); O(fields) where one is set or unset before the last.
    package subscript(name: Name) -> [UInt8] {
        get {
            let place = place(of: name)
            return place < items.count && items[place].name == name ? items[place].text : []
        }
        set {
            let place = place(of: name)
            let isSet = place < items.count && items[place].name == name
            switch (isSet, newValue.isEmpty) {
            case (true, true): items.remove(at: place)
            case (true, false): items[place].text = newValue
            case (false, false): items.insert((name, newValue), at: place)
            case (false, true): break
            }
        }
    }

    /// The place of the first field that is not before `name`.
    private func place(of name: Name) -> Int {
        items.indices.partitioningIndex { !Name.precedes(items[$0].name, name) }
    }

    /// The encoded profile.
    package var bytes: [UInt8] {
        var sink = ByteSink()
        for item in items {
            sink.append(item.name.number)
            if item.name.number == ProfileField.customNumber {
                sink.append(varint: item.name.custom.count)
                sink.append(item.name.custom.span)
            }
            sink.append(varint: item.text.count)
            sink.append(item.text.span)
        }
        return Array(copying: sink.span)
    }
}
