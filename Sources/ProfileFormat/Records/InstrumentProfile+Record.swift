extension InstrumentProfile {
    /// The profile that a record describes.
    public init(_ record: borrowing ProfileRecord) {
        self.init()
        for index in 0..<record.fieldCount {
            let column = record.format.columns[index]
            record.withField(index) { value in
                if value.isEmpty { return }
                if let field = column.field {
                    set(field, value)
                } else {
                    setCustomField(column.name, String(decoding: value))
                }
            }
        }
        type = record.type
    }
}
