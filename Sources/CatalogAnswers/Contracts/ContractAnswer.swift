package import MarketRules
package import Scanning

/// The answer about the contracts of a product, which `ipf contract`, `/v1/contracts/{root}` and libipf share.
package struct ContractAnswer {
    /// The product.
    package let product: ContractProduct
    /// The contracts of the requested year, or the next contracts.
    package let contracts: [Contract]
    /// The front contract; `nil` if the rules give no contracts.
    package let front: Contract?

    /// The number of contracts if no year is requested.
    private static let nextCount = 8

    /// Finds the contracts of a product.
    ///
    /// - Parameters:
    ///   - year: The year of the contracts; `nil` for the next contracts on `date`.
    ///   - date: The day for which the front contract is determined.
    ///   - rollDays: The number of business days before a contract's last trading day, or before its first notice day
    ///     if that is earlier, after which the contract is rolled; `nil` to roll it after its last trading day.
    ///   - defaults: The trading days of venues. If they lack a venue of the product, the bundled ones are used.
    /// - Throws: `GrammarError` if the venues of the product cannot be used.
    package init(
        _ product: ContractProduct, year: Int?, on date: CalendarDate, rollDays: Int?, defaults: ScheduleDefaults
    ) throws(GrammarError) {
        let hasVenues = (try? product.upcoming(on: date, count: 1, defaults: defaults)) != nil
        let defaults = hasVenues ? defaults : .bundled
        self.product = product
        let next = try product.upcoming(
            on: date, count: year == nil ? Self.nextCount : 1, rollDays: rollDays, defaults: defaults)
        contracts = if let year { try product.contracts(in: year, defaults: defaults) } else { next }
        front = next.first
    }

    /// Returns the product with a root, with or without the slash of this format. If a future and an option have the
    /// root, returns the future.
    ///
    /// - Throws: `UnknownProduct` if no product has the root.
    package static func product(
        _ text: String, kind: ContractProduct.Kind?
    ) throws(UnknownProduct) -> ContractProduct {
        let root = (text.hasPrefix("/") ? String(text.dropFirst()) : text).uppercased()
        let future = kind == .option ? nil : ContractProduct.future(root)
        guard let product = future ?? (kind == .future ? nil : ContractProduct.option(root)) else {
            throw UnknownProduct(root: text)
        }
        return product
    }

    /// An error for a root that has no rules.
    package struct UnknownProduct: Error {
        /// The root as it was given.
        package let root: String

        /// The reason for the error, with suggestions.
        package var reason: String {
            "no contract rules are known for this product"
                + NearestNames.question(NearestNames.find(root, among: ContractProduct.all.map(\.root)))
        }
    }

    /// Writes the members of the answer: the product, its rules, its front contract and the contracts.
    package func writeMembers(to json: inout JSONWriter) {
        json.member("root", product.root)
        json.member("kind", product.kind.rawValue)
        json.member("market", product.market)
        json.member("title", product.title)
        json.member("style", product.style.rawValue)
        json.member("source", product.source)
        json.array("rules") { json in
            for listing in product.listings {
                json.object { json in
                    json.member("months", listing.monthsText)
                    json.member("calendar", listing.calendar)
                    json.member("lastTradingDay", listing.lastTradingDay.text)
                    json.optional("expiration", listing.expiration?.text)
                    json.optional("settlement", listing.settlement?.text)
                    json.optional("firstNotice", listing.firstNotice?.text)
                }
            }
        }
        json.optional("front", front?.name)
        json.array("contracts") { json in
            for contract in contracts {
                json.object { json in
                    json.member("name", contract.name)
                    json.member("year", contract.year)
                    json.member("month", contract.month)
                    json.member("lastTradingDay", contract.lastTradingDay.description)
                    json.member("expiration", contract.expiration.description)
                    json.optional("settlement", contract.settlement?.description)
                    json.optional("firstNotice", contract.firstNotice?.description)
                    json.member("beyondCoverage", contract.isBeyondCoverage)
                }
            }
        }
    }
}

/// The value of the command's option and the service's parameter `roll`.
package enum RollRule {
    /// Returns the number of business days in a value such as `days=5`.
    ///
    /// - Throws: The reason why the text is not a valid value.
    package static func days(_ text: String) throws(RollFault) -> Int {
        if text == "volume" {
            throw RollFault(
                reason: "needs the volume of each contract, which instrument profiles do not have; use days=5")
        }
        guard text.hasPrefix("days="), let days = Int(text.dropFirst(5)), 0...limit ~= days else {
            throw RollFault(reason: "expected days=0 to days=\(limit)")
        }
        return days
    }

    /// The maximum number of business days: about a quarter of a year.
    private static let limit = 60

    /// The reason why a text is not a valid value.
    package struct RollFault: Error {
        /// The last part of an error message.
        package let reason: String
    }
}
