public import Scanning

/// A product of futures or options whose contracts follow public rules: the months that are listed, and the days on
/// which each contract stops trading, expires and settles.
///
/// ```swift
/// let crude = ContractProduct.future("CL")!
/// let january = try crude.contracts(in: 2027)[0]
/// print(january.name, january.lastTradingDay)        // CLF27 2026-12-21
/// let today = CalendarDate(year: 2026, month: 11, day: 28)!
/// print(try crude.frontContract(on: today)!.name)    // CLF27
/// ```
///
/// Business days are those of the venues in ``ScheduleDefaults/bundled``. The table of rules is
/// `bundled-contracts.txt`; `ipf contract ES` shows the rules of a product and where they come from.
public struct ContractProduct: Sendable {
    /// A kind of contract.
    public enum Kind: String, Sendable, Hashable {
        /// Futures.
        case future
        /// Options.
        case option
    }

    /// How a contract is settled.
    public enum SettlementStyle: String, Sendable {
        /// By delivery.
        case physical
        /// By payment.
        case cash
        /// By payment, at a price from the opening of the expiration day.
        case am
        /// By payment, at a price from the close of the expiration day.
        case pm
    }

    struct Key: Hashable {
        let kind: Kind
        let root: String
    }

    /// A rule with its text.
    package struct NamedRule: Sendable {
        package let text: String
        let rule: DayRule
    }

    /// The rules that apply to some months of a product.
    package struct Listing: Sendable {
        /// The months as written in the table: `HMUZ`, `Fri` or `HMUZ@-202306`.
        package let monthsText: String
        /// The venues that determine business days: `XCME`, `XLON+TARGET2` or `XCME/XLON`.
        package let calendar: String
        /// The months that have a contract, 1…12; empty if contracts are named by days.
        let months: [Int]
        /// The months in which few contracts trade. Contracts of these months are never front contracts.
        let thinMonths: [Int]
        /// The weekdays that have a contract, 1 = Monday; empty if contracts are named by months.
        let weekdays: [Int]
        /// The months in which the rules apply, as year · 100 + month.
        let period: ClosedRange<Int>
        package let lastTradingDay: NamedRule
        /// The rule for the day of expiration; `nil` if that is the last trading day.
        package let expiration: NamedRule?
        package let settlement: NamedRule?
        package let firstNotice: NamedRule?
    }

    /// Whether the contracts are futures or options.
    public let kind: Kind
    /// The root that the exchange uses, such as `ES`.
    public let root: String
    /// The MIC of the market, such as `XCME`.
    public let market: String
    /// The English name.
    public let title: String
    /// How the contracts are settled.
    public let style: SettlementStyle
    /// The address of the public page with the rules.
    public let source: String
    package internal(set) var listings: [Listing]

    var key: Key { Key(kind: kind, root: root) }

    /// The letters of months, from January.
    static let letters = Array("FGHJKMNQUVXZ".utf8)

    /// All known products.
    ///
    /// - Complexity: The first use parses the table; later uses are O(1).
    public static var all: [ContractProduct] { ContractTable.bundled.products }

    /// Returns the futures product of a root; `nil` if the table has none.
    ///
    /// - Parameter root: The exchange's root in capitals, such as `6E`.
    public static func future(_ root: String) -> ContractProduct? { ContractTable.bundled[.future, root] }

    /// Returns the options product of a root; `nil` if the table has none. `EQUITY` stands for the monthly options on
    /// US shares, and `EQUITYW` for the weekly options.
    ///
    /// - Parameter root: The exchange's root in capitals, such as `SPXW`.
    public static func option(_ root: String) -> ContractProduct? { ContractTable.bundled[.option, root] }

    /// The table of rules: a text whose first lines describe its format.
    package static var bundledText: String { BundledText.contracts.string }
}

/// A futures contract, or all options of a product that expire on one day. The rules of the product determine its days.
public struct Contract: Sendable, Hashable {
    /// The root with the month's letter and two digits of the year: `ESZ26`. For contracts that are named by days, the
    /// root and the day: `SPXW 2026-12-04`.
    public let name: String
    /// The year of the contract's month.
    public let year: Int
    /// The month, 1…12.
    public let month: Int
    /// The last trading day.
    public let lastTradingDay: CalendarDate
    /// The day on which the final price is determined; the last trading day for most contracts.
    public let expiration: CalendarDate
    /// The day of payment or delivery; `nil` if the table has no rule for it.
    public let settlement: CalendarDate?
    /// The first day on which delivery can be announced; `nil` if the table has no rule for it.
    public let firstNotice: CalendarDate?
    /// A Boolean value that indicates whether a day of the contract depends on dates beyond the known holidays. All
    /// weekdays there count as business days, so the exchange may choose other days.
    public let isBeyondCoverage: Bool
}
