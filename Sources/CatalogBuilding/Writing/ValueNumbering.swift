internal import Scanning

/// The distinct values of a field in order, and the value id of each gathered text: `150` and `150.0` are one strike.
struct ValueNumbering: ~Copyable {
    /// The number of distinct values that rows have.
    private(set) var count = 0
    /// The value id of each text in the store, from 1; 0 if the text counts as not set.
    private(set) var ids: TrivialArray<UInt32>
    private var texts = FrontCodedTextBuilder()
    private var numbers = ByteSink()
    private let kind: ProfileField.Kind

    /// Numbers the texts of `store`, except those that `isUsed` marks with 0.
    init(_ store: StableBox<TextStore>, kind: ProfileField.Kind, isUsed: consuming TrivialArray<UInt8>?)
        throws(CatalogError)
    {
        self.kind = kind
        ids = TrivialArray(repeating: 0, count: store.value.count + 1)
        let used = isUsed ?? TrivialArray<UInt8>(repeating: 1, count: store.value.count + 1)
        if kind == .text { numberTexts(store, used) } else { numberValues(store, used) }
    }

    private mutating func numberTexts(_ store: StableBox<TextStore>, _ isUsed: borrowing TrivialArray<UInt8>) {
        let order = TextRanking(of: store.value)
        var isFirst = true
        for position in 0..<order.count {
            let number = order.number(at: position)
            if !order.repeats(at: position) { isFirst = true }
            if isUsed[Int(number)] == 0 { continue }
            if isFirst {
                count += 1
                isFirst = false
                store.value.withText(number) { texts.append($0) }
            }
            ids[Int(number)] = UInt32(count)
        }
    }

    private mutating func numberValues(_ store: StableBox<TextStore>, _ isUsed: borrowing TrivialArray<UInt8>) {
        var values: [(number: Double, whole: Int, text: UInt32)] = []
        for text in 0...UInt32(store.value.count) where isUsed[Int(text)] == 1 {
            // Both the record reader and the builder reject values that cannot be parsed.
            switch store.value.withText(text, { FieldValue($0, kind: kind) }) {
            case .integer(let whole)?: if whole != 0 { values.append((0, whole, text)) }
            case .number(let number)?: if number != 0 { values.append((number, 0, text)) }
            case .date(let date?)?: values.append((0, date.dayNumber, text))
            case .text?, .date(nil)?, nil: break
            }
        }
        values.sort { a, b in
            let order = Double.order(a.number, b.number)
            return order != 0 ? order < 0 : (a.whole, a.text) < (b.whole, b.text)
        }
        for index in values.indices {
            let value = values[index]
            if index == 0 || Double.order(values[index - 1].number, value.number) != 0
                || values[index - 1].whole != value.whole
            {
                count += 1
                numbers.append(u64: kind == .number ? value.number.bitPattern : UInt64(bitPattern: Int64(value.whole)))
            }
            ids[Int(value.text)] = UInt32(count)
        }
    }

    /// Returns the bytes of a section of kind `SectionKind.values`.
    mutating func section(_ name: String) throws(CatalogError) -> ByteSink {
        if kind != .text {
            var section = ByteSink()
            swap(&section, &numbers)
            return section
        }
        var builder = FrontCodedTextBuilder()
        swap(&builder, &texts)
        return try builder.finish(name)
    }
}
