import Foundation
import TestSupport
import Testing

/// The help of every command, and the errors for numbers out of range.
@Suite struct HelpTests {
    private struct Option {
        var command: [String]
        /// The name of the option, such as `--limit`; empty for an argument.
        var name: String
        var json: [String: Any]

        var valueName: String { json["valueName"] as? String ?? "" }
        var isOption: Bool { json["kind"] as? String == "option" }
        var help: String { json["abstract"] as? String ?? "" }
    }

    /// The options and arguments of all commands.
    private static func options() throws -> [Option] {
        let help = try Command.run(["--experimental-dump-help"])
        let root = try JSONSerialization.jsonObject(with: Data(help.output.utf8)) as? [String: Any]
        return collect(root?["command"] as? [String: Any] ?? [:], [])
    }

    private static func collect(_ command: [String: Any], _ path: [String]) -> [Option] {
        let arguments = command["arguments"] as? [[String: Any]] ?? []
        let own = arguments.map { json in
            let names = json["names"] as? [[String: Any]] ?? []
            let long = names.first { $0["kind"] as? String == "long" }?["name"] as? String
            return Option(command: path, name: long.map { "--\($0)" } ?? "", json: json)
        }
        let subcommands = command["subcommands"] as? [[String: Any]] ?? []
        return own
            + subcommands.filter { $0["commandName"] as? String != "help" }.flatMap {
                collect($0, path + [$0["commandName"] as? String ?? ""])
            }
    }

    @Test func optionValuesAreNamedByTheirMeaning() throws {
        let options = try Self.options()
        #expect(options.count > 150)
        /// Value names that may equal the option's name, because they describe the value.
        let meanings = [
            "format", "filter", "order", "venue", "style", "type", "country", "currency", "product", "cursor", "host",
            "port",
            "direction", "mode", "isin", "cusip", "sedol", "year", "fields", "count", "state",
        ]
        for option in options {
            let place = "\(option.command.joined(separator: " ")) \(option.name) <\(option.valueName)>"
            #expect(!option.help.isEmpty || option.name == "--help", "\(place) has no help")
            #expect(option.valueName.allSatisfy { $0.isLowercase || "-|=,".contains($0) }, "\(place)")
            #expect(option.valueName.count > 1 || ["a", "b"].contains(option.valueName), "\(place)")
            if option.isOption, option.name == "--\(option.valueName)" {
                #expect(meanings.contains(option.valueName), "\(place) names no meaning")
            }
            for text in [option.help, option.json["defaultValue"] as? String ?? ""] {
                for type in ["(names:", "(value:", "Optional(", "nil", "Int", "Double", "String", "Array", "Swift."] {
                    #expect(!text.contains(type), "\(place): \(text)")
                }
            }
        }
    }

    /// For every option with a number, the error about a number out of range states the allowed range.
    @Test(.timeLimit(.minutes(60))) func errorsOfNumbersStateTheAllowedRange() throws {
        let rows: [(command: [String], option: String, wrong: String, allowed: String)] = [
            (["list", "c"], "--limit", "0", "1 or more"), (["list", "c"], "--offset", "-1", "0 or more"),
            (["search", "c", "x"], "--limit", "0", "1 or more"), (["verify", "c"], "--limit", "-1", "0"),
            (["chain", "c", "x", "--around", "-5"], "--strikes", "0", "1 or more"),
            (["price", "ladder", "1", "1"], "--above", "1000001", "0 to 1000000"),
            (["price", "ladder", "1", "1"], "--below", "-1", "0 to 1000000"),
            (["schedule", "next", "X()"], "--count", "0", "1 to 100000"),
            (["calendar", "show", "X"], "--year", "1", "2 to 9998"),
            (["serve", "c"], "--port", "65536", "0 to 65535"), (["publish", "c"], "--port", "-1", "0 to 65535"),
            (["serve", "c"], "--rate-limit", "0", "1 or more"),
            (["serve", "c"], "--max-connections", "0", "1 or more"),
            (["serve", "c"], "--trace-ratio", "-1", "0 to 1"),
            (["serve", "c"], "--request-budget", "0", "0.01 to 3600 seconds"),
            (["watch", "-"], "--update", "0", "above 0 and up to a year"),
            (["watch", "-"], "--silence", "-1", "above 0 and up to a year"),
            (["import", "-", "--follow", "-o", "c"], "--update", "nan", "above 0 and up to a year"),
            (["scan", "-"], "--max-record", "0", "1 or more"), (["dump", "-"], "--max-size", "-1", "1 or more"),
            (["merge", "-", "-", "-o", "c"], "--max-ratio", "0", "1 or more"),
            (["import", "-", "-o", "c"], "--wait", "-1", "0 to 86400"),
            (["master", "segment", "d"], "--keep", "0", "1 or more"),
            (["generate", "-o", "x"], "--instruments", "-1", "0 or more"),
            (["generate", "-o", "x", "--instruments", "1"], "--seed", "-1", "0 or more"),
        ]
        for row in rows {
            for value in [row.wrong, "99999999999999999999999"] {
                let result = try Command.run(row.command + [row.option, value])
                #expect(result.status == 2, "\(row) \(value): \(result)")
                #expect(result.errors.contains(row.allowed), "\(row) \(value): \(result.errors)")
            }
        }
        // The table covers all such options.
        let numbers = try Self.options().filter {
            $0.isOption && ["count", "number", "bytes", "ratio", "seconds", "port", "year"].contains($0.valueName)
        }
        for option in numbers { #expect(rows.contains { $0.option == option.name }, "\(option.name)") }
    }

    /// Negative numbers are values, not options.
    @Test func negativeNumbersAreValues() throws {
        let fixture = try FilterFixture()
        let chain = try fixture.run(["chain", "old.catalog", "AAPL", "--strikes", "1", "--around", "-5"])
        #expect(chain.status == 0 && chain.output.contains("  .AAPL270115C9       9"), "\(chain)")
        #expect(try fixture.run(["list", "old.catalog", "--strike", "-5..9"]).output.contains(".AAPL270115C9"))
    }
}
