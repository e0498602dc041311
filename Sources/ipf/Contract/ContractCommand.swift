import ArgumentParser
import CatalogAnswers
import InstrumentCatalog
import MarketRules

/// `ipf contract`: lists the contracts of a product, according to its published rules.
struct ContractCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract",
        abstract: "Show when the contracts of a product expire",
        discussion: """
            Shows the next contracts of a future or an option, or those of a year, with the rules of their days and \
            where the rules come from. The rules are a table of public facts; no catalog is needed. Without a product, \
            all products are listed.

            The front contract is the one that stops trading first. With --roll days=5, a contract is rolled after the \
            day that is 5 business days before its last trading day, or before its first notice day if that is earlier.

            Days whose holidays are unknown count as business days on weekdays. Contracts with such days are marked by \
            an asterisk and noted on standard error.

            Examples:
              ipf contract ES
              ipf contract CL --year 2027
              ipf contract CL --roll days=5 --on 2026-12-15
              ipf contract SPX --format json
            """)

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case future, option

        var kind: ContractProduct.Kind { self == .future ? .future : .option }
    }

    @Argument(help: ArgumentHelp("The root of the product, such as ES, CL, FGBL or SPX.", valueName: "root"))
    var root: String?

    @Option(
        parsing: .unconditional, help: "The year of the contracts' months: 3 to 9997. By default the next contracts.")
    var year: Int?

    @Option(help: ArgumentHelp("The day of the front contract; today in UTC by default.", valueName: "date"))
    var on: DateArgument?

    @Option(help: ArgumentHelp("When the front contract is rolled: days=5.", valueName: "rule"))
    var roll: String?

    @Option(
        help: ArgumentHelp(
            "The kind of the product, if futures and options have the same root.", valueName: "type"))
    var kind: Kind?

    @OptionGroup var defaults: ScheduleDefaultsOptions

    @Option(help: "The output format.")
    var format: AnswerFormat = .text

    @Flag(help: "Print the bundled table of rules.")
    var printRules = false

    func validate() throws {
        if let year, !(3...9997 ~= year) { throw ValidationError("--year is \(year), expected 3 to 9997.") }
        _ = try rollDays()
    }

    func run() throws {
        if printRules { return try Answer.write(raw: ContractProduct.bundledText) }
        guard let root else { return try list() }
        let product: ContractProduct
        do throws(ContractAnswer.UnknownProduct) {
            product = try ContractAnswer.product(root, kind: kind?.kind)
        } catch {
            throw Failure(.negativeAnswer, "\(error.root): \(error.reason)")
        }
        let date = on?.date ?? .today
        let answer = try ContractAnswer(
            product, year: year, on: date, rollDays: try rollDays(), defaults: try defaults.load())
        switch format {
        case .json: try Answer.writeJSON { $0.object(answer.writeMembers) }
        case .text: try Answer.write(Self.text(answer, on: date))
        }
        let beyond = answer.contracts.filter(\.isBeyondCoverage)
        if let first = beyond.first {
            StandardError.warn(
                "holidays are unknown for \(first.name)\(beyond.count > 1 ? " and \(beyond.count - 1) more" : ""): weekdays "
                    + "count as business days, so the exchange may choose other days")
        }
    }

    private func rollDays() throws -> Int? {
        guard let roll else { return nil }
        do throws(RollRule.RollFault) {
            return try RollRule.days(roll)
        } catch {
            throw ValidationError("--roll \(roll): \(error.reason).")
        }
    }

    private func list() throws {
        let products = ContractProduct.all.filter { kind == nil || $0.kind == kind?.kind }
        switch format {
        case .json:
            try Answer.writeJSON {
                $0.objects(products) { json, product in
                    json.member("root", product.root)
                    json.member("kind", product.kind.rawValue)
                    json.member("market", product.market)
                    json.member("title", product.title)
                }
            }
        case .text:
            var table = TextTable(header: ["ROOT", "KIND", "MARKET", "TITLE"])
            for product in products { table.add(product.root, product.kind.rawValue, product.market, product.title) }
            try Answer.write(table.text())
        }
    }

    private static func text(_ answer: ContractAnswer, on date: CalendarDate) -> TerminalText {
        let product = answer.product
        var facts = TextTable([.left, .left])
        facts.add("settled", product.style.words)
        for listing in product.listings {
            facts.add("months", "\(listing.monthsText), business days of \(listing.calendar)")
            facts.add("last trading day", listing.lastTradingDay.text)
            if let rule = listing.expiration { facts.add("expiration", rule.text) }
            if let rule = listing.settlement { facts.add("settlement", rule.text) }
            if let rule = listing.firstNotice { facts.add("first notice", rule.text) }
        }
        facts.add("source", product.source)
        if let front = answer.front { facts.add("front on \(date)", front.name) }
        let all = answer.contracts
        let (hasSettlement, hasNotice) = (all.contains { $0.settlement != nil }, all.contains { $0.firstNotice != nil })
        var table = TextTable(
            header: ["CONTRACT", "LAST TRADE", "EXPIRATION"] + (hasSettlement ? ["SETTLEMENT"] : [])
                + (hasNotice ? ["FIRST NOTICE"] : []))
        for contract in all {
            let cells =
                [
                    contract.name + (contract.isBeyondCoverage ? "*" : ""), contract.lastTradingDay.description,
                    contract.expiration.description,
                ] + (hasSettlement ? [contract.settlement?.description ?? "–"] : [])
                + (hasNotice ? [contract.firstNotice?.description ?? "–"] : [])
            table.add(cells)
        }
        let title = "\(product.root): \(product.title), \(product.kind)s of \(product.market)"
        return "\(Style.bold("\(title)"))\n\(facts.text(indent: 2))\n\(table.text())"
    }
}

extension ContractProduct.SettlementStyle {
    /// The style in words.
    fileprivate var words: String {
        switch self {
        case .physical: "by delivery"
        case .cash: "in cash"
        case .am: "in cash, by opening prices"
        case .pm: "in cash, by closing prices"
        }
    }
}
