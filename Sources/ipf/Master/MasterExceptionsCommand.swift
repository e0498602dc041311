import CatalogHistory

#if Master
    import ArgumentParser
    import MasterStore

    extension QualityException.State: ExpressibleByArgument {}

    /// `ipf master exceptions`: lists, assigns and resolves the records that break quality rules.
    struct MasterExceptionsCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "exceptions",
            abstract: "List, assign and resolve instruments that break quality rules",
            discussion: """
                An exception is open until a batch mends the record, or a person resolves it:

                  open, assigned   the record breaks a rule (ipf master rules)
                  accepted         a person accepted the record, which is published
                  rejected         a person rejected the record, which is held back until
                                   the sources change it
                  mended           a batch mended the record
                  replaced         the sources have another wrong value, which has its own
                                   exception
                  dropped          the rule was removed

                HELD is "held" if the rule holds the record back. OLD is the published value; for "change", it is the \
                value that the bound applies to. The exit code is 1 if there is no such exception.

                --resolve without --accept rejects a held record. With --accept, it is published by the same batch, \
                exactly as the last batch of its sources made it, unless another exception holds it. Resolving a \
                warning always accepts it. A resolved exception is not opened again while the record has this value.

                To correct a held record instead, use ipf master override, which ends the exception as well.

                --assign and --resolve require the owner or a role of ipf master grant ROLE --overrides. Each is a \
                batch with the person of --by and the reason.

                \(MasterOptions.help)

                Examples:
                  ipf master exceptions
                  ipf master exceptions --rule "field ISIN" --source vendor --format jsonl
                  ipf master exceptions --assign 17 18 --to ann
                  ipf master exceptions --resolve 17 --accept --reason "confirmed by the vendor" --by ann
                """)

        @Argument(help: "The symbol. (default: all)")
        var symbol: String?

        @Option(help: ArgumentHelp("Only exceptions of rules that contain this text.", valueName: "text"))
        var rule: String?

        @Option(help: ArgumentHelp("Only exceptions that batches of this source caused.", valueName: "name"))
        var source: String?

        @Option(help: ArgumentHelp("Only exceptions that are assigned to this person.", valueName: "person"))
        var assignee: String?

        @Option(help: "Only exceptions in this state; can be repeated. (default: open and assigned)")
        var state: [QualityException.State] = []

        @Flag(help: "Include exceptions in every state.")
        var all = false

        @Option(
            parsing: .upToNextOption, help: ArgumentHelp("Assign these exceptions to a person.", valueName: "id"))
        var assign: [Int] = []

        @Option(help: ArgumentHelp("The person of --assign.", valueName: "person"))
        var to: String?

        @Option(parsing: .upToNextOption, help: ArgumentHelp("Resolve these exceptions.", valueName: "id"))
        var resolve: [Int] = []

        @Flag(help: "With --resolve, publish the held records.")
        var accept = false

        @Option(help: "The output format of the list.")
        var format = TableFormat.table

        @Flag(help: "Print the result of --assign and --resolve as a JSON object.")
        var json = false

        @OptionGroup var author: AuthorOptions
        @OptionGroup var master: MasterOptions

        func validate() throws {
            if all, !state.isEmpty { throw ValidationError("--all can't be combined with --state.") }
            let changes = !assign.isEmpty || !resolve.isEmpty
            if !assign.isEmpty, !resolve.isEmpty { throw ValidationError("--assign can't be combined with --resolve.") }
            if changes, symbol != nil || rule != nil || source != nil || assignee != nil || all || !state.isEmpty {
                throw ValidationError("--assign and --resolve can't be combined with a selection; name the numbers.")
            }
            if assign.isEmpty != (to ?? "").isEmpty {
                throw ValidationError("--assign requires --to, and --to --assign.")
            }
            if accept, resolve.isEmpty { throw ValidationError("--accept requires --resolve.") }
            if !resolve.isEmpty, (author.reason ?? "").allSatisfy(\.isWhitespace) {
                throw ValidationError("--resolve requires --reason.")
            }
        }

        func run() throws {
            try MasterReading.run(master) { connection in
                connection.author = author.author
                if let to {
                    let done = try connection.assignExceptions(assign, to: to)
                    return try OverrideReport.write(done, of: "exception", "assigned", connection, json: json)
                }
                if !resolve.isEmpty {
                    let done = try connection.resolveExceptions(resolve, accepts: accept, reason: author.reason ?? "")
                    return try OverrideReport.write(
                        done, of: "exception", accept ? "accepted" : "resolved", connection, json: json)
                }
                try list(connection)
            }
        }

        private func list(_ connection: MasterConnection) throws {
            var filter = ExceptionFilter()
            (filter.symbol, filter.rule, filter.source, filter.assignee) = (symbol, rule, source, assignee)
            if all { filter.states = Set(QualityException.State.allCases) }
            if !state.isEmpty { filter.states = Set(state) }
            let found = try connection.exceptions(filter)
            let output = OutputFile.standard
            switch format {
            case .jsonl: for exception in found { try output.write(Self.json(exception)) }
            case .table:
                guard !found.isEmpty else { throw Failure(.negativeAnswer, "there is no such exception") }
                var table = TextTable(
                    [.right, .left, .left, .left, .left, .left, .left, .left, .left, .left],
                    header: ["ID", "SYMBOL", "STATE", "HELD", "OLD", "NEW", "SOURCE", "SINCE", "BY", "RULE"])
                for exception in found {
                    let person = exception.resolved?.author ?? exception.assignee ?? ""
                    let new = ChangeText.quoted(exception.new)
                    table.add(
                        "\(exception.id)", exception.symbol, exception.state.rawValue,
                        exception.holds && (exception.state.isOpen || exception.state == .rejected) ? "held" : "",
                        ChangeText.quoted(exception.old), exception.other.map { "\(new) (also \($0))" } ?? new,
                        exception.source ?? "–", Instant(microseconds: exception.found.time).description, person,
                        exception.rule)
                }
                try output.show(table.text())
            }
            try output.flush()
        }

        private static func json(_ exception: QualityException) -> String {
            JSONWriter.line { json in
                json.member("id", exception.id)
                json.member("symbol", exception.symbol)
                json.member("rule", exception.rule)
                json.member("field", exception.field)
                json.member("holds", exception.holds)
                json.member("state", exception.state.rawValue)
                json.optional("source", exception.source)
                json.member("old", exception.old)
                json.member("new", exception.new)
                json.optional("other", exception.other)
                json.optional("assignee", exception.assignee)
                json.optional("reason", exception.reason)
                json.member("found", exception.found)
                json.member("assigned", exception.assigned)
                json.member("resolved", exception.resolved)
                json.member("ended", exception.ended)
            }
        }
    }
#endif
