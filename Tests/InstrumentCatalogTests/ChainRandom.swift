import TestSupport

/// Random options and futures that share values in all fields, and some that belong to no chain.
enum ChainRandom {
    static func text(records: Int, using generator: inout SeededGenerator) -> String {
        var text = """
            #OPTION::=TYPE,SYMBOL,UNDERLYING,PRODUCT,CFI,EXPIRATION,LAST_TRADE,MULTIPLIER,SPC,STRIKE,\
            ADDITIONAL_UNDERLYINGS,MMY,OPTION_TYPE,EXPIRATION_STYLE,SETTLEMENT_STYLE
            #STOCK::=TYPE,SYMBOL,UNDERLYING,PRODUCT,CFI,EXPIRATION,LAST_TRADE,MULTIPLIER,SPC,STRIKE,\
            ADDITIONAL_UNDERLYINGS,MMY,OPTION_TYPE,EXPIRATION_STYLE,SETTLEMENT_STYLE
            #WARRANT::=TYPE,SYMBOL,UNDERLYING,PRODUCT,CFI,EXPIRATION,LAST_TRADE,MULTIPLIER,SPC,STRIKE,\
            ADDITIONAL_UNDERLYINGS,MMY,OPTION_TYPE,EXPIRATION_STYLE,SETTLEMENT_STYLE
            #FUTURE::=TYPE,SYMBOL,PRODUCT,EXPIRATION,LAST_TRADE,MMY

            """
        for number in 0..<records {
            if Int.random(in: 0..<5, using: &generator) == 0 {
                let fields = ["/F\(number)"] + picks([products, days, days, ["", "202701", "202703"]], &generator)
                text += "FUTURE,\(fields.joined(separator: ","))\n"
                continue
            }
            let fields = picks(
                [
                    ["A", "B", "Ü", "X", ""], products + ["X"],
                    ["OCASPS", "OPASPS", "OC", "OP", "OCE", "OPE", "O", "RWSC", ""],
                    days, days,
                    ["100", "", "-1"], ["100", "0"], ["1", "2.5", "-3", "", "10", "9", "9.0"],
                    ["", "", "", "FIS 53; US$ 45.46"], ["", "202701"], ["STAN", "STAN", "LEAP"], ["", "Weeklys"],
                    ["", "Open", "Close"],
                ], &generator)
            // An instrument of another type belongs to no chain, even if its CFI code is an option's.
            let type = ["OPTION", "OPTION", "OPTION", "OPTION", "STOCK", "WARRANT"].randomElement(using: &generator)!
            text += "\(type),.O\(number),\(fields.joined(separator: ","))\n"
        }
        return text
    }

    private static let products = ["/ES", "/NQ", ""]
    private static let days = ["2027-01-15", "2027-01-15", "2027-03-19", "", "1969-12-31", "1970-01-01"]

    private static func picks(_ choices: [[String]], _ generator: inout SeededGenerator) -> [String] {
        choices.map { $0.randomElement(using: &generator)! }
    }
}
