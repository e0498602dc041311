internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import InstrumentCatalog
internal import NIOCore

/// `/v1/list`: the instruments that filters mean, as JSON, as lines of JSON, or as CSV, sent as they are read.
enum ListRoutes {
    static let routes = [
        Route("/v1/list") { exchange in
            let list = try List(exchange)
            var answer = Answer(list.format.contentType, .stream(length: nil) { try await list.write(to: &$0) })
            answer.headers = [(.vary, "Accept")]
            return answer
        }
    ]

    private enum Format: String {
        case json, ndjson, csv

        var contentType: String {
            switch self {
            case .json: Answer.jsonType
            case .ndjson: "application/x-ndjson; charset=utf-8"
            case .csv: "text/csv; charset=utf-8; header=present"
            }
        }

        /// What `format=` or `Accept` asks for.
        init(_ exchange: Exchange) throws(Problem) {
            if let name = exchange.query["format"] {
                guard let format = Format(rawValue: name) else {
                    throw Problem(
                        .badRequest, "'format' is '\(Problem.excerpt(name))', expected json, ndjson or csv.")
                }
                self = format
                return
            }
            let accepted = exchange.acceptedTypes
            for type in accepted {
                switch type {
                case "application/json", "*/*", "application/*", "text/html":
                    self = .json
                    return
                case "application/x-ndjson", "application/jsonl", "application/ndjson":
                    self = .ndjson
                    return
                case "text/csv", "text/*":
                    self = .csv
                    return
                default: continue
                }
            }
            guard accepted.isEmpty else {
                throw Problem(
                    .notAcceptable, "This is to be had as application/json, application/x-ndjson or text/csv.")
            }
            self = .json
        }
    }

    /// One question and the way its answer is written.
    private struct List: Sendable {
        let format: Format
        let view: CatalogView
        /// `nil`: all.
        let fields: [String]?
        let rows: Rows
        let next: CatalogCursor?

        /// The rows of one page, or of everything.
        enum Rows: Sendable {
            case page([Int])
            case selection(CatalogView.Selection, CatalogOrder, offset: Int)
        }

        init(_ exchange: Exchange) throws {
            let query = exchange.query
            for item in query.items
            where !FilterParameters.isField(item.name) && !FilterParameters.all.contains(item.name)
                && !["fields", "order", "limit", "offset", "cursor", "format"].contains(item.name)
            {
                throw Problem(
                    .badRequest,
                    "There is no parameter '\(Problem.excerpt(item.name))' here; filters are fields by their IPF names, such "
                        + "as TYPE=STOCK.")
            }
            format = try Format(exchange)
            view = exchange.view
            let filter = try FilterParameters.filter(query)
            let names = query.list("fields")
            fields = names.isEmpty ? nil : names
            let name = query["order"] ?? CatalogOrder.rank.rawValue
            guard let order = CatalogOrder(rawValue: name) else {
                throw Problem(.badRequest, "'order' is '\(Problem.excerpt(name))', expected rank, symbol or type.")
            }
            let offset = try query.integer("offset", in: 0...100_000_000, default: 0)
            let cursor = try FilterParameters.cursor(query)
            if format == .json || query["limit"] != nil || cursor != nil {
                let limit = try query.integer("limit", in: 1...10_000, default: 100)
                let page = try view.page(of: filter, in: order, offset: offset, limit: limit, after: cursor)
                rows = .page(page.rows)
                next = page.next
            } else {
                rows = .selection(view.select(filter), order, offset: offset)
                next = nil
            }
        }

        /// Instruments between two writes.
        private static let step = 256

        func write(to writer: inout any ResponseBodyWriter) async throws {
            var text = ListText(format == .csv ? columns : [], format == .csv, fields.map(Set.init))
            text.begin(isArray: format == .json)
            let rows =
                switch rows {
                case .page(let rows): rows
                case .selection(let selection, let order, let offset): selection.rows(in: order, offset: offset)
                }
            for start in stride(from: 0, to: rows.count, by: Self.step) {
                for row in rows[start..<min(start + Self.step, rows.count)] { text.append(view.profile(at: row)) }
                try await writer.write(ByteBuffer(bytes: text.take()))
            }
            text.end(isArray: format == .json, next: next?.description)
            let rest = text.take()
            if !rest.isEmpty { try await writer.write(ByteBuffer(bytes: rest)) }
        }

        /// The columns of CSV: all fields that any instrument has, or those that were asked for.
        private var columns: [String] {
            guard let fields else { return view.fieldNames }
            var columns: [String] = []
            for name in ["SYMBOL"] + fields where !columns.contains(name) { columns.append(name) }
            return columns
        }
    }
}

/// The text of a list.
private struct ListText {
    private var json = JSONWriter(capacity: 1 << 16)
    private var csv: [UInt8] = []
    private let columns: [String]
    private let isCSV: Bool
    private let fields: Set<String>?
    private var isArray = false

    init(_ columns: [String], _ isCSV: Bool, _ fields: Set<String>?) {
        self.columns = columns
        self.isCSV = isCSV
        self.fields = fields?.union(["SYMBOL"])
    }

    mutating func begin(isArray: Bool) {
        self.isArray = isArray
        if isArray {
            json.begin(UInt8(ascii: "{"))
            json.key("results")
            json.begin(UInt8(ascii: "["))
        }
        if isCSV { appendLine(columns) }
    }

    mutating func append(_ profile: InstrumentProfile) {
        if isCSV {
            appendLine(columns.map { profile[$0] })
            return
        }
        json.object { json in
            for field in profile.fields where fields?.contains(field.name) != false {
                json.key(named: field.name)
                json.string(field.value)
            }
        }
        if !isArray { json.endLine() }
    }

    mutating func end(isArray: Bool, next: String?) {
        guard isArray else { return }
        json.end(UInt8(ascii: "]"))
        if let next { json.member("next", next) }
        json.end(UInt8(ascii: "}"))
    }

    private mutating func appendLine(_ values: [String]) {
        for (index, value) in values.enumerated() {
            if index > 0 { csv.append(UInt8(ascii: ",")) }
            ProfileWriter.appendField(value, to: &csv)
        }
        csv += "\r\n".utf8
    }

    mutating func take() -> [UInt8] {
        if !isCSV { return json.take() }
        let taken = csv
        csv.removeAll(keepingCapacity: true)
        return taken
    }
}
