import ProfileFormat

/// A source of unique tickers of capital letters, in an order that appears random.
struct TickerSource {
    private let offset: Int
    /// The number of tickers generated so far, by length.
    private var taken = [Int](repeating: 0, count: 8)
    /// Well-known tickers, which are reserved for their companies. The set is used only for membership tests, so its
    /// order has no effect.
    private let reserved: Set<Text>

    init(offset: Int) {
        self.offset = offset
        let known = KnownInstruments.stocks + KnownInstruments.etfs + KnownInstruments.indexes
        // Roots of options on shares do not start with "/". Roots of weekly options on indexes end with "W".
        let roots = known.map { Text($0.0).filter { $0.isASCIILetter } }
        reserved = Set(known.map { Text($0.0) } + roots + KnownInstruments.indexes.map { Text($0.0 + "W") })
    }

    /// Returns the next ticker of `letters` letters, followed by `suffix`. If all of these are used up, the ticker has
    /// more letters.
    mutating func next(letters: Int, suffix: Text = []) -> Text {
        var letters = letters
        while taken[letters] >= Self.space(letters) * 3 / 4, letters < 7 { letters += 1 }
        while true {
            let stem = letter(taken[letters], letters)
            taken[letters] += 1
            // Skip a ticker that could be read as a shorter ticker with a suffix.
            let isAmbiguous =
                suffix.isEmpty
                ? letters > 4 && Self.suffixes.contains(stem[letters - 1]) : stem[letters - 1] == Self.suffixes[0]
            if isAmbiguous { continue }
            let ticker = stem + suffix
            if !reserved.contains(ticker) { return ticker }
        }
    }

    /// The last letters of tickers of funds, foreign shares and depositary receipts.
    private static let suffixes = Text("XFY")

    /// Returns the number of tickers with `letters` letters: 26^`letters`.
    static func space(_ letters: Int) -> Int {
        var space = 1
        for _ in 0..<letters { space *= 26 }
        return space
    }

    private func letter(_ index: Int, _ letters: Int) -> Text {
        let space = Self.space(letters)
        // The factor is coprime to 26, so different indexes give different tickers.
        var number = (index % space * (123_457 % space) + offset % space) % space
        var text = Text(repeating: 0, count: letters)
        for position in (0..<letters).reversed() {
            text[position] = UInt8(ascii: "A") + UInt8(number % 26)
            number /= 26
        }
        return text
    }
}
