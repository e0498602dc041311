internal import Scanning

/// The decoded fields of an encoded profile (`EncodedProfile`), for creating and applying undo records.
package struct ProfileFields {
    /// The name of a field.
    package struct Name: Hashable {
        /// The standard field's index in standard order; `ProfileField.customNumber` for a custom field.
        var number: UInt8
        /// The name of a custom field; empty for a standard one.
        var custom: [UInt8] = []

        /// Creates the name of a standard or custom field.
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

        /// Compares names: standard fields in standard order, then custom ones by name.
        static func precedes(_ a: Name, _ b: Name) -> Bool {
            a.number != b.number ? a.number < b.number : a.custom.lexicographicallyPrecedes(b.custom)
        }
    }

    /// The fields that are set, in order.
    private(set) var items: [(name: Name, text: [UInt8])] = []

    /// Creates a profile without fields.
    init() {}

    /// Decodes the fields of an encoded profile.
    package init(_ profile: [UInt8]) {
        items.reserveCapacity(24)
        EncodedProfile.forEachField(profile) { number, name, text in
            items.append((Name(number: number, custom: Array(copying: name)), Array(copying: text)))
            return true
        }
    }

    /// The text of a field; empty if it is not set. Assigning an empty text unsets the field.
    ///
    /// - Complexity: O(log fields) to read; O(fields) to set or unset a field.
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

    /// Returns the index of the first item whose name does not precede `name`.
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
