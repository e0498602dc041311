/// What a symbol's first characters say of its instrument.
enum Category: String, CaseIterable {
    case fut, spread, futopt, bsopt, bs

    /// The category of a symbol; `nil` for an empty one.
    init?(ofSymbol symbol: String) {
        var bytes = symbol.utf8.makeIterator()
        switch bytes.next() {
        case nil: return nil
        case UInt8(ascii: "/"): self = .fut
        case UInt8(ascii: "="): self = .spread
        case UInt8(ascii: "."): self = bytes.next() == UInt8(ascii: "/") ? .futopt : .bsopt
        default: self = .bs
        }
    }
}
