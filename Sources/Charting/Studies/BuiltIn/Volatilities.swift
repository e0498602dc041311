/// How far prices move.
extension StudySettings {
    package static let atr = study(
        .atr, "Average true range", .below, [.length(14), .average(.wilders)], [.line("ATR")])

    package static let trueRange = study(.trueRange, "True range", .below, [], [.line("TR")])

    package static let standardDeviation = study(
        .standardDeviation, "Standard deviation", .below, [.length(20, "length", "Length", 2...1000), .price()],
        [.line("Deviation")])

    package static let historicalVolatility = study(
        .historicalVolatility, "Historical volatility", .below,
        [.length(20, "length", "Length", 2...1000), .length(252, "yearLength", "Days a year", 1...366), .price()],
        [.line("HV")])

    package static let chaikinVolatility = study(
        .chaikinVolatility, "Chaikin volatility", .below,
        [.length(10), .length(10, "rocLength", "Rate of change length"), .average(.exponential)],
        [.line("Volatility"), .zero])

    package static let ulcerIndex = study(
        .ulcerIndex, "Ulcer index", .below, [.length(14), .price()], [.line("Ulcer")])

    static let volatilities: [StudySettings] = [
        atr, trueRange, standardDeviation, historicalVolatility, chaikinVolatility, ulcerIndex,
    ]
}
