internal import HTTPTypes

/// `/` and the files of the page. They are part of the program (`.embedInCode` in Package.swift): a new file stands there and
/// in `files`.
enum PageRoutes {
    private static let files: [(path: String, type: String, bytes: [UInt8])] = [
        ("/", "text/html; charset=utf-8", PackageResources.index_html)
    ]

    static let routes = files.map { path, type, bytes in
        let tag = StaticFile.tag(bytes)
        return Route(path, [.open, .changing]) { exchange in
            var answer = Answer(type, .bytes(bytes), caching: .fixed(etag: tag))
            answer.headers = SecurityHeaders.document
            return answer
        }
    }
}
