internal import HTTPTypes
internal import Scanning

/// One address of the service and its handler.
struct Route: Sendable {
    /// Properties of a route that change how its requests are checked and run.
    struct Traits: OptionSet, Sendable {
        let rawValue: Int
        /// Needs no token, because its answer contains no data of the catalog or is for monitoring.
        static let open = Traits(rawValue: 1)
        /// Ignores unknown parameters, and reports errors as `{"s":"error"}`, as the chart feed requires.
        static let feed = Traits(rawValue: 2)
        /// The answer depends on more than the catalog, so there is no 304 before the handler is called.
        static let changing = Traits(rawValue: 4)
        /// Never counted against a rate limit.
        static let unlimited = Traits(rawValue: 8)
        /// Parts of the answer, such as the year of a future, depend on today's date, so each day has its own entity
        /// tag.
        static let daily = Traits(rawValue: 16)
        /// Accepts `asOf`, and then answers from an earlier state.
        static let dated = Traits(rawValue: 32)
        /// Answered in microseconds, on the event loop of the connection; all other routes run on the pool.
        static let quick = Traits(rawValue: 64)
        /// Takes many milliseconds of processor time; runs on separate threads, a bounded number at a time.
        static let heavy = Traits(rawValue: 128)
        /// Heavy if the query contains `facets=true`.
        static let facets = Traits(rawValue: 256)
    }

    let method: HTTPRequest.Method
    /// The path as in documentation and metrics: `/v1/schedules/{symbol}/days`.
    let path: String
    let traits: Traits
    let handler: @Sendable (RouteContext) async throws -> RouteResponse
    /// The segments before `{symbol}`; all segments if the path has no symbol.
    let head: [String]
    /// The text after the symbol, such as `/days` or `.svg`; `nil` for a path without a symbol.
    let ending: String?

    init(_ path: String, _ traits: Traits = [], _ handler: @escaping @Sendable (RouteContext) throws -> RouteResponse) {
        self.init(later: .get, path, traits) { context in try context.limited { try handler(context) } }
    }

    init(
        later method: HTTPRequest.Method, _ path: String, _ traits: Traits = [],
        _ handler: @escaping @Sendable (RouteContext) async throws -> RouteResponse
    ) {
        self.method = method
        self.path = path
        self.traits = traits
        self.handler = handler
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if let place = segments.firstIndex(where: { $0.hasPrefix("{") }) {
            head = Array(segments[..<place])
            let name = segments[place...].joined(separator: "/")
            ending = String(name.drop { $0 != "}" }.dropFirst())
        } else {
            head = segments
            ending = nil
        }
    }

    /// Returns whether the answer takes many milliseconds of processor time.
    func isHeavy(_ query: QueryParameters) -> Bool {
        traits.contains(.heavy) || traits.contains(.facets) && query["facets"] != nil
    }

    /// The path without the symbol and without the rest of its segment: `v1/schedules/days`, `v1/pictures/week`.
    var key: String { head.joined(separator: "/") + (ending ?? "").drop { $0 != "/" } }
}

/// Finds the route of a path. Fixed paths need one look-up; paths with a symbol are found by the segments before it.
///
/// A symbol may contain unescaped slashes: `/v1/schedules/EUR/USD/days` is about `EUR/USD`.
struct RouteTable: Sendable {
    private var fixed: [String: [Route]] = [:]
    /// The routes by the joined segments before the symbol. There are at most `longestHead` such segments.
    private var symbols: [String: [Ending]] = [:]

    private static let longestHead = 3

    /// The routes with the same text after the symbol.
    private struct Ending {
        let text: String
        var routes: [Route]
    }

    init(_ routes: [Route]) {
        for route in routes {
            guard let ending = route.ending else {
                fixed[route.key, default: []].append(route)
                continue
            }
            let head = route.head.joined(separator: "/")
            if let known = symbols[head]?.firstIndex(where: { $0.text == ending }) {
                symbols[head]![known].routes.append(route)
            } else {
                symbols[head, default: []].append(Ending(text: ending, routes: [route]))
            }
            // GET paths are also valid without the symbol, which is then a query parameter. Routes that change
            // something require the symbol in the path.
            if route.method == .get { fixed[route.key, default: []].append(route) }
        }
        // Try longer endings first: a path may end with the endings of several routes, and the longest one identifies
        // its route.
        for key in symbols.keys { symbols[key]!.sort { $0.text.utf8.count > $1.text.utf8.count } }
    }

    struct Match {
        /// The routes of the path, one for each method.
        var routes: [Route]
        var symbol: String?

        /// Returns the route for a method; `nil` if the path has no route for it.
        func route(_ method: HTTPRequest.Method) -> Route? { routes.first { $0.method == method } }
    }

    /// Returns the paths of routes that resemble an unknown path, as in the documentation.
    func paths(near path: Substring) -> [String] {
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        /// Returns the routes whose first `head` and last `tail` segments resemble those of the path.
        func near(_ routes: [Route], _ head: Int, _ tail: Int) -> [String] {
            let names = Dictionary(routes.map { ($0.key, $0.path) }) { $1 }
            let name = (segments.prefix(head) + segments.suffix(tail)).joined(separator: "/")
            return NearestNames.find(name, among: names.keys.sorted()).map { names[$0]! }
        }
        var shapes: [[Int]: [Route]] = [:]
        for route in Array(fixed.values.joined()) + symbols.values.joined().flatMap(\.routes) {
            let (head, tail) = (route.head.count, (route.ending ?? "").count { $0 == "/" })
            if route.ending == nil ? head == segments.count : head + tail <= segments.count {
                shapes[[head, tail], default: []].append(route)
            }
        }
        // Try first the shapes that cover most of the path.
        for shape in shapes.keys.sorted(by: { ($0[0] + $0[1], $0[0]) > ($1[0] + $1[1], $1[0]) }) {
            let found = near(shapes[shape]!, shape[0], shape[1])
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Returns the routes of a path, which begins with a slash; `nil` for an unknown path.
    ///
    /// - Throws: `Problem` if the path can't be decoded.
    func find(_ path: Substring) throws(Problem) -> Match? {
        let path = path.dropFirst()
        if let routes = fixed[String(path)] { return Match(routes: routes) }
        var end = path.startIndex
        for _ in 0..<Self.longestHead {
            guard let slash = path[end...].utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
            end = path.utf8.index(after: slash)
            guard let routes = symbols[String(path[..<slash])] else { continue }
            let rest = path[end...]
            let found = routes.first {
                $0.text.isEmpty || rest.hasSuffix($0.text) && rest.utf8.count > $0.text.utf8.count
            }
            guard let found else { return nil }
            return Match(
                routes: found.routes, symbol: try PercentCoding.decode(address: rest.dropLast(found.text.count)))
        }
        return nil
    }
}
