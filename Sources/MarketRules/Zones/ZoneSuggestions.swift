import SystemFiles

/// Suggestions for an unknown zone name, such as `America/Los_Angeles` for `PST` and `Etc/GMT-5` for `GMT+5`.
enum ZoneSuggestions {
    /// Returns at most three names similar to `id`; `nil` if no folder contains a list of zones.
    ///
    /// - Complexity: O(*n*) in the number of names in the list.
    static func find(_ id: String, in folders: [String]) -> [String]? {
        guard let names = names(in: folders) else { return nil }
        if let offset = offset(id) { return offset }
        if let usual = abbreviations[id.uppercased()] { return usual }
        let near = NearestNames.find(id, among: names)
        if !near.isEmpty { return near }
        // Users may give only the city, as in `new_york`.
        let cities = Dictionary(names.map { (city($0), $0) }) { first, _ in first }
        return NearestNames.find(id, among: names.map(city)).compactMap { cities[$0] }
    }

    private static func city(_ name: String) -> String {
        String(name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...])
    }

    /// Returns the names in `zone1970.tab` or `zone.tab`: the third column of lines that are not comments.
    private static func names(in folders: [String]) -> [String]? {
        for folder in folders {
            for list in ["zone1970.tab", "zone.tab"] {
                guard case .bytes(let bytes)? = try? WholeFile.read("\(folder)/\(list)", limit: 1 << 20) else {
                    continue
                }
                return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
                    let columns = line.split(separator: "\t")
                    return line.hasPrefix("#") || columns.count < 3 ? nil : String(columns[2])
                }
            }
        }
        return nil
    }

    /// Returns the zones with an offset such as `GMT+5` or `UTC-03:30`, in hours and minutes east of Greenwich; `nil`
    /// for other texts. The names in the zone database have the opposite sign.
    private static func offset(_ id: String) -> [String]? {
        var rest = id.uppercased()[...]
        for prefix in ["GMT", "UTC"] where rest.hasPrefix(prefix) { rest = rest.dropFirst(prefix.count) }
        guard let sign = rest.popFirst(), sign == "+" || sign == "-" else { return nil }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let hours = UInt8(parts[0]), parts[0].utf8.count <= 2,
            let minutes = parts.count == 2 ? UInt8(parts[1]) : 0, hours <= 14, minutes < 60
        else { return nil }
        if hours == 0, minutes == 0 { return ["UTC"] }
        let fixed = "GMT\(sign)\(Int(hours).twoDigits):\(Int(minutes).twoDigits)"
        let isListed = minutes == 0 && (sign == "+" || hours <= 12)
        return (isListed ? ["Etc/GMT\(sign == "+" ? "-" : "+")\(hours)"] : []) + [fixed]
    }

    /// Common abbreviations and their most likely zones.
    private static let abbreviations: [String: [String]] = [
        "PST": ["America/Los_Angeles"], "PDT": ["America/Los_Angeles"], "PT": ["America/Los_Angeles"],
        "MDT": ["America/Denver"], "MT": ["America/Denver"],
        "CST": ["America/Chicago", "Asia/Shanghai"], "CDT": ["America/Chicago"], "CT": ["America/Chicago"],
        "EDT": ["America/New_York"], "ET": ["America/New_York"], "AKST": ["America/Anchorage"],
        "AST": ["America/Halifax", "Asia/Riyadh"], "ADT": ["America/Halifax"], "NST": ["America/St_Johns"],
        "BRT": ["America/Sao_Paulo"], "ART": ["America/Argentina/Buenos_Aires"], "CLT": ["America/Santiago"],
        "BST": ["Europe/London"], "WEST": ["Europe/Lisbon"], "CEST": ["Europe/Berlin", "Europe/Paris"],
        "EEST": ["Europe/Athens"], "MSK": ["Europe/Moscow"], "TRT": ["Europe/Istanbul"],
        "SAST": ["Africa/Johannesburg"],
        "IST": ["Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"], "GST": ["Asia/Dubai"], "PKT": ["Asia/Karachi"],
        "ICT": ["Asia/Bangkok"], "WIB": ["Asia/Jakarta"], "SGT": ["Asia/Singapore"], "HKT": ["Asia/Hong_Kong"],
        "PHT": ["Asia/Manila"], "JST": ["Asia/Tokyo"], "KST": ["Asia/Seoul"], "AWST": ["Australia/Perth"],
        "ACST": ["Australia/Adelaide"], "ACDT": ["Australia/Adelaide"], "AEST": ["Australia/Sydney"],
        "AEDT": ["Australia/Sydney"], "NZST": ["Pacific/Auckland"], "NZDT": ["Pacific/Auckland"],
    ]
}
