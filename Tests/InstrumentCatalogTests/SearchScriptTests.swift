import TestSupport
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

/// Search in names of Han, kana and Hangul, which are written without spaces.
struct SearchScriptTests {
    private static let names = [
        "600519:CN": "贵州茅台", "700:HK": "騰訊控股", "8306:JP": "三菱UFJフィナンシャル・グループ", "7751:JP": "キヤノン",
        "005930:KR": "삼성전자", "000660:KR": "SK하이닉스", "2330:TW": "台灣積體電路製造", "8035:JP": "東京エレクトロン",
        "9501:JP": "東京電力", "HALF": "ｿﾆｰｸﾞﾙｰﾌﾟ", "ASCII": "Plain words", "MIXED": "上海電気 Class 2号機",
        "LONG": "一二三四五六七八九十百千万億兆京垓",
    ]

    private static func catalog(in folder: TemporaryFolder) throws -> Catalog {
        var builder = CatalogBuilder()
        builder.includesBundledAliases = false
        for (symbol, name) in names {
            var profile = InstrumentProfile()
            profile.type = "STOCK"
            profile.symbol = symbol
            profile.localDescription = name
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("scripts"))
        return try Catalog.open(folder.path("scripts"))
    }

    /// A query, the symbols found, and the highlights of the first.
    private static let queries: [(text: String, symbols: [String], shown: [String])] = [
        ("茅台", ["600519:CN"], ["茅台"]), ("贵州茅台", ["600519:CN"], ["贵州茅台"]), ("茅", ["600519:CN"], ["茅"]),
        ("貴州", ["600519:CN"], ["贵州"]), ("茅 贵州", ["600519:CN"], ["贵州茅"]), ("台茅", [], []),
        ("腾讯", ["700:HK"], ["騰訊"]), ("騰訊控股", ["700:HK"], ["騰訊控股"]), ("控", ["700:HK"], ["控"]),
        ("三菱", ["8306:JP"], ["三菱"]), ("三菱ufj", ["8306:JP"], ["三菱UFJ"]), ("ufj 三菱", ["8306:JP"], ["三菱UFJ"]),
        ("フィナンシャル", ["8306:JP"], ["フィナンシャル"]), ("ふぃなんしゃる", ["8306:JP"], ["フィナンシャル"]),
        ("ナンシ", ["8306:JP"], ["ナンシ"]),
        // The company's name has a large ヤ, but people type a small one.
        ("キャノン", ["7751:JP"], ["キヤノン"]), ("ｷﾔﾉﾝ", ["7751:JP"], ["キヤノン"]),
        ("삼성", ["005930:KR"], ["삼성"]), ("전자", ["005930:KR"], ["전자"]), ("하이닉스 sk", ["000660:KR"], ["SK하이닉스"]),
        ("닉스", ["000660:KR"], ["닉스"]),
        ("台湾", ["2330:TW"], ["台灣"]), ("电路", ["2330:TW"], ["電路"]),
        ("东京", ["8035:JP", "9501:JP"], ["東京"]), ("東京電", ["9501:JP"], ["東京電"]), ("電気", ["MIXED"], ["電気"]),
        ("电气 class", ["MIXED"], ["電気", "Class"]), ("号", ["MIXED"], ["号"]),
        ("ソニー", ["HALF"], ["ｿﾆｰ"]), ("グループ", ["8306:JP", "HALF"], ["グループ"]),
        // The query is longer than the words in the index.
        ("二三四五六七八九十百千万億兆京", ["LONG"], ["二三四五六七八九十百千万億兆京"]),
        ("一二三四五六七八九十百千万億兆京垓", ["LONG"], ["一二三四五六七八九十百千万億兆京垓"]),
        ("一二三四五六七八九十百千億", ["LONG"], ["一二三四五六七八九十百千", "億"]),
        ("一二三四五六億七八九十百千", [], []),
        ("ｸﾞﾙｰﾌﾟ", ["8306:JP", "HALF"], ["グループ"]), ("ぱぴぷ", [], []),
    ]

    @Test(arguments: Self.queries)
    func wordsOfOtherScriptsAreFound(text: String, symbols: [String], shown: [String]) throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(in: folder)
        let hits = try catalog.search(text).hits.filter { $0.tier == .description }
        #expect(hits.map { catalog.symbol(at: $0.row) }.sorted() == symbols.sorted())
        guard let first = symbols.first else { return }
        let hit = try #require(hits.first { catalog.symbol(at: $0.row) == first })
        let name = Array(Self.names[first]!.utf8)
        let ranges = try #require(hit.highlights[.localDescription])
        #expect(ranges.map { String(decoding: name[$0], as: UTF8.self) } == shown)
    }

    /// A typo in such a name is tolerated as in other scripts.
    @Test func typosAreToleratedInOtherScripts() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(in: folder)
        let page = try catalog.search("贵州茅苔")
        #expect(page.hits.map { catalog.symbol(at: $0.row) } == ["600519:CN"])
        #expect(page.hits.map(\.tier) == [.typo])
    }

    /// In a file of an earlier version, a whole run of characters is one word, and is searched as one word.
    @Test func filesOfEarlierRulesAreSearched() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(in: folder).without([.searchWordRules])
        #expect(catalog.file.search.wordRules == .runs)
        #expect(try catalog.search("贵州茅台").hits.map { catalog.symbol(at: $0.row) } == ["600519:CN"])
        #expect(try catalog.search("plain words").hits.map { catalog.symbol(at: $0.row) } == ["ASCII"])
    }

    /// Changes over a file of an earlier version are found by the current rules.
    @Test func changesOverEarlierFilesUseTheCurrentRules() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(in: folder).without([.searchWordRules])
        var overlay = Overlay(catalog.file, identity: 1, version: 1)
        var profile = InstrumentProfile()
        profile.type = "STOCK"
        profile.symbol = "NEW"
        profile.localDescription = "新豐田"
        overlay.append(EncodedProfile.bytes(of: profile), isRemoval: false)
        let view = Catalog(overlay)
        #expect(try view.search("丰田").hits.map { view.symbol(at: $0.row) } == ["NEW"])
    }

    private static let words: [(text: String, query: [String], indexed: [String])] = [
        ("贵州茅台", ["贵州茅台"], ["贵州茅台", "州茅台", "茅台", "台"]),
        ("三菱UFJ銀行", ["三菱", "UFJ", "银行"], ["三菱", "菱", "UFJ", "银行", "行"]),
        ("ヤマ２號", ["やま", "2", "号"], ["やま", "ま", "2", "号"]), ("TÜRK", ["TURK"], ["TURK"]), ("", [], []),
        ("・", [], []), ("ー", ["ー"], ["ー"]),
        (
            "一二三四五六七八九十百千万", ["一二三四五六七八九十百千", "万"],
            (0..<13).map { String("一二三四五六七八九十百千万".dropFirst($0).prefix(12)) }
        ),
    ]

    @Test(arguments: Self.words)
    func textsAreSplitByScript(text: String, query: [String], indexed: [String]) {
        let rules = WordRules.scripts
        var unified = TrivialArray<UInt8>()
        rules.appendUnified(TextFolding.folded(text).span, to: &unified)
        let span = unified.span
        var found: [String] = []
        rules.forEachWord(in: span) { found.append(String(decoding: span.extracting($0))) }
        #expect(found == query)
        found = []
        rules.forEachIndexedWord(in: span) { found.append(String(decoding: span.extracting($0))) }
        #expect(found == indexed)
    }

    /// All forms of a character map to one.
    @Test func formsOfACharacterAreUnified() {
        func form(_ text: String) -> String {
            var unified = TrivialArray<UInt8>()
            WordRules.scripts.appendUnified(TextFolding.folded(text).span, to: &unified)
            return String(decoding: unified.span)
        }
        for group in ["氣气気", "經经経", "臺台", "豐丰豊", "國国", "匯滙汇", "廣广広", "銀银", "あぁアァｱｧ", "ケヶけゖｹ"] {
            #expect(Set(group.map { form(String($0)) }).count == 1, "\(group)")
        }
        for value in UInt32(0x3000)..<0xD800 {
            let text = String(Unicode.Scalar(value)!)
            let once = form(text)
            #expect(form(once) == once, "\(text)")
        }
        for (full, half) in [("ガ", "ｶﾞ"), ("パ", "ﾊﾟ"), ("ば", "ﾊﾞ"), ("ヴ", "ｳﾞ"), ("ヅ", "ﾂﾞ"), ("ボ", "ﾎﾞ"), ("ダ", "ﾀﾞ")] {
            #expect(form(full) == form(half), "\(full)")
        }
        #expect(Set("かがはばぱつづ".map { form(String($0)) }).count == 7)
        // Characters of other scripts don't change.
        for text in ["AAPL", "ГАЗПРОМ", "हिन्दी", "שלום"] { #expect(form(text) == TextFolding.folded(text).text) }
    }

    /// Random names and queries of few characters: search returns the results of a scan of all names.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func searchesEqualAScanOfTheNames(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let characters = Array("台臺茅気气ソそッツ삼성")
        func text(_ length: Int) -> String {
            String((0..<length).map { _ in characters.randomElement(using: &generator)! })
        }
        let names = (0..<200).map { _ in text(Int.random(in: 1...16, using: &generator)) }
        var builder = CatalogBuilder()
        builder.includesBundledAliases = false
        for (number, name) in names.enumerated() {
            var profile = InstrumentProfile()
            profile.type = "STOCK"
            profile.symbol = "?\(number + 1000)"
            profile.localDescription = name
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("random"))
        let catalog = try Catalog.open(folder.path("random"))
        for _ in 0..<150 {
            var query = text(Int.random(in: 1...4, using: &generator))
            if Int.random(in: 0..<3, using: &generator) == 0 { query += " " + text(1) }
            let found = try catalog.search(query, limit: .max).hits.filter { $0.tier <= .description }
            let expected = catalog.fileRows.filter { row in
                Self.matches(catalog.profile(at: row).localDescription, query)
            }
            #expect(found.map(\.row).sorted() == expected, "seed \(seed), '\(query)'")
        }
    }

    /// Whether the name contains all parts of the query.
    private static func matches(_ name: String, _ query: String) -> Bool {
        query.split(separator: " ").allSatisfy { form(name).contains(form(String($0))) }
    }

    private static func form(_ text: String) -> String {
        let forms: [Character: Character] = ["臺": "台", "気": "气", "ソ": "そ", "ツ": "つ", "ッ": "つ"]
        return String(text.map { forms[$0] ?? $0 })
    }
}

extension TrivialArray<UInt8> {
    fileprivate var text: String { String(decoding: span) }
}
