import ProfileFormat

/// Tickers of capital letters, each once, in an order that looks like none.
struct TickerSource {
    private let offset: Int
    /// How many of each length were taken.
    private var taken = [Int](repeating: 0, count: 8)
    /// Well-known tickers, which stay with their companies. Asked for members only, so its order has no say.
    private let reserved: Set<Text>

    init(offset: Int) {
        self.offset = offset
        let known = KnownInstruments.stocks + KnownInstruments.etfs + KnownInstruments.indexes
        // Options on shares have a root without "/", weekly ones on indexes one with "W".
        let roots = known.map { Text($0.0).filter { $0.isASCIILetter } }
        reserved = Set(known.map { Text($0.0) } + roots + KnownInstruments.indexes.map { Text($0.0 + "W") })
    }

    /// The next ticker of `letters` letters, or of more where those are used up; `suffix` comes on top.
    mutating func next(letters: Int, suffix: Text = []) -> Text {
        var letters = letters
        while taken[letters] >= Self.space(letters) * 3 / 4, letters < 7 { letters += 1 }
        while true {
            let stem = letter(taken[letters], letters)
            taken[letters] += 1
            // What could be a shorter stem with a suffix is left out.
            let isAmbiguous =
                suffix.isEmpty
                ? letters > 4 && Self.suffixes.contains(stem[letters - 1]) : stem[letters - 1] == Self.suffixes[0]
            if isAmbiguous { continue }
            let ticker = stem + suffix
            if !reserved.contains(ticker) { return ticker }
        }
    }

    /// The last letters of funds, foreign shares and depositary receipts.
    private static let suffixes = Text("XFY")

    /// 26^`letters`.
    static func space(_ letters: Int) -> Int {
        var space = 1
        for _ in 0..<letters { space *= 26 }
        return space
    }

    private func letter(_ index: Int, _ letters: Int) -> Text {
        let space = Self.space(letters)
        // The factor shares no divisor with 26, so every index has its own number.
        var number = (index % space * (123_457 % space) + offset % space) % space
        var text = Text(repeating: 0, count: letters)
        for position in (0..<letters).reversed() {
            text[position] = UInt8(ascii: "A") + UInt8(number % 26)
            number /= 26
        }
        return text
    }
}
