/// Bands and channels around prices.
extension Computation {
    /// An average, and lines at population standard deviations above and below it (Bollinger 1983).
    func bollingerBands() {
        let length = length(20)
        let factor = number(2, "deviations")
        let price = price()
        let kind = kind(.simple)
        let displace = displacement()
        let distance = scaled(deviation(price, length), factor)
        band(average(kind, price, length), above: distance, below: distance, displace: displace)
    }

    /// An average, and lines at averages of the true range above and below it (Keltner 1960, with the true range by
    /// Chester 1997).
    func keltnerChannels() {
        let length = length(20)
        let factor = number(1.5, "factor")
        let price = price()
        let (kind, rangeKind) = (kind(.simple), kind(.simple, "trueRangeAverage"))
        let displace = displacement()
        let distance = scaled(average(rangeKind, trueRange(), length), factor)
        band(average(kind, price, length), above: distance, below: distance, displace: displace)
    }

    /// The highest high and the lowest low of the last bars, including the current one (Donchian 1960).
    func donchianChannel() {
        let length = length(20)
        let displace = displacement()
        let (top, bottom) = (highest(high, length), lowest(low, length))
        line("Upper", top, displace: displace)
        line("Middle", zip(top, bottom) { $0.each { ($0 + $1) / 2 } }, displace: displace)
        line("Lower", bottom, displace: displace)
    }

    func linearRegressionCurve() {
        let length = length(9, "length", 2...Self.longest)
        let price = price()
        let displace = displacement()
        line("LinReg", lineEnd(price, length), displace: displace)
    }

    /// The least-squares line through the last bars, or through all bars if there are fewer.
    func linearRegression() {
        let length = length(100, "length", 2...Self.longest)
        regression(["LinReg": 0], price(), length) { _, _ in 0 }
    }

    /// The least-squares line, and parallel lines at a fraction of the greatest distance of any price from it.
    func linearRegressionChannel() {
        let length = length(100, "length", 2...Self.longest)
        let width = number(100, "width") / 100
        regression(RegressionDrawing.channel, price(), length) { values, line in
            width * (values.indices.map { abs(values[$0] - line($0)) }.max() ?? 0)
        }
    }

    /// The least-squares line, and parallel lines at population standard deviations of the prices from it.
    func standardDeviationChannel() {
        let length = length(100, "length", 2...Self.longest)
        let factor = number(2, "deviations")
        regression(RegressionDrawing.channel, price(), length) { values, line in
            let squares = values.indices.reduce(0.0) { sum, index in
                let distance = values[index] - line(index)
                return sum + distance * distance
            }
            return factor * (squares / Double(values.count)).squareRoot()
        }
    }

    private func regression(
        _ lines: KeyValuePairs<String, Double>, _ price: Block, _ length: Int,
        _ width: @escaping ([Double], @escaping (Int) -> Double) -> Double
    ) {
        let window = RegressionWindow(price, length, memory)
        run(window)
        for (title, side) in lines {
            add(title, .drawing(RegressionDrawing(window, side, width)))
        }
    }

    /// The end of the least-squares line, and lines at standard errors above and below it; line and errors are averaged
    /// (Andersen 1996). An error has length − 2 degrees of freedom.
    func standardErrorBands() {
        let length = length(21, "length", 3...Self.longest)
        let factor = number(2, "deviations")
        let price = price()
        let kind = kind(.simple)
        let smoothing = self.length(3, "averageLength")
        let n = Double(length)
        let slope = slope(price, length)
        let error = zip(deviation(price, length), slope) {
            $0.each { deviation, slope in
                let rest = n * deviation * deviation - slope * slope * n * (n * n - 1) / 12
                return ((rest < 0 ? 0 : rest) / (n - 2)).squareRoot()
            }
        }
        let end = zip(mean(price, length), slope) { $0.each { $0 + $1 * (n - 1) / 2 } }
        let distance = scaled(average(kind, error, smoothing), factor)
        band(average(kind, end, smoothing), above: distance, below: distance)
    }

    func movingAverageEnvelope() {
        let length = length(20)
        let (above, below) = (number(2.5, "percentAbove"), number(2.5, "percentBelow"))
        let price = price()
        let kind = kind(.simple)
        let displace = displacement()
        let middle = average(kind, price, length)
        band(middle, above: scaled(middle, above / 100), below: scaled(middle, below / 100), displace: displace)
    }

    /// The mean of closes, and lines at means of the true range above and below it (Stoller 1990).
    func starcBands() {
        let (rangeLength, length) = (length(15, "trueRangeLength"), length(5))
        let distance = scaled(mean(trueRange(), rangeLength), number(1.33, "factor"))
        band(mean(close, length), above: distance, below: distance)
    }

    /// The width of the Bollinger bands in percent of the middle line, and the highest and the lowest such width of the
    /// last bars.
    func bollingerBandwidth() {
        let length = length(20)
        let factor = number(2, "deviations")
        let price = price()
        let kind = kind(.simple)
        let (bulge, squeeze) = (self.length(150, "bulgeLength"), self.length(150, "squeezeLength"))
        let width = quotient(deviation(price, length), average(kind, price, length), factor: 200 * factor)
        line("Bandwidth", width)
        line("Bulge", highest(width, bulge))
        line("Squeeze", lowest(width, squeeze))
    }

    /// The position of the price between the Bollinger bands: 0 at the lower band, 100 at the upper band; missing if
    /// they coincide.
    func bollingerPercentB() {
        let length = length(20)
        let factor = number(2, "deviations")
        let price = price()
        let kind = kind(.simple)
        let levels = levels(0, 100)
        let distance = difference(price, average(kind, price, length))
        line("%B", map(quotient(distance, deviation(price, length), factor: 50 / factor)) { $0.each { $0 + 50 } })
        extremes(levels)
    }

    // MARK: Volatility

    /// An average of the true range (Wilder 1978).
    func atr() {
        let length = length(14)
        let kind = kind(.wilders)
        line("ATR", average(kind, trueRange(), length))
    }

    func trueRangeLine() { line("TR", trueRange()) }

    func standardDeviation() {
        let length = length(20, "length", 2...Self.longest)
        line("Deviation", deviation(price(), length))
    }

    /// The sample standard deviation of logarithmic returns, multiplied by the square root of the number of bars in a
    /// year, in percent.
    func historicalVolatility() {
        let length = length(20, "length", 2...Self.longest)
        let bars = self.length(252, "yearLength")
        let price = price()
        let returns = logarithm(quotient(price, lag(price, 1)))
        line("HV", scaled(deviation(returns, length, isSample: true), 100 * Double(bars).squareRoot()))
    }

    /// The change of an average of ranges, in percent (Chaikin).
    func chaikinVolatility() {
        let (length, distance) = (length(10), length(10, "rocLength"))
        let kind = kind(.exponential)
        line("Volatility", rate(average(kind, range(), length), distance))
        zero()
    }

    /// The root mean square of the declines from the highest price of a window, in percent (Martin 1987).
    func ulcerIndex() {
        let length = length(14)
        let price = price()
        let falls = zip(price, highest(price, length)) { $0.each { $1 == 0 ? .nan : 100 * ($0 / $1 - 1) } }
        line("Ulcer", map(mean(product(falls, falls), length)) { $0.each { $0.squareRoot() } })
    }
}
