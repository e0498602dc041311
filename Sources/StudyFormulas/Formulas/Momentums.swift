/// Momentum: the speed of price changes.
extension Computation {
    /// The difference of two averages, and the average of that difference (Appel 1979). Each average starts with its
    /// own first values. In TA-Lib, both start at the same bar; its values converge to these.
    func macd() {
        convergence("MACD") { fast, slow in difference(fast, slow) }
    }

    /// The difference of two averages in percent of the slow average, and the average of that percentage.
    func ppo() {
        convergence("PPO") { fast, slow in quotient(difference(fast, slow), slow, factor: 100) }
    }

    private func convergence(_ title: String, _ formula: (Block, Block) -> Block) {
        let lengths = (length(12, "fastLength"), length(26, "slowLength"), length(9, "signalLength"))
        let price = price()
        let kind = kind(.exponential)
        let values = formula(average(kind, price, lengths.0), average(kind, price, lengths.1))
        let signal = average(kind, values, lengths.2)
        line(title, values)
        line("Signal", signal)
        line("Difference", difference(values, signal))
        zero()
    }

    func momentum() {
        let length = length(10)
        line("Momentum", change(price(), length))
        zero()
    }

    func rateOfChange() {
        let length = length(12)
        line("ROC", rate(price(), length))
        zero()
    }

    /// The change of a triple average (an average of averages of averages), in percent (Hutson 1983).
    func trix() {
        let (length, smoothing) = (length(15), length(9, "signalLength"))
        let price = price()
        let kind = kind(.exponential)
        let thrice = average(kind, average(kind, average(kind, price, length), length), length)
        let values = rate(thrice, 1)
        line("TRIX", values)
        line("Signal", average(kind, values, smoothing))
        zero()
    }

    /// The price minus the value that the average had length / 2 + 1 bars earlier.
    func detrendedPrice() {
        let length = length(20)
        let price = price()
        let kind = kind(.simple)
        line("DPO", difference(price, lag(average(kind, price, length), length / 2 + 1)))
        zero()
    }

    /// The difference of two means of the middle price (Williams 1995).
    func awesomeOscillator() {
        let lengths = (length(5, "fastLength"), length(34, "slowLength"))
        let price = price(.hl2)
        line("AO", difference(mean(price, lengths.0), mean(price, lengths.1)))
        zero()
    }

    /// The awesome oscillator minus its own mean.
    func acceleratorOscillator() {
        let lengths = (length(5, "fastLength"), length(34, "slowLength"), length(5, "averageLength"))
        let price = price(.hl2)
        let awesome = difference(mean(price, lengths.0), mean(price, lengths.1))
        line("AC", difference(awesome, mean(awesome, lengths.2)))
        zero()
    }

    /// The change of the price, averaged twice, divided by the magnitude of the change, averaged twice; 0 without
    /// changes (Blau 1991).
    func trueStrength() {
        let lengths = (length(25, "longLength"), length(13, "shortLength"), length(8, "signalLength"))
        let price = price()
        let kind = kind(.exponential)
        func twice(_ a: Block) -> Block { average(kind, average(kind, a, lengths.0), lengths.1) }
        let change = change(price)
        let values = quotient(twice(change), twice(size(change)), factor: 100, empty: 0)
        line("TSI", values)
        line("Signal", average(kind, values, lengths.2))
        zero()
    }

    /// The sum of four averaged rates of change with the weights 1 to 4, and the mean of that sum (Pring 1992).
    func knowSureThing() {
        let lengths = [10, 15, 20, 30].enumerated().map { length($1, "length\($0 + 1)") }
        let smoothings = [10, 10, 10, 15].enumerated().map { length($1, "averageLength\($0 + 1)") }
        let signal = length(9, "signalLength")
        let parts = lengths.indices.map { scaled(mean(rate(close, lengths[$0]), smoothings[$0]), Double($0 + 1)) }
        let values = parts.dropFirst().reduce(parts[0]) { sum, part in zip(sum, part) { $0.each { $0 + $1 } } }
        line("KST", values)
        line("Signal", mean(values, signal))
        zero()
    }

    /// The weighted average of a sum of two rates of change (Coppock 1962).
    func coppockCurve() {
        let lengths = (length(14, "longLength"), length(11, "shortLength"), length(10, "averageLength"))
        let price = price()
        let sum = zip(rate(price, lengths.0), rate(price, lengths.1)) { $0.each { $0 + $1 } }
        line("Coppock", weighted(sum, lengths.2))
        zero()
    }

    /// The distances of the high and of the low from an average (Elder 1989).
    func elderRay() {
        let length = length(13)
        let price = price()
        let middle = average(kind(.exponential), price, length)
        line("Bull power", difference(high, middle))
        line("Bear power", difference(low, middle))
        zero()
    }

    /// An average of (close − open) / (high − low); a bar without a range counts as 0 (Livshin 2001).
    func balanceOfPower() {
        let length = length(14)
        let kind = kind(.simple)
        line("BOP", average(kind, quotient(difference(close, open), range(), empty: 0), length))
        zero()
    }

    /// An average of close − open (Chande 1994).
    func qStick() {
        let length = length(8)
        line("Qstick", average(kind(.simple), difference(close, open), length))
        zero()
    }

    /// The distance of the price from its mean, divided by the exponential average of the true range (Johnson).
    func prettyGoodOscillator() {
        let length = length(14)
        line("PGO", quotient(difference(close, mean(close, length)), exponential(trueRange(), length)))
        zero()
    }

    /// The greatest movement over `minLength` to `maxLength` bars (Poulos 1991). A movement over k bars is divided by
    /// √k and by the mean true range of the k bars before. It is 0 if these bars have no range.
    ///
    /// - Complexity: O(bars × greatest length)
    func randomWalkIndex() {
        let (one, other) = (length(2, "minLength"), length(14, "maxLength"))
        let (least, most) = (min(one, other), max(one, other))
        let (high, low, range) = (high, low, lag(trueRange(), 1))
        let histories = (History(high, most, memory), History(low, most, memory), History(range, most, memory))
        let sum = memory.block()
        let (rise, fall) = (memory.block(), memory.block())
        run(
            Mapping { count in
                let highs = histories.0.push(count)
                let lows = histories.1.push(count)
                let ranges = histories.2.push(count)
                sum.fill(0, count: count)
                rise.fill(-.infinity, count: count)
                fall.fill(-.infinity, count: count)
                for length in 1...most {
                    for index in 0..<count { sum[index] += ranges[index - length + 1] }
                    if length < least { continue }
                    let root = Double(length).squareRoot()
                    for index in 0..<count {
                        let scale = sum[index] == 0 ? 0 : root / sum[index]
                        let up = (highs[index] - lows[index - length]) * scale
                        let down = (highs[index - length] - lows[index]) * scale
                        rise[index] = rise[index] > up ? rise[index] : up
                        fall[index] = fall[index] > down ? fall[index] : down
                    }
                }
                // The sum is missing if the true range of one of its bars is missing.
                for index in 0..<count {
                    rise[index] += 0 * sum[index]
                    fall[index] += 0 * sum[index]
                }
            })
        line("High", rise)
        line("Low", fall)
    }
}
