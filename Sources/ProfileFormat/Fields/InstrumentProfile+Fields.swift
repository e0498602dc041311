extension InstrumentProfile {
    /// A standard field as text in normal form; empty where it is not set. Set it from any legal text of the field.
    public subscript(field: ProfileField) -> String {
        switch field.kind {
        case .text: self[keyPath: field.textPath!]
        case .integer: integer(field) == 0 ? "" : String(integer(field))
        case .number: number(field) == 0 ? "" : DecimalNumber.format(number(field))
        case .date: date(field)?.description ?? ""
        }
    }

    /// Sets a standard field from its text: any text, number or date form that the format allows, the empty text, or `NaN` for
    /// a number.
    ///
    /// - Returns: false, and nothing has changed, where the text is not a number or date and should be.
    @discardableResult
    public mutating func set(_ field: ProfileField, _ text: Span<UInt8>) -> Bool {
        guard let value = FieldValue(text, kind: field.kind) else { return false }
        switch value {
        case .text: self[keyPath: field.textPath!] = String(decoding: text)
        case .integer(let value): if field == .icb { icb = value } else { sic = value }
        case .number(let value):
            switch field {
            case .multiplier: multiplier = value
            case .spc: spc = value
            default: strike = value
            }
        case .date(let value): if field == .expiration { expiration = value } else { lastTrade = value }
        }
        return true
    }

    /// The value of a field by its name, standard or custom, as text in normal form; empty where it is not set.
    public subscript(name: String) -> String {
        if let field = ProfileField(name: name) { return self[field] }
        return customFields.first { $0.name == name }?.value ?? ""
    }

    /// Sets a custom field, in its place if there is one of that name, else as the last; an empty value removes it.
    public mutating func setCustomField(_ name: String, _ value: String) {
        let index = customFields.firstIndex { $0.name == name }
        switch (index, value.isEmpty) {
        case (let index?, true): customFields.remove(at: index)
        case (let index?, false): customFields[index].value = value
        case (nil, true): break
        case (nil, false): customFields.append(CustomField(name: name, value: value))
        }
    }

    /// Every field that is set, under its IPF name, as text in normal form: the standard ones in standard order, then
    /// the custom ones in theirs.
    public var fields: [(name: String, value: String)] {
        let standard = ProfileField.allCases.map { (name: $0.name, value: self[$0]) }.filter { !$0.value.isEmpty }
        return standard + customFields.map { (name: $0.name, value: $0.value) }
    }

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

    private func integer(_ field: ProfileField) -> Int { field == .icb ? icb : sic }

    private func number(_ field: ProfileField) -> Double {
        switch field {
        case .multiplier: multiplier
        case .spc: spc
        default: strike
        }
    }

    private func date(_ field: ProfileField) -> CalendarDate? { field == .expiration ? expiration : lastTrade }
}

extension ProfileField {
    /// Where a text field lives in a profile; `nil` for numbers and dates.
    var textPath: WritableKeyPath<InstrumentProfile, String>? {
        switch self {
        case .type: \.type
        case .symbol: \.symbol
        case .description: \.description
        case .localSymbol: \.localSymbol
        case .localDescription: \.localDescription
        case .country: \.country
        case .opol: \.opol
        case .exchangeData: \.exchangeData
        case .exchanges: \.exchanges
        case .currency: \.currency
        case .baseCurrency: \.baseCurrency
        case .cfi: \.cfi
        case .isin: \.isin
        case .sedol: \.sedol
        case .cusip: \.cusip
        case .product: \.product
        case .underlying: \.underlying
        case .additionalUnderlyings: \.additionalUnderlyings
        case .mmy: \.mmy
        case .optionType: \.optionType
        case .expirationStyle: \.expirationStyle
        case .settlementStyle: \.settlementStyle
        case .priceIncrements: \.priceIncrements
        case .tradingHours: \.tradingHours
        case .icb, .sic, .multiplier, .spc, .expiration, .lastTrade, .strike: nil
        }
    }
}
