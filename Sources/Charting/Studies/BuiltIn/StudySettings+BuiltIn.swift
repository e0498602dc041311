extension StudySettings {
    /// The built-in studies by `uuid`, with their usual parameters, bounds and lines.
    public static let defaultStudiesSettings: [UUID: StudySettings] = builtIn.uuidDictionary()

    /// The built-in studies, grouped by family.
    public static let builtIn: [StudySettings] =
        movingAverages + bands + trends + oscillators + momentums + volatilities + volumes + levels

    static let builtInByID = Dictionary(uniqueKeysWithValues: builtIn.map { ($0.id, $0) })
}

// MARK: - Building blocks of the definitions

extension StudySettings {
    /// The pane of a built-in study: over the prices or below them.
    enum Place { case overlay, below }

    static func study(
        _ id: ID, _ title: String, _ place: Place, _ parameters: [Parameter], _ lines: [Line]
    ) -> StudySettings {
        StudySettings(id: id, title: title, parameters: parameters, lines: lines, isOverlay: place == .overlay)
    }
}

extension StudySettings.Parameter {
    typealias Parameter = StudySettings.Parameter

    /// A number of bars.
    static func length(
        _ value: Int, _ id: String = "length", _ title: String = "Length", _ bounds: ClosedRange<Int> = 1...1000
    ) -> Parameter {
        Parameter(
            id: id, title: title, studyParamType: .intRange, value: "\(value)",
            validationTO: .init(min: Float(bounds.lowerBound), max: Float(bounds.upperBound), precision: 0))
    }

    /// A number with a fraction.
    static func number(
        _ value: String, _ id: String, _ title: String, _ bounds: ClosedRange<Float>, digits: Int = 2
    ) -> Parameter {
        Parameter(
            id: id, title: title, studyParamType: .doubleRange, value: value,
            validationTO: .init(min: bounds.lowerBound, max: bounds.upperBound, precision: digits))
    }

    /// A factor that multiplies deviations or ranges to a distance.
    static func factor(_ value: String, _ id: String = "factor", _ title: String = "Factor") -> Parameter {
        number(value, id, title, 0.1...20)
    }

    /// The price of each bar from which the study is computed.
    static func price(_ field: StudySettings.PriceField = .close) -> Parameter {
        Parameter(id: "price", title: "Price", studyParamType: .priceField, value: field.rawValue)
    }

    /// The kind of average.
    static func average(
        _ kind: StudySettings.Average, _ id: String = "average", _ title: String = "Average type"
    ) -> Parameter {
        Parameter(id: id, title: title, studyParamType: .average, value: kind.rawValue)
    }

    /// The number of bars by which the line is shifted; positive values shift it toward the future.
    static let displace = length(0, "displace", "Displace", -500...500)

    /// A level of an oscillator whose values range from 0 to 100.
    static func level(_ value: Int, _ id: String, _ title: String) -> Parameter {
        number("\(value)", id, title, 0...100, digits: 1)
    }

    /// The levels below and above which an oscillator from 0 to 100 indicates oversold and overbought prices.
    static func extremes(_ low: Int, _ high: Int) -> [Parameter] {
        [level(high, "overBought", "Overbought"), level(low, "overSold", "Oversold")]
    }

    /// The length of the bars from which the levels are computed.
    static func period(_ aggregation: String) -> Parameter {
        Parameter(
            id: "aggregation", title: "Aggregation", studyParamType: .aggregation, value: aggregation)
    }

    static func flag(_ isOn: Bool, _ id: String, _ title: String) -> Parameter {
        Parameter(id: id, title: title, studyParamType: .boolean, value: isOn ? "true" : "false")
    }
}

extension StudySettings.Line {
    typealias Line = StudySettings.Line

    /// Colors that are distinct on both light and dark backgrounds.
    enum Ink: UInt32 {
        case blue = 0x4C9A_FFFF
        case orange = 0xFF99_1FFF
        case green = 0x2EBD_85FF
        case red = 0xF646_5DFF
        case violet = 0x998D_D9FF
        case teal = 0x00A3_BFFF
        case yellow = 0xE2B2_03FF
        case grey = 0x8993_A4FF
        case pink = 0xE774_BBFF

        var color: ChartColor { ChartColor(rgba: rawValue) }
    }

    static func line(_ title: String, _ ink: Ink = .blue) -> Line { Line(title: title, color: ink.color) }
    static func dashes(_ title: String, _ ink: Ink = .grey) -> Line {
        Line(title: title, kind: .dashes, color: ink.color)
    }
    static func points(_ title: String, _ ink: Ink = .blue) -> Line {
        Line(title: title, kind: .points, color: ink.color, thickness: 2)
    }
    static func bars(_ title: String, _ ink: Ink = .grey) -> Line {
        Line(title: title, kind: .histogram, color: ink.color, thickness: 3)
    }
    static func area(_ title: String, _ ink: Ink) -> Line {
        Line(title: title, kind: .area, color: ink.color.with(alpha: 0.2))
    }
    static func arrows(_ title: String, _ ink: Ink) -> Line {
        Line(title: title, kind: .arrows, color: ink.color, thickness: 2)
    }

    /// An upper, a middle and a lower line.
    static let channel: [Line] = [line("Upper", .teal), line("Middle", .orange), line("Lower", .teal)]

    /// The lines of an oscillator's overbought and oversold levels.
    static let extremes: [Line] = [dashes("Overbought"), dashes("Oversold")]

    static let zero = dashes("Zero")
}
