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
    /// An entity tag by what the bytes are (FNV-1a).
    static func tag(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }
}
