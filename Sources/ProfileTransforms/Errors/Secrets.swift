/// Credentials in a transform's text: an error shows stars in their place.
enum Secrets {
    /// The text with stars for what follows `password=` or `user=` and for the user info of URLs, byte for byte.
    static func masked(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for mark in ["password=", "user="] {
            var start = 0
            while let place = bytes[start...].firstRange(of: mark.utf8) {
                start = place.upperBound
                while start < bytes.count, !"\"',".utf8.contains(bytes[start]) {
                    bytes[start] = UInt8(ascii: "*")
                    start += 1
                }
            }
        }
        var start = 0
        while let place = bytes[start...].firstRange(of: "://".utf8) {
            start = place.upperBound
            let end = bytes[start...].firstIndex { "/\"' ".utf8.contains($0) } ?? bytes.count
            guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { continue }
            for index in start..<at { bytes[index] = UInt8(ascii: "*") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
