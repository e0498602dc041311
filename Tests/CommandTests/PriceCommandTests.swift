import Foundation
import TestSupport
import Testing

@Suite struct PriceCommandTests {
    @Test(.enabled(if: Conformance.folder != nil, "no conformance tables; set IPF_CONFORMANCE"))
    func batchPrintsTheRecordedTable() throws {
        let file = try #require(Conformance.folder).appending(path: "price/price.tsv")
        let table = try String(contentsOf: file, encoding: .utf8)
        let questions = table.split(separator: "\n").map { $0[..<$0.lastIndex(of: "\t")!] }.joined(separator: "\n")
        let run = try Command.run(["price", "--batch", "-"], input: questions + "\n")
        #expect(run.status == 0 && run.errors == "")
        // Only minus zero is written differently, because it is not a price.
        #expect(run.output == table.replacing("\t-0.0\n", with: "\t0.0\n"))
    }

    /// A batch answers for every double in the recorded tables, and rejects the texts that are not numbers.
    @Test func batchAnswersForEveryDouble() throws {
        let rows = [
            ("0.01 3; 0.5\tround\tNaN\t1", "NaN"), ("0.01\troundmode\tnan\tHALF_UP", "NaN"),
            ("0.01\tstep\tNaN\t1\t0", "NaN"), ("0.01 3; 0.5\tincrement\tNaN\t0", "0.01"),
            ("0.01 3; 0.5\tprecision\tNaN", "2"), ("0.01\tround\tInfinity\t-1", "Infinity"),
            ("0.01\troundmode\t-Infinity\tUP", "-Infinity"), ("0.01 3; 0.5\tincrement\t-inf\t1", "0.5"),
            ("0.01 3; 0.5\tprecision\t+Infinity", "1"), ("0.01\tstep\tInfinity\t-1\t0.5", "Infinity"),
            ("0.01\tstep\t1\t-1\tInfinity", "!"), ("10\tround\t70.00001\t1", "70.0"),
            ("0.01\tround\tinfinite\t1", "!"), ("0.01\tstep\t1\t1\tNaN", "!"),
        ]
        let run = try Command.run(["price", "--batch", "-"], input: rows.map { $0.0 + "\n" }.joined())
        #expect(run.output == rows.map { "\($0.0)\t\($0.1)\n" }.joined())
        #expect(run.status == 0 && run.errors == "")
    }

    @Test(arguments: [
        (["round", "0.01", "NaN", "-Infinity", "--direction", "up"], "NaN\n-Infinity\n"),
        (
            ["round", "0.01", "inf", "--format", "json"], "[{\"price\": \"Infinity\", \"result\": \"Infinity\"}]\n"
        ),
        (["step", "0.01", "-inf", "--direction", "up"], "-Infinity\n"),
        (["ladder", "0.01", "infinity", "--above", "2", "--format", "json"], "[\"Infinity\"]\n"),
        (
            ["increment", "0.01 3; 0.05", "NaN", "-inf"],
            """
                PRICE  DOWN  NEAREST    UP  DECIMALS
                  NaN  0.01     0.01  0.01         2
            -Infinity  0.05     0.05  0.05         2

            """
        ),
        (["round", "0.01 3; 0.05", "2.993", "3.021", "-3.06"], "2.99\n3.00\n-3.05\n"),
        (["round", "0.01", "1.999", "--direction", "down"], "1.99\n"),
        (["round", "0.25", "101.125", "--mode", "half-up"], "101.25\n"),
        (["round", "0.01", "1.005", "--format", "json"], "[{\"price\": 1.005, \"result\": 1}]\n"),
        (["step", "0.01 3; 0.05", "2.99", "3", "--direction", "up"], "3.00\n3.05\n"),
        (["step", "0.01", "-3", "--direction", "-1", "--minimum", "0.5"], "-3.50\n"),
        (["ladder", "0.01 3; 0.05", "3", "--above", "2", "--below", "1"], "2.99\n3.00\n3.05\n3.10\n"),
        (["ladder", "0.01 3; 0.05", "3", "--above", "1", "--below", "1", "--format", "json"], "[2.99, 3, 3.05]\n"),
        (
            ["parse", "0.01 3; 0.05"],
            """
            FROM  UP TO  INCREMENT  DECIMALS
               0      3       0.01         2
               3      –       0.05         2

            """
        ),
        (
            ["parse", "", "--format", "json"],
            """
            {"text": "", "numbers": [0], "ranges": [{"from": 0, "upTo": null, "increment": 0, "decimals": 0}]}

            """
        ),
        (
            ["increment", "0.01 3; 0.05", "-3", "2.5"],
            """
            PRICE  DOWN  NEAREST    UP  DECIMALS
               -3  0.05     0.01  0.01         2
              2.5  0.01     0.01  0.01         2

            """
        ),
    ])
    func pricesArePrintedInEachFormat(arguments: [String], output: String) throws {
        let run = try Command.run(["price"] + arguments)
        #expect(run.output == output && run.status == 0 && run.errors == "")
    }

    @Test(
        arguments: [
            (
                ["round", "0.01 3", "3"], 3,
                "ipf: price increments: expected \"; \" and the increment above the limit, found the end of the text\n  0.01 3\n        ^\n"
            ),
            (
                ["step", "0.01", "3", "--direction", "nearest"], 2,
                "ipf: price step: the direction is 0, expected 1 (up) or -1 (down)\n"
            ),
            (
                ["step", "0.01", "3", "--direction", "up", "--minimum", "-1"], 2,
                "ipf: price step: the minimum step is -1.0, expected 0 or more, and finite\n"
            ),
            (["--batch", "/no/such/file"], 4, nil), (["round", "0.01", "three"], 2, nil), ([], 2, nil),
            (["round", "0.01", "1", "--mode", "UP", "--direction", "up"], 2, nil),
            (["ladder", "0.01", "1", "2"], 2, nil), (["ladder", "0.01", "1", "--above", "-1"], 2, nil),
        ] as [([String], Int32, String?)])
    func invalidPricesAreErrors(arguments: [String], status: Int32, errors: String?) throws {
        let run = try Command.run(["price"] + arguments)
        #expect(run.status == status && run.output == "")
        if let errors { #expect(run.errors == errors) } else { #expect(run.errors != "") }
    }

    @Test func errorsOfABatchNameTheLine() throws {
        let answered = try Command.run(["price", "--batch", "-"], input: "0.01\tparse\n\n0.01\tparse\t0.01\n")
        #expect(answered.status == 3 && answered.output == "")
        #expect(answered.errors == "ipf: standard input, line 3: parse expects 2 columns without an answer, found 3\n")
        let unknown = try Command.run(["price", "--batch", "-"], input: "0.01\tdouble\t1\n")
        #expect(unknown.status == 3)
        #expect(
            unknown.errors == "ipf: standard input, line 1: expected rules, a tab and an operation "
                + "(increment, parse, precision, round, roundmode, step)\n")
    }
}
