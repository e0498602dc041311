/// Studies of volume.
extension Computation {
    func volumeLine() { line("Volume", volume) }

    func volumeAverage() {
        let length = length(50)
        let kind = kind(.simple)
        line("Volume", volume)
        line("Average", average(kind, volume, length))
    }

    /// The sum of volumes, each with the sign of the bar's change (Granville 1963). As in TA-Lib, it starts with the
    /// volume of the first bar.
    func onBalanceVolume() {
        let (change, volume) = (change(price()), volume)
        let signed = block(true) { isFirst, output, count in
            for index in 0..<count {
                let step = change[index]
                output[index] = step > 0 ? volume[index] : step < 0 ? -volume[index] : 0
            }
            if isFirst { output[0] = volume[0] }
            isFirst = false
        }
        line("OBV", total(signed))
    }

    /// Returns the changes of the typical price. As in TA-Lib, a difference of less than a trillionth of the price is a
    /// rounding error and counts as no change.
    private func moves(_ typical: Block) -> Block {
        zip(typical, lag(typical, 1)) { $0.each { abs($0 - $1) <= 1e-12 * abs($0) ? 0 : $0 - $1 } }
    }

    /// Wilder's index of money (typical price × volume), computed from rising and falling bars; 50 without either
    /// (Quong and Soudack 1989).
    func moneyFlowIndex() {
        let length = length(14)
        let levels = levels(20, 80)
        let typical = typical()
        let (change, money) = (moves(typical), product(typical, volume))
        let ups = zip(change, money) { $0.each { $0.isMissing ? .nan : $0 > 0 ? $1 : 0 } }
        let downs = zip(change, money) { $0.each { $0.isMissing ? .nan : $0 < 0 ? $1 : 0 } }
        line("MFI", share(sum(ups, length), sum(downs, length)))
        extremes(levels)
    }

    /// The volume multiplied by the position of the close in its bar, from −1 to 1; 0 without a range (Chaikin).
    private func flow() -> Block {
        let (high, low, close, volume) = (high, low, close, volume)
        return block { output, count in
            for index in 0..<count {
                let (top, bottom) = (high[index], low[index])
                let place = ((close[index] - bottom) - (top - close[index])) / (top - bottom)
                output[index] = top == bottom ? 0 : place * volume[index]
            }
        }
    }

    /// The money flow of the last bars, divided by their volume; missing if the volume is 0.
    func chaikinMoneyFlow() {
        let length = length(20)
        line("CMF", quotient(sum(flow(), length), sum(volume, length)))
        zero()
    }

    /// The difference of two averages of accumulation/distribution. In TA-Lib, both averages start with the first value
    /// instead of a mean; its values converge to these.
    func chaikinOscillator() {
        let lengths = (length(3, "fastLength"), length(10, "slowLength"))
        let kind = kind(.exponential)
        let total = total(flow())
        line("Oscillator", difference(average(kind, total, lengths.0), average(kind, total, lengths.1)))
        zero()
    }

    func accumulationDistribution() { line("A/D", total(flow())) }

    func volumeRateOfChange() {
        let length = length(14)
        line("VROC", rate(volume, length))
        zero()
    }

    func volumeOscillator() {
        let lengths = (length(5, "fastLength"), length(10, "slowLength"))
        let kind = kind(.simple)
        line("Oscillator", difference(average(kind, volume, lengths.0), average(kind, volume, lengths.1)))
        zero()
    }

    /// The sum of volumes, each multiplied by the rate of change.
    func priceVolumeTrend() {
        let rate = rate(price(), 1)
        line("PVT", total(zip(rate, volume) { $0.each { $0 * $1 / 100 } }))
    }

    func negativeVolumeIndex() { volumeIndex("NVI") { $0 < $1 } }
    func positiveVolumeIndex() { volumeIndex("PVI") { $0 > $1 } }

    /// An index that starts at 1000. It follows the close only on bars whose volume is less (or greater) than that of
    /// the previous bar (Dysart, Fosback 1976).
    private func volumeIndex(_ title: String, _ counts: @escaping (Double, Double) -> Bool) {
        let length = length(255)
        let kind = kind(.exponential)
        let (close, volume) = (close, volume)
        let (closeBefore, volumeBefore) = (lag(close, 1), lag(volume, 1))
        let index = block(1000.0) { value, output, count in
            for index in 0..<count {
                let rate = close[index] / closeBefore[index]
                if counts(volume[index], volumeBefore[index]), rate.isFinite, rate > 0 { value *= rate }
                output[index] = value
            }
        }
        line(title, index)
        line("Average", average(kind, index, length))
    }

    /// An average of (change of the midpoint × range × divisor / volume); 0 without volume (Arms 1984).
    func easeOfMovement() {
        let length = length(14)
        let divisor = Double(self.length(10_000, "divisor", 1...1_000_000_000))
        let kind = kind(.simple)
        let move = product(change(zip(high, low) { $0.each { ($0 + $1) / 2 } }), range())
        let ease = zip(move, volume) { $0.each { $0.isMissing ? .nan : $1 == 0 ? 0 : $0 * divisor / $1 } }
        line("EMV", average(kind, ease, length))
        zero()
    }

    /// An average of change × volume (Elder 1993).
    func forceIndex() {
        let length = length(13)
        let kind = kind(.exponential)
        line("Force", average(kind, product(change(close), volume), length))
        zero()
    }

    /// The difference of two averages of signed volume, and the average of that difference. The sign is that of the
    /// change of the typical price. This short form is that of pandas-ta; Klinger's original (1997) also scales volume
    /// by the trend.
    func klingerOscillator() {
        let lengths = (length(34, "fastLength"), length(55, "slowLength"), length(13, "signalLength"))
        let force = zip(moves(typical()), volume) { $0.each { $0.isMissing ? .nan : $0 > 0 ? $1 : $0 < 0 ? -$1 : 0 } }
        let values = difference(exponential(force, lengths.0), exponential(force, lengths.1))
        line("Klinger", values)
        line("Signal", exponential(values, lengths.2))
        zero()
    }

    /// The range divided by the volume; missing without volume (Williams 1995).
    func marketFacilitation() { line("MFI", quotient(range(), volume)) }
}
