internal import Scanning

/// `/openapi.json`: what this service answers, for people and programs.
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
    /// An entity tag made from the bytes.
    static func tag(_ bytes: [UInt8]) -> String { String(ByteHash.hash(bytes.span), radix: 16) }
}
