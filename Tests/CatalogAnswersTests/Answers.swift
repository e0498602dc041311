import CIPF
import Foundation
import InstrumentCatalog
import TestSupport

/// A JSON value. Numbers and Booleans are compared as text.
enum JSONValue: Decodable, Sendable {
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let object = try? container.decode([String: JSONValue].self) {
            self = .object(object)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else if let flag = try? container.decode(Bool.self) {
            self = .text("\(flag)")
        } else if let number = try? container.decode(Double.self) {
            self = .text(Self.text(number))
        } else {
            self = .text(container.decodeNil() ? "none" : try container.decode(String.self))
        }
    }

    static func text(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }

    /// Parses a value. With `lines`, parses one value for each line, as an array.
    static func read(_ text: String, lines: Bool = false) throws -> JSONValue {
        let texts = lines ? text.split(separator: "\n").map(String.init) : [text]
        let values = try texts.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
        return lines ? .array(values) : values[0]
    }

    /// Returns the texts at a path of keys, indexes and `*` for all elements, such as `series.*.expiration`. A missing
    /// member is `none`.
    subscript(path: String) -> [String] {
        let key = path.prefix { $0 != "." }
        let rest = String(path.dropFirst(key.count + 1))
        switch self {
        case .text(let text): return [text]
        case .array(let values) where path.isEmpty: return values.flatMap { $0[""] }
        case .array(let values) where key == "*": return values.flatMap { $0[rest] }
        case .array(let values): return Int(key).flatMap { values.indices.contains($0) ? values[$0][rest] : nil } ?? []
        case .object(let members): return members[String(key)].map { $0[rest] } ?? ["none"]
        }
    }
}

/// Handles of the C interface: a catalog, and the schedule and the price increments of its instrument `ABC`.
@safe struct CHandles {
    let catalog: OpaquePointer
    let schedule: OpaquePointer
    let price: OpaquePointer

    /// Calls `body` with handles for a catalog file.
    static func with<Result>(_ path: String, _ body: (CHandles) throws -> Result) throws -> Result {
        let catalog = try unsafe make { unsafe ipf_catalog_open(path, terminated, $0, $1) }
        defer { unsafe ipf_catalog_free(catalog) }
        let schedule = try unsafe make { unsafe ipf_schedule_open("ABC", terminated, catalog, nil, 0, $0, $1) }
        defer { unsafe ipf_schedule_free(schedule) }
        let record = try unsafe make {
            unsafe ipf_catalog_record(catalog, ipf_catalog_row(catalog, "ABC", terminated), $0, $1)
        }
        defer { unsafe ipf_record_free(record) }
        let fields = unsafe (0..<ipf_record_count(record)).map {
            unsafe (string(ipf_record_name(record, $0))!, string(ipf_record_value(record, $0))!)
        }
        let rules = fields.first { $0.0 == "PRICE_INCREMENTS" }!.1
        let price = try unsafe make { unsafe ipf_price_open(rules, terminated, $0, $1) }
        defer { unsafe ipf_price_free(price) }
        return try unsafe body(CHandles(catalog: catalog, schedule: schedule, price: price))
    }

    /// Returns the symbols of a list of rows, and frees the list.
    func symbols(_ list: OpaquePointer) throws -> [String] { try unsafe symbols(rows(list).map { Int64($0.number) }) }

    func symbols(_ rows: [Int64]) throws -> [String] {
        let list = try unsafe make { unsafe ipf_rows_create(rows, rows.count, $0, $1) }
        defer { unsafe ipf_rows_free(list) }
        let all = try unsafe table { unsafe ipf_catalog_columns(catalog, list, nil, 0, $0, $1) }
        return all.rows.map { $0[all.names.firstIndex(of: "SYMBOL")!]! }
    }

    /// Finds a session at a time, and returns its type, start and end.
    func find(_ time: String, _ which: Int, _ sessions: Int) throws -> [String] {
        var times = [CHandles.seconds(time)]
        var (start, end, day, type): (Int64, Int64, Int32, UInt8) = (0, 0, 0, 0)
        try unsafe call {
            unsafe ipf_schedule_find(
                schedule, &times, 1, ipf_time_unit(IPF_SECONDS), ipf_which(which), ipf_sessions(sessions), &start, &end,
                &day, &type, $0)
        }
        if type == 0 { return ["none", "none", "none"] }
        let word = Trading.SessionType.allCases.first { 1 << $0.rawValue == type }!
        return ["\(word)", Instant(seconds: start).description, Instant(seconds: end).description]
    }

    /// Returns whether a trading session contains the time.
    func isOpen(_ time: String) throws -> Bool {
        var (times, open) = ([CHandles.seconds(time)], UInt8(0))
        try unsafe call {
            unsafe ipf_schedule_is_open(
                schedule, &times, 1, ipf_time_unit(IPF_SECONDS), ipf_sessions(IPF_TRADING), &open, $0)
        }
        return open == 1
    }

    /// Calls a function of price increments for a single price.
    func price(
        at price: Double = 3.021,
        _ body: (
            OpaquePointer, UnsafePointer<Double>, UnsafeMutablePointer<Double>, UnsafeMutablePointer<OpaquePointer?>
        ) -> ipf_status
    ) throws -> [String] {
        var (price, result) = (price, 0.0)
        try unsafe call { unsafe body(self.price, &price, &result, $0) }
        return [JSONValue.text(result)]
    }

    /// Returns the symbols that match a filter, sorted.
    func select(
        _ conditions: [(field: String, pattern: String)],
        _ more: (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>) -> ipf_status = { _, _ in ipf_status(IPF_OK) }
    ) throws -> [String] {
        let filter = unsafe ipf_filter_create()!
        defer { unsafe ipf_filter_free(filter) }
        for (field, pattern) in conditions {
            try unsafe call { unsafe ipf_filter_require(filter, field, terminated, pattern, terminated, $0) }
        }
        try unsafe call { unsafe more(filter, $0) }
        return try unsafe symbols(
            make { unsafe ipf_catalog_select(catalog, filter, ipf_order(IPF_BY_SYMBOL), 0, .max, $0, $1) })
    }

    /// Returns the texts of a table of sessions or bars, column after column.
    static func sessions(_ table: ArrowText) -> [String] {
        ["date", "kind"].flatMap { table.column($0).map { $0! } }
            + ["open", "close"].flatMap { times(table.column($0)) }
    }

    static func seconds(_ time: String) -> Int64 { MomentText(time, digits: .date)!.instant!.seconds }

    static func day(_ date: String) -> Int32 { Int32(CalendarDate(text: date)!.dayNumber) }

    /// Formats a table's column of times, which are in microseconds.
    static func times(_ column: [String?]) -> [String] {
        column.map { text in text.map { Instant(milliseconds: Int64($0)! / 1000).description } ?? "none" }
    }
}

extension ArrowText {
    func column(_ name: String) -> [String?] { rows.map { $0[names.firstIndex(of: name)!] } }
}
