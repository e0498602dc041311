/// Studies of trends and their turning points.
extension StudySettings {
    /// Average directional index (Wilder).
    public static let adx = study(
        .adx, "Average directional index", .below, [.length(14), .average(.wilders)], [.line("ADX")])

    /// Directional movement index.
    public static let directionalMovementIndex = study(
        .directionalMovementIndex, "Directional movement index", .below, [.length(14), .average(.wilders)],
        [.line("+DI", .green), .line("-DI", .red), .line("ADX", .blue)])

    /// Aroon.
    public static let aroonIndicator = study(
        .aroonIndicator, "Aroon", .below,
        [.length(25), .level(70, "overBought", "Overbought"), .level(30, "overSold", "Oversold")],
        [.line("Up", .green), .line("Down", .red)] + Line.extremes)

    /// Aroon oscillator: Aroon up minus Aroon down.
    public static let aroonOscillator = study(
        .aroonOscillator, "Aroon oscillator", .below, [.length(25)], [.line("Oscillator"), .zero])

    /// Parabolic SAR.
    public static let parabolicSAR = study(
        .parabolicSAR, "Parabolic SAR", .overlay,
        [
            .number("0.02", "accelerationFactor", "Acceleration factor", 0.001...1, digits: 3),
            .number("0.2", "accelerationLimit", "Acceleration limit", 0.001...1, digits: 3),
        ], [.points("SAR", .violet)])

    /// Supertrend.
    public static let superTrend = study(
        .superTrend, "Supertrend", .overlay, [.length(10), .factor("3"), .average(.wilders)],
        [.line("Up", .green), .line("Down", .red)])

    /// Vortex.
    public static let vortexIndicator = study(
        .vortexIndicator, "Vortex", .below, [.length(14)], [.line("+VI", .green), .line("-VI", .red)])

    /// Ichimoku kinko hyo.
    public static let ichimoku = study(
        .ichimoku, "Ichimoku kinko hyo", .overlay,
        [
            .length(9, "tenkanLength", "Tenkan length"), .length(26, "kijunLength", "Kijun length"),
            .length(52, "senkouLength", "Senkou B length"), .length(26, "displace", "Displacement"),
        ],
        [
            .line("Tenkan", .blue), .line("Kijun", .red), .line("Senkou A", .green), .line("Senkou B", .orange),
            .line("Chikou", .violet), .area("Kumo rising", .green), .area("Kumo falling", .red),
        ])

    /// Zigzag.
    public static let zigzag = study(
        .zigzag, "Zigzag", .overlay,
        [.number("5", "reversal", "Reversal, %", 0.01...100), .flag(false, "showLast", "Last leg too")],
        [.line("Zigzag", .orange)])

    /// Williams' alligator.
    public static let alligator = study(
        .alligator, "Williams' alligator", .overlay,
        [
            .length(13, "jawLength", "Jaw length"), .length(8, "jawDisplace", "Jaw displacement", 0...500),
            .length(8, "teethLength", "Teeth length"), .length(5, "teethDisplace", "Teeth displacement", 0...500),
            .length(5, "lipsLength", "Lips length"), .length(3, "lipsDisplace", "Lips displacement", 0...500),
            .price(.hl2),
            .average(.wilders),
        ], [.line("Jaw", .blue), .line("Teeth", .red), .line("Lips", .green)])

    /// Gator oscillator.
    public static let gatorOscillator = study(
        .gatorOscillator, "Gator oscillator", .below,
        [
            .length(13, "jawLength", "Jaw length"), .length(8, "teethLength", "Teeth length"),
            .length(5, "lipsLength", "Lips length"), .price(.hl2), .average(.wilders),
        ],
        [.bars("Upper", .green), .bars("Lower", .red)])

    /// Williams' fractals.
    public static let fractals = study(
        .fractals, "Williams' fractals", .overlay, [.length(2, "sequenceCount", "Bars on each side", 1...50)],
        [.arrows("Up", .green), .arrows("Down", .red)])

    /// Chandelier exit.
    public static let chandelierExit = study(
        .chandelierExit, "Chandelier exit", .overlay, [.length(22), .factor("3")],
        [.line("Long", .green), .line("Short", .red)])

    /// ATR trailing stop.
    public static let atrTrailingStop = study(
        .atrTrailingStop, "ATR trailing stop", .overlay, [.length(5), .factor("3.5"), .average(.wilders)],
        [.points("Stop", .orange)])

    /// Mass index.
    public static let massIndex = study(
        .massIndex, "Mass index", .below,
        [
            .length(9, "averageLength", "Average length"), .length(25),
            .number("27", "setup", "Setup", 0...200, digits: 1),
            .number("26.5", "trigger", "Trigger", 0...200, digits: 1),
        ],
        [.line("Mass index"), .dashes("Setup line"), .dashes("Trigger line")])

    /// Linear regression slope.
    public static let linearRegressionSlope = study(
        .linearRegressionSlope, "Linear regression slope", .below,
        [.length(14, "length", "Length", 2...1000), .price()],
        [.line("Slope"), .zero])

    /// Choppiness index.
    public static let choppinessIndex = study(
        .choppinessIndex, "Choppiness index", .below,
        [
            .length(14, "length", "Length", 2...1000), .number("61.8", "high", "High", 0...100, digits: 1),
            .number("38.2", "low", "Low", 0...100, digits: 1),
        ],
        [.line("Choppiness"), .dashes("High line"), .dashes("Low line")])

    static let trends: [StudySettings] = [
        adx, directionalMovementIndex, aroonIndicator, aroonOscillator, parabolicSAR, superTrend, vortexIndicator,
        ichimoku,
        zigzag, alligator, gatorOscillator, fractals, chandelierExit, atrTrailingStop, massIndex, linearRegressionSlope,
        choppinessIndex,
    ]
}
