import Ingest
import ProfileFormat
import Scanning

// MARK: - Values in the forms of fields

extension RowMapping {
    /// Appends a value of the list in the form that its field requires.
    ///
    /// - Returns: Whether the appended value differs from the value in the list.
    func append(
        _ field: ProfileField, _ text: Span<UInt8>, _ place: Place, _ row: borrowing ListRow, to record: inout [UInt8]
    ) throws -> Bool {
        switch field {
        case .country, .opol:
            guard list.derives else { break }
            // COUNTRY is the country of the listing, which follows from the place. Lists often contain the country of
            // the company.
            let start = record.count
            return symbols.append(field, to: &record) && !text.elementsEqual(record.span.extracting(start...))
        case .currency, .baseCurrency:
            // There are few texts with the three letters of a code, so cache them.
            let code = text.count == 3 ? currencies.value(of: text, ListText.currency) : ListText.currency(text)
            ListText.append(code.span, to: &record)
            return list.derives && !text.elementsEqual(code.span)
        case .isin, .cusip, .sedol:
            ListText.append(text, to: &record)
            guard list.derives, let digit = ListText.missingCheckDigit(of: text, field) else { return false }
            record.append(digit)
            return true
        case .priceIncrements:
            ListText.appendNumber(text, hasDecimalCommas: row.separator == ASCII.semicolon, orText: true, to: &record)
            return false
        default: break
        }
        switch field.kind {
        case .number, .integer:
            let hasDecimalCommas = row.separator == ASCII.semicolon
            guard ListText.appendNumber(text, hasDecimalCommas: hasDecimalCommas, orText: false, to: &record) else {
                let written = GrammarError.excerpt(String(decoding: text))
                throw row.error(
                    .invalidNumber, "\(field.name): found “\(written)”, expected a number",
                    field: column(place))
            }
        case .date:
            if CalendarDate(dashed: text) != nil {
                record.append(span: text)
                return false
            }
            try appendDate(text, place, row, to: &record)
        default: ListText.append(text, to: &record)
        }
        return false
    }

    /// Appends a date of the list as `2026-12-31`.
    func appendDate(
        _ text: Span<UInt8>, _ place: Place?, _ row: borrowing ListRow, to record: inout [UInt8]
    ) throws {
        guard let date = ListText.date(text, place.flatMap { forms[$0.entry] }) else {
            let written = GrammarError.excerpt(String(decoding: text))
            let name = place.map { entries[$0.entry].field } ?? ""
            throw row.error(
                .invalidDate,
                "\(name): found “\(written)”, expected a date such as 2026-12-31; write \(name)=mdy:… or dmy:… if the "
                    + "month or the day is first", field: column(place))
        }
        record += date.description.utf8
    }
}
