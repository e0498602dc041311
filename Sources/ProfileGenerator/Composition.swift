/// The number of instruments of each type in a universe.
struct Composition {
    let forex, bond, index, stock, etf, mutualFund, moneyMarketFund: Int
    let product, future, option, warrant, spread, crypto: Int

    init(instruments: Int) {
        // The arguments are shares in ten-thousandths. Each count is the difference of two rounded running sums, so the
        // counts add up to the total.
        var sum = 0
        func share(_ tenThousandths: Int) -> Int {
            let before = Self.part(sum, of: instruments)
            sum += tenThousandths
            return Self.part(sum, of: instruments) - before
        }
        option = share(8800)
        stock = share(400)
        etf = share(80)
        future = share(110)
        index = share(80)
        forex = share(20)
        bond = share(100)
        mutualFund = share(180)
        moneyMarketFund = share(10)
        product = share(5)
        warrant = share(15)
        spread = share(150)
        crypto = share(50)
    }

    private static func part(_ tenThousandths: Int, of instruments: Int) -> Int {
        instruments / 10_000 * tenThousandths + instruments % 10_000 * tenThousandths / 10_000
    }
}
