internal import HTTPTypes
internal import Scanning

/// The scripts, style sheets and icon of the page. `ViewRoutes` serves its documents.
enum PageRoutes {
    private static let scripts = PageScript.all.map { ($0.file, $0.bytes) }
    private static let others = ServiceFiles.all.filter { name, _ in
        [".css", ".svg"].contains { name.hasSuffix($0) }
    }

    static let routes = (scripts + others.map { ($0, $1) }).sorted { $0.0 < $1.0 }.map { name, bytes in
        let type = type(name)
        let bytes = name.hasSuffix(".svg") ? bytes : withoutComments(bytes)
        let tag = StaticFile.tag(bytes)
        return Route("/page/\(name)", [.open, .changing]) { _ in .document(type, bytes, caching: .fixed(etag: tag)) }
    }

    /// Removes comment lines and indentation from a script or style sheet, so that browsers load fewer bytes.
    ///
    /// Only comments on lines of their own are removed, not comments on lines with code.
    static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var isComment = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = line.drop { $0 == UInt8(ascii: " ") }
            if isComment || line.starts(with: "/*".utf8) {
                isComment = !line.suffix(2).elementsEqual("*/".utf8)
            } else if !line.starts(with: "//".utf8) {
                kept += line
                kept.append(UInt8(ascii: "\n"))
            }
        }
        return kept
    }

    private static func type(_ name: String) -> String {
        switch name.split(separator: ".").dropFirst().last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        default: "image/svg+xml"
        }
    }
}

/// `/openapi.json`: the description of the API, for people and programs.
enum DocumentRoutes {
    static let routes = [
        Route("/openapi.json", [.open, .changing]) { _ in
            RouteResponse(
                RouteResponse.jsonType, .bytes(ServiceFiles.bytes("openapi.json")),
                caching: .fixed(etag: StaticFile.tag(ServiceFiles.bytes("openapi.json"))))
        }
    ]
}

/// A file that is part of the program.
enum StaticFile {
    /// Returns an entity tag computed from the bytes.
    static func tag(_ bytes: [UInt8]) -> String { String(ByteHash.hash(bytes.span), radix: 16) }
}
