internal import CatalogHistory
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/v1/list`: the instruments that match filters, as JSON, JSON lines or CSV, sent while they are read.
enum ListRoutes {
    static let routes = [
        Route("/v1/list", .dated) { context in
            let list = try List(context)
            var answer = RouteResponse(list.format.contentType, try list.answer(context).body)
            answer.headers = [(.vary, "Accept")]
            if list.format != .json { answer.addNotes(list.notes) }
            return answer
        }
    ]

    private enum Format: String {
        case json, ndjson, csv

        var contentType: String {
            switch self {
            case .json: RouteResponse.jsonType
            case .ndjson: "application/x-ndjson; charset=utf-8"
            case .csv: "text/csv; charset=utf-8; header=present"
            }
        }

        /// Creates the format that `format=` or `Accept` requests.
        init(_ context: RouteContext) throws(Problem) {
            if let name = context.query["format"] {
                guard let format = Format(rawValue: name) else {
                    throw .unexpected("format", name, Problem.Expected.listFormat)
                }
                self = format
                return
            }
            let accepted = context.acceptedTypes
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
                throw .listTypes
            }
            self = .json
        }
    }

    /// A request for a list, and the format of its answer.
    private struct List: Sendable {
        let format: Format
        let catalogs: SegmentedCatalog
        /// The fields; `nil` for all.
        let fields: [String]?
        let rows: Rows
        let next: CatalogCursor?
        /// Sentences about fields and values of the request that the catalog doesn't contain.
        let notes: [String]

        /// The rows of one page, or of the whole answer.
        enum Rows: Sendable {
            case page([SegmentedCatalog.Slice<Row>])
            case all(CatalogFilter, CatalogOrder, offset: Int)
        }

        init(_ context: RouteContext) throws {
            let query = context.query
            try query.allow(
                FilterParameters.all.union(["fields", "order", "limit", "offset", "cursor", "format", "expired"]),
                fields: true)
            format = try Format(context)
            catalogs = try context.catalogs
            let filter = try FilterParameters.filter(query)
            let names = query.list("fields")
            fields = names.isEmpty ? nil : names
            notes = try FilterParameters.notes(on: filter, fields: fields, catalogs)
            let name = query["order"] ?? (filter.isOfFutures ? Self.byExpiration : CatalogOrder.rank.rawValue)
            let order = CatalogOrder(rawValue: name)
            guard order != nil || name == Self.byExpiration else {
                throw Problem.unexpected("order", name, Problem.Expected.listOrder)
            }
            let offset = try query.integer("offset", in: 0...100_000_000, default: 0)
            let cursor = try FilterParameters.cursor(query)
            let isPage = format == .json || query["limit"] != nil || cursor != nil
            let limit = try query.integer("limit", in: 1...10_000, default: 100)
            guard let order else {
                let page = try catalogs.pageByExpiration(
                    of: filter, offset: offset, limit: isPage ? limit : .max, after: cursor)
                rows = .page(page.slices)
                next = page.next
                return
            }
            if isPage {
                let page = try catalogs.page(of: filter, in: order, offset: offset, limit: limit, after: cursor)
                rows = .page(page.slices)
                next = page.next
            } else {
                rows = .all(filter, order, offset: offset)
                next = nil
            }
        }

        private static let byExpiration = "expiration"

        func answer(_ context: RouteContext) throws -> RowAnswer {
            switch rows {
            case .page(let rows):
                var answer = try RowAnswer(context, isPage: true) { catalogs.rowWriter(form, rows) }
                if format == .json {
                    var json = JSONWriter()
                    json.object { json in
                        json.array("results") { _ in }
                        json.optional("next", next?.description)
                        json.notes(notes)
                    }
                    // The rows are inserted between the brackets.
                    answer.begin = Array(#"{"results":["#.utf8)
                    answer.end = Array(json.bytes[answer.begin.count...])
                }
                return answer
            case .all(let filter, let order, let offset):
                return try RowAnswer(context) { catalogs.rowWriter(form, of: filter, in: order, offset: offset) }
            }
        }

        private var form: RowForm {
            let withSymbol = fields.map { ["SYMBOL"] + $0.filter { $0 != "SYMBOL" } }
            switch format {
            case .json: return .json(fields: withSymbol, style: .instrument, separator: .commas)
            case .ndjson: return .json(fields: withSymbol, style: .instrument)
            case .csv:
                // The requested fields, or all fields that any instrument has, without duplicates.
                var columns: [String] = []
                for name in withSymbol ?? catalogs.fieldNames where !columns.contains(name) { columns.append(name) }
                return .csv(columns: columns, endsLinesWithCRLF: true)
            }
        }
    }
}

extension CatalogFilter {
    /// Whether the filter selects only futures of products or underlyings. Such a list is sorted by expiration.
    fileprivate var isOfFutures: Bool {
        let types = conditions.filter { $0.field == ProfileField.type.name }.flatMap(\.patterns)
        return !types.isEmpty && types.allSatisfy { $0.isExact && $0.text == "FUTURE" }
            && conditions.contains {
                [ProfileField.product.name, ProfileField.underlying.name].contains($0.field)
            }
    }
}
