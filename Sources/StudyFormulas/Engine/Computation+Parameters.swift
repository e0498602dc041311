extension Computation {
    /// Reads a whole number, which by default is a number of bars.
    func length(
        _ standard: Int, _ id: String = "length", _ bounds: ClosedRange<Int> = 1...Computation.longest
    ) -> Int {
        read(
            id, .wholeNumber, standard, "\(standard)",
            "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        ) { text in Int(text).flatMap { bounds.contains($0) ? $0 : nil } }
    }

    /// The maximum length of a window, which limits the memory that a study needs.
    static let longest = 1_000_000

    /// Reads a number.
    func number(_ standard: Double, _ id: String) -> Double {
        let text = standard == standard.rounded() ? "\(Int(standard))" : "\(standard)"
        return read(id, .number, standard, text, "a number") { text in
            Double(text).flatMap { $0.isFinite ? $0 : nil }
        }
    }

    /// Reads `true` or `false`.
    func flag(_ standard: Bool, _ id: String) -> Bool {
        read(id, .boolean, standard, "\(standard)", "true or false") { Bool($0) }
    }

    /// Reads a kind of average.
    func kind(_ standard: StudyAverage, _ id: String = "average") -> StudyAverage {
        let known = StudyAverage.allCases.map(\.rawValue).joined(separator: ", ")
        return read(id, .average, standard, standard.rawValue, "one of \(known)") { StudyAverage(rawValue: $0) }
    }

    /// Reads which price the study uses.
    func price(_ standard: StudyPrice = .close) -> Block {
        let known = StudyPrice.allCases.map(\.rawValue).joined(separator: ", ")
        let price = read("price", .price, standard, standard.rawValue, "one of \(known)") { StudyPrice(rawValue: $0) }
        return self.price(of: price)
    }

    /// Reads the period after which the study restarts.
    func period() -> SessionAnchors.Period {
        read("aggregation", .aggregation, .day, "1d", "1d, 1w or 1mo") { text in
            switch text {
            case "1d": .day
            case "1w", "7d": .week
            case "1mo": .month
            default: nil
            }
        }
    }

    /// Reads the number of bars by which a line is shifted.
    func displacement() -> Int { length(0, "displace", -Self.longest...Self.longest) }

    // MARK: Lines

    /// Adds a line that is shifted into the future by `displace` bars.
    func line(_ title: String, _ values: Block, displace: Int = 0) {
        add(title, displace < 0 ? .values(values, back: -displace) : .values(lag(values, displace), back: 0))
    }

    /// Adds the three lines of a band.
    func band(_ middle: Block, above: Block, below: Block, displace: Int = 0) {
        line("Upper", zip(middle, above) { $0.each { $0 + $1 } }, displace: displace)
        line("Middle", middle, displace: displace)
        line("Lower", zip(middle, below) { $0.each { $0 - $1 } }, displace: displace)
    }

    func zero() { add("Zero", .level(0)) }

    /// Reads the levels of an oscillator. Pass the result to `extremes(_:)` after adding the other lines.
    func levels(_ low: Double, _ high: Double) -> (high: Double, low: Double) {
        (number(high, "overBought"), number(low, "overSold"))
    }

    func extremes(_ levels: (high: Double, low: Double)) {
        add("Overbought", .level(levels.high))
        add("Oversold", .level(levels.low))
    }
}
