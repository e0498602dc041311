import ProfileTransforms
import TestSupport
import Testing

/// The texts and positions of errors.
@Suite struct TransformErrorTests {
    @Test func errorsShowTheirLineWithACaret() {
        let error = #expect(throws: ProfileTransformError.self) {
            _ = try ProfileTransform("string A;\r\n  A = 'ş' + SECTOR;\n", name: "rules.txt")
        }
        #expect(error?.position?.line == 2 && error?.position?.column == 13)
        #expect(
            error?.description == """
                rules.txt, line 2, column 13: SECTOR is neither a standard field nor declared
                    A = 'ş' + SECTOR;
                              ^
                """)
    }

    /// A transform for each kind of error, with the reason in the error.
    @Test(arguments: [
        ("STRIKE = ;", "found ';', expected an expression"),
        ("SYMBL = 'x';", "SYMBL is neither a standard field nor declared; did you mean SYMBOL?"),
        ("if (STRIKE) delete();", "found a number, expected a boolean"),
        ("STRIKE = 'abc';", "'abc' is not a number; expected one such as 12.5"),
        ("EXPIRATION = '2024-02-30';", "'2024-02-30' is not a date; expected YYYY-MM-DD"),
        ("if ('yes') delete();", "'yes' is not a boolean; expected true, false or an empty text"),
        ("if (true & true) delete();", "expected '&' right after '&', as in '&&'"),
        ("break;", "'break' outside of a switch; use 'return' to end the program"),
        ("switch (TYPE) { case 'a': ; case 'a': ; }", "found a second label with the same value"),
        (
            "if (TYPE like TYPE) delete();",
            "a pattern must be a constant, without fields, category, sysdate and day functions"
        ),
        ("if (TYPE like '{') delete();", "the pattern has '{' with nothing before it to repeat at character 1"),
        (
            "if (TYPE like 'a{') delete();",
            "the pattern has '{' without a count; write \\{ for the character at character 3"
        ),
        ("if (TYPE like '\\\\p{L}') delete();", "the pattern has '\\p', which isn't supported at character 2"),
        ("EXCHANGES = addItem(EXCHANGES, 'a;b');", "the item 'a;b' contains ';', which separates items"),
        ("STRIKE = EXPIRATION * 2;", "'*' can't be applied to a date and a number"),
    ])
    func everyKindOfErrorHasAReason(program: String, reason: String) {
        let error = #expect(throws: ProfileTransformError.self) { _ = try ProfileTransform(program) }
        #expect(error?.reason == reason)
    }

    @Test func aFailureNamesItsLineAndLeavesTheProfileUnchanged() throws {
        var run = try ProfileTransform("SYMBOL = 'x';\nSTRIKE = TYPE;", name: "rules.txt").run()
        var profile = InstrumentProfile()
        profile.type = "OPTION"
        profile.symbol = ".IBM250117C190"
        let before = profile
        let failure = #expect(throws: ProfileTransformFailure.self) { _ = try run.apply(&profile) }
        #expect(
            failure?.description == "rules.txt, line 2, OPTION .IBM250117C190: 'OPTION' is not a number; expected "
                + "one such as 12.5")
        #expect(profile == before)
    }

    /// Assignments to fields of each kind, one of them twice, including custom fields, with or without a procedure in
    /// between.
    @Test(arguments: ["", "rename('IBM', 'X');", "retainFields(TYPE, SYMBOL);"])
    func aFailureUndoesEachKindOfChange(procedure: String) throws {
        let rules = """
            string NOTE, NEW;
            SYMBOL = 'x'; SYMBOL = 'y'; ICB = 7; STRIKE = 2; EXPIRATION = date('2026-01-02'); NOTE = ''; NEW = 'n';
            \(procedure)
            DESCRIPTION = 'd'; LAST_TRADE = date(''); NOTE = 'z';
            MULTIPLIER = TYPE;
            """
        var run = try ProfileTransform(rules).run()
        var profile = InstrumentProfile()
        profile.type = "OPTION"
        profile.symbol = ".IBM250117C190"
        profile.underlying = "IBM"
        profile.icb = 5
        profile.strike = 190
        profile.lastTrade = CalendarDate(dayNumber: 20_104)
        profile.setCustomField("NOTE", "one")
        profile.setCustomField("OTHER", "two")
        let before = profile
        let failure = #expect(throws: ProfileTransformFailure.self) { _ = try run.apply(&profile) }
        #expect(failure?.description.contains("OPTION .IBM250117C190: 'OPTION' is not a number") == true)
        #expect(profile == before)
    }

    @Test func credentialsAreHidden() {
        let error = #expect(throws: ProfileTransformError.self) {
            _ = try ProfileTransform(
                "if (SYMBOL in ipf('x,user=ann,password=hush')) delete();", folder: "/nowhere")
        }
        #expect(error?.position == nil)
        #expect(error?.description.contains("/nowhere/x") == true)
        #expect(error?.description.contains("hush") == false)
        #expect(error?.description.contains("ann") == false)
        let typed = #expect(throws: ProfileTransformError.self) {
            _ = try ProfileTransform("delete('http://u:secret@h/', 'A,user=ann,password=hush');")
        }
        #expect(
            typed?.description == """
                transform, line 1, column 8: found the text 'http://********@h/', expected ')' after the arguments
                  delete('http://********@h/', 'A,user=***,password=****');
                         ^
                """)
    }

    @Test func deepNestingIsAnErrorAtItsToken() throws {
        let deep = String(repeating: "(", count: 499) + "1" + String(repeating: ")", count: 499)
        _ = try ProfileTransform("STRIKE = \(deep);")
        let error = #expect(throws: ProfileTransformError.self) {
            _ = try ProfileTransform("STRIKE = \(String(repeating: "(", count: 600))1;")
        }
        #expect(error?.position?.line == 1 && error?.position?.column == 509)
    }

    /// A chain of operators is not nested, but its length is limited as well.
    @Test func longChainsAreErrors() throws {
        _ = try ProfileTransform("SYMBOL = \(String(repeating: "SYMBOL + ", count: 1_900))'x';")
        #expect(throws: ProfileTransformError.self) {
            _ = try ProfileTransform("SYMBOL = \(String(repeating: "SYMBOL + ", count: 3_000))'x';")
        }
    }

    /// Every text compiles or is an error: random words of the language, and truncated programs. Prints its seed.
    @Test func anyTextDoesNotCrash() {
        let words = [
            "if", "(", ")", "{", "}", ";", "switch", "case", "default", ":", "SYMBOL", "STRIKE", "EXPIRATION", "=",
            "==", "+", "-", "*",
            "'x'", "5", "like", "in", "ipf", ",", "string", "A", "A", "delete", "replaceAll", "findTrading", "?", "!",
            "&&", "||", "/*",
            "//", "\n", "'", "cmeproduct", "retainFields", "break", "return", "osi", "sysdate", "fut", "%", "+=", "é",
            "\u{10FFFF}",
        ]
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 1...30, using: &random)).map { _ in words.randomElement(using: &random)! }
                .joined(separator: " ")
            apply(text)
        }
        let program =
            "string R; if (TYPE in ('a', \"b\") && STRIKE*2 >= -1.5) { R = replaceAll(SYMBOL, '(.)\\\\d', '$1'); } /* c */"
        for end in program.indices { apply(String(program[..<end])) }
    }

    private func apply(_ text: String) {
        guard var run = try? ProfileTransform(text).run() else { return }
        var profile = InstrumentProfile()
        profile.symbol = "/ESZ26"
        profile.strike = 5
        _ = try? run.apply(&profile)
    }
}
