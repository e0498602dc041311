extension InstrumentProfile {
    /// The profile that a record describes.
    ///
    /// - Complexity: O(bytes + columns).
    public init(_ record: borrowing ProfileRecord) {
        self.init()
        // Only names that occur more than once in a format need a search.
        var places: [String: Int]? = record.format.repeatsCustomFields ? [:] : nil
        for index in 0..<record.fieldCount {
            let column = record.format.columns[index]
            record.withField(index) { value in
                if value.isEmpty { return }
                if let field = column.field {
                    set(field, value)
                } else {
                    let custom = CustomField(name: column.name, value: String(decoding: value))
                    if let place = places?.updateValue(customFields.count, forKey: column.name) {
                        places?[column.name] = place
                        customFields[place] = custom
                    } else {
                        customFields.append(custom)
                    }
                }
            }
        }
        type = record.type
    }
}
