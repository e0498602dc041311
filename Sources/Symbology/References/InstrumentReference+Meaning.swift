extension InstrumentReference {
    /// Returns whether the best reading of a text, `self`, means the instrument that was written.
    ///
    /// The reading contains the place in the notation's own code, or no place where the notation has none.
    ///
    /// - Parameter omitsPlace: Whether the notation has no places for options.
    func means(_ written: InstrumentReference, omitsPlace: Bool) -> Bool {
        switch (self, written) {
        case (.option(let read), .option(let option)):
            read.root == option.root && read.future == option.future && read.strike == option.strike
                && read.side == option.side && Self.isSame(read.expiration, option.expiration)
                && (omitsPlace || option.future != nil || Self.isSame(read.place, option.place))
        case (.future(let read), .future(let future)):
            read.root == future.root && read.contract == future.contract
                && (read.place == nil || future.place == nil || Self.isSame(read.place, future.place))
        case (.product(let read), .product(let product)): read.root == product.root
        case (.share(let read), .share(let share)):
            (read == share || read.spellings.contains { share.spellings.contains($0) })
                && Self.isSame(read.place, share.place)
        case (.pair(let read), .pair(let pair)): read.base == pair.base && read.quote == pair.quote
        case (.index(let read), .index(let index)):
            read.tickers.first == index.tickers.first && (read.country ?? index.country) == index.country
        default: self == written
        }
    }

    /// Returns whether two expirations are equal, or one is the standard day of the other's month.
    private static func isSame(_ read: OptionReference.Expiration, _ written: OptionReference.Expiration) -> Bool {
        if case .day(let day) = read, case .month(let month) = written { return day == month.thirdFriday }
        return read == written
    }

    /// Returns whether a place in a text is the market that was written. No place means the United States.
    private static func isSame(_ read: SymbolPlace?, _ written: SymbolPlace?) -> Bool {
        guard let written else { return read.map { $0.countries == ["US"] } ?? true }
        guard let read else { return written.countries.first == "US" }
        guard let main = written.mics.first else { return read.countries.first == written.countries.first }
        return read.mics.contains(main) || read.scheme == .country && read.countries.first == written.countries.first
    }
}
