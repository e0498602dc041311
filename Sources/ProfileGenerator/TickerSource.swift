import ProfileFormat

/// A source of unique tickers of capital letters, in an order that appears random.
struct TickerSource {
    private let offset: Int
    /// The number of generated tickers by length.
    private var taken = [Int](repeating: 0, count: 8)
    /// Well-known tickers, reserved for their companies. Only used for membership tests, so the set's order has no
    /// effect.
    private let reserved: Set<Text>

    init(offset: Int) {
        self.offset = offset
        let known = KnownInstruments.stocks + KnownInstruments.etfs + KnownInstruments.indexes
        // Roots of options on shares have no "/", and those of weekly options on indexes end with "W".
        let roots = known.map { Text($0.0).filter { $0.isASCIILetter } }
        reserved = Set(known.map { Text($0.0) } + roots + KnownInstruments.indexes.map { Text($0.0 + "W") })
    }

    /// Returns the next ticker of `letters` letters, or of more if those are used up, followed by `suffix`.
    mutating func next(letters: Int, suffix: Text = []) -> Text {
        var letters = letters
        while taken[letters] >= Self.space(letters) * 3 / 4, letters < 7 { letters += 1 }
        while true {
            let stem = letter(taken[letters], letters)
            taken[letters] += 1
            // Skips tickers that could be read as a shorter stem with a suffix.
            let isAmbiguous =
                suffix.isEmpty
                ? letters > 4 && Self.suffixes.contains(stem[letters - 1]) : stem[letters - 1] == Self.suffixes[0]
            if isAmbiguous { continue }
            let ticker = stem + suffix
            if !reserved.contains(ticker) { return ticker }
        }
    }

    /// The final letters of funds, foreign shares and depositary receipts.
    private static let suffixes = Text("XFY")

    /// Returns 26^`letters`.
    static func space(_ letters: Int) -> Int {
        var space = 1
        for _ in 0..<letters { space *= 26 }
        return space
    }

    private func letter(_ index: Int, _ letters: Int) -> Text {
        let space = Self.space(letters)
        // The factor is coprime to 26, so different indexes give different numbers.
        var number = (index % space * (123_457 % space) + offset % space) % space
        var text = Text(repeating: 0, count: letters)
        for position in (0..<letters).reversed() {
            text[position] = UInt8(ascii: "A") + UInt8(number % 26)
            number /= 26
        }
        return text
    }
}
