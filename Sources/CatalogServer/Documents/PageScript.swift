/// A script of the page as it is served: one module, or several modules that views load together.
///
/// Each script delays the first paint of a new document by some milliseconds. So modules that views load together are
/// joined into one script: modules of every view, of views about markets, and of the instrument view. Their text is
/// joined at the start of the process:
///
/// ```
/// time.js     import { texts } from "./texts.js";      core.js   const formatters = new Map();
///             const formatters = new Map();        ─►            export const clock = …
///             export const clock = …                             …
/// month.js    import { clock } from "./time.js"; …
/// ```
///
/// Joined modules share one scope, so their names at the top level must differ.
struct PageScript {
    /// The joined modules by the script's name. Each module follows the modules that it imports.
    private static let joined = [
        "core": ["texts", "time", "dom", "api", "route", "finder", "ticks", "mics"],
        "markets": ["types", "market", "track", "days", "week", "month", "recent"],
        "instrument": ["cfi", "identity", "state", "hours", "instrument"],
    ]

    /// The names of the scripts by the modules that they contain.
    private static let names = Dictionary(
        uniqueKeysWithValues: joined.flatMap { name, modules in modules.map { ($0, name) } })

    /// The scripts, in no order.
    static let all: [PageScript] =
        joined.map { PageScript($0, $1) }
        + ServiceFiles.all.keys.filter { $0.hasSuffix(".js") }.map { String($0.dropLast(3)) }
        .filter { names[$0] == nil }.map { PageScript($0, [$0]) }

    /// The name of the file, such as `core.js`.
    let file: String
    let bytes: [UInt8]

    private init(_ name: String, _ modules: [String]) {
        var imports: [String: Set<Substring>] = [:]
        var body = ""
        for module in modules {
            let text = String(decoding: ServiceFiles.bytes("\(module).js"), as: UTF8.self)
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                guard let statement = ImportStatement(line) else {
                    body += "\(line)\n"
                    continue
                }
                let script = Self.names[statement.module] ?? statement.module
                if script != name { imports[script, default: []].formUnion(statement.names) }
            }
        }
        let head = imports.sorted { $0.key < $1.key }.map { script, names in
            let what = names.isEmpty ? "" : "{ \(names.sorted().joined(separator: ", ")) } from "
            return "import \(what)\"./\(script).js\";\n"
        }
        file = "\(name).js"
        bytes = Array((head.joined() + body).utf8)
    }
}

/// An import statement of a module: `import { ask, inPath } from "./api.js";` or `import "./finder.js";`, each on one
/// line.
private struct ImportStatement {
    let names: [Substring]
    let module: String

    /// `nil` if the line is no import.
    init?(_ line: Substring) {
        guard line.hasPrefix("import "), line.hasSuffix(".js\";"), let path = line.firstRange(of: "\"./") else {
            return nil
        }
        module = String(line[path.upperBound...].dropLast(5))
        names = line[..<path.lowerBound].split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            .filter { $0 != "import" && $0 != "from" }
    }
}
