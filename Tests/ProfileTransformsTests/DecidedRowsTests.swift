import ProfileTransforms
import Testing

/// Rules that the specification defined after the conformance tables were recorded, in the form of their rows.
@Suite struct DecidedRowsTests {
    @Test(arguments: [
        // Increments that are unterminated, negative, zero, or not ascending.
        (#"cmeproduct("",0,3,0,0);"#, ["EXCHANGE_DATA": "a;b;1", "PRICE_INCREMENTS": "0.01 3"], "fail"),
        (#"cmeproduct("",0,1,0,0);"#, ["EXCHANGE_DATA": "a;b;-1", "PRICE_INCREMENTS": "0.01 3; 0.05"], "fail"),
        (#"cmeproduct("",0,-2,0,0);"#, ["EXCHANGE_DATA": "a;b;1", "PRICE_INCREMENTS": "0.25"], "fail"),
        (#"cmeproduct("",0,3,0,0);"#, ["EXCHANGE_DATA": "a;b;0", "PRICE_INCREMENTS": "0.01 3; 0.05"], "fail"),
        (
            #"cmeproduct("",0,3,0,0);"#, ["EXCHANGE_DATA": "a;b;1", "PRICE_INCREMENTS": "0.01 5; 0.02 3; 0.05"],
            "fail"
        ),
        // The limits 3 and 3.1 become equal after rounding.
        (
            #"cmeproduct("",0,100000000000000,0,0);"#,
            ["EXCHANGE_DATA": "a;b;1", "PRICE_INCREMENTS": "1 3; 1 3.1; 1"], "fail"
        ),
        // A single 0 is not a rule.
        (
            #"cmeproduct("",0,3,0,0);"#, ["EXCHANGE_DATA": "a;b;0", "PRICE_INCREMENTS": "0.25"],
            #"{"EXCHANGE_DATA":"a;b;3","PRICE_INCREMENTS":""} 1:1"#
        ),
        (
            #"cmeproduct("",0,2,0,0);"#, ["EXCHANGE_DATA": "a;b;1", "PRICE_INCREMENTS": "0.01 3; 0.05"],
            #"{"EXCHANGE_DATA":"a;b;2","PRICE_INCREMENTS":"0.005 1.5; 0.025"} 1:1"#
        ),
    ])
    func cmeproductWritesValidIncrementsOrFails(program: String, fields: [String: String], answer: String) throws {
        let fields = fields.merging(["TYPE": "FUTURE", "SYMBOL": "/x"]) { $1 }
        #expect(try ConformanceTests.areSame(ConformanceTests.answer(program, fields, "/"), answer))
    }

    @Test(arguments: [
        // In the trial run at compilation, the hours are a text, not a number.
        ("ICB = TRADING_HOURS;", [:], "error 1:20"),
        ("number TRADING_HOURS; TRADING_HOURS = 5;", [:], "error 1:40"),
        (#"if (TRADING_HOURS == "") delete();"#, [:], "deleted 1:1"),
        // In the trial run, this is 0 / 0. For this profile it is a number, and without both values the run fails.
        (
            "EXPIRATION = EXPIRATION + STRIKE / MULTIPLIER;",
            ["EXPIRATION": "2025-01-17", "STRIKE": "4", "MULTIPLIER": "2"], #"{"EXPIRATION":"2025-01-19"} 1:1"#
        ),
        (
            "number EXPIRATION; EXPIRATION = STRIKE / MULTIPLIER;", ["STRIKE": "40", "MULTIPLIER": "2"],
            #"{"EXPIRATION":"1970-01-21"} 1:1"#
        ),
        ("EXPIRATION = EXPIRATION + STRIKE / MULTIPLIER;", [:], "fail"),
        // The error is at the token after the member; an error of the operand itself is at the end of the list.
        (#"if (ICB in ("x", 5, 6)) delete();"#, [:], "error 1:16"),
        (#"if (ICB in (5, EXPIRATION, 6)) delete();"#, [:], "error 1:26"),
        (#"if (replaceAll('A','A','$9') in (TYPE, 'x')) delete();"#, [:], "error 1:43"),
        // An empty list contains no value.
        ("if (number(SYMBOL) in ()) delete();", ["SYMBOL": "x"], "{}"),
        ("if (number(SYMBOL) notin ()) delete();", ["SYMBOL": "x"], "deleted 1:1"),
    ])
    func trialsAndListsHaveTheDecidedAnswers(program: String, fields: [String: String], answer: String) throws {
        #expect(try ConformanceTests.areSame(ConformanceTests.answer(program, fields, "/"), answer), "\(program)")
    }
}
