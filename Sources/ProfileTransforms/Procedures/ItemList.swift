import Scanning

/// Lists of items that are separated by `;`, such as EXCHANGES (`profile-transforms.md`, section 4).
enum ItemList {
    static func has(_ list: String, _ item: String) throws(Fault) -> Bool {
        try check(item)
        if list.isEmpty || item.isEmpty { return false }
        return holds(list.utf8Span.span, item.utf8Span.span)
    }

    private static func holds(_ list: Span<UInt8>, _ item: Span<UInt8>) -> Bool {
        var start = 0
        while start <= list.count {
            var end = start
            var isSame = true
            while end < list.count, list[end] != ASCII.semicolon {
                if isSame { isSame = end - start < item.count && list[end] == item[end - start] }
                end += 1
            }
            if isSame, end - start == item.count { return true }
            start = end + 1
        }
        return false
    }

    /// Inserts an item before the first item that is greater, or at the end.
    static func adding(_ item: String, to list: String) throws(Fault) -> String {
        if try has(list, item) || item.isEmpty { return list }
        var parts = list.isEmpty ? [] : withoutTrailingEmpty(parts(list))
        let place = parts.firstIndex { TextOrder.precedes(item, String($0)) } ?? parts.count
        parts.insert(item[...], at: place)
        return parts.joined(separator: ";")
    }

    static func removing(_ item: String, from list: String) throws(Fault) -> String {
        guard try has(list, item) else { return list }
        return withoutTrailingEmpty(parts(list).filter { !$0.utf8.elementsEqual(item.utf8) }).joined(separator: ";")
    }

    static func parts(_ list: String) -> [Substring] { list.split(separator: ";", omittingEmptySubsequences: false) }

    static func withoutTrailingEmpty(_ parts: [Substring]) -> [Substring] {
        Array(parts[...(parts.lastIndex { !$0.isEmpty } ?? -1)])
    }

    private static func check(_ item: String) throws(Fault) {
        if item.utf8.contains(ASCII.semicolon) {
            throw Fault("the item '\(GrammarError.excerpt(item))' contains ';', which separates items")
        }
    }
}
