extension InstrumentReference {
    /// Returns whether `self`, the best reading of a text that was written for `written`, means the same instrument.
    ///
    /// The place in a reading has the notation's own code; a reading has no place if the notation has none.
    ///
    /// - Parameter omitsPlace: Whether the notation never writes the place of an option.
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

    /// Returns whether two expirations are equal. A written month may be read as its third Friday.
    private static func isSame(_ read: OptionReference.Expiration, _ written: OptionReference.Expiration) -> Bool {
        if case .day(let day) = read, case .month(let month) = written { return day == month.thirdFriday }
        return read == written
    }

    /// Returns whether the place in a reading is the market that was written. A reading without a place means the
    /// United States.
    private static func isSame(_ read: SymbolPlace?, _ written: SymbolPlace?) -> Bool {
        guard let written else { return read.map { $0.countries == ["US"] } ?? true }
        guard let read else { return written.countries.first == "US" }
        guard let main = written.mics.first else { return read.countries.first == written.countries.first }
        return read.mics.contains(main) || read.scheme == .country && read.countries.first == written.countries.first
    }
}
