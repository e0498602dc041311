#if Master
    import ArgumentParser
    import CatalogAnswers
    import CatalogHistory
    import Essentials
    import Logging
    import MasterStore
    import Scanning
    import SystemFiles

    /// `ipf master deliver`: sends the published changes of the store to a URL.
    struct MasterDeliverCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "deliver",
            abstract: "Send the changes of golden records to a URL, signed, as a webhook",
            discussion: """
                Sends each change of a golden record by POST, in the order of the batches, until SIGTERM or SIGINT. A \
                body is a JSON object like that of /v1/changes?after=SEQ: {"changes": [...], "next": ..., "more": ...}.

                The receiver must answer with a status 2xx within 30 s. Otherwise, the same body is sent again, after \
                growing delays of up to a minute. The state file contains the place after the last accepted body, and \
                the next run continues there. So each change arrives at least once; its "id" identifies it.

                Requests are signed by the Standard Webhooks convention, which has libraries for most languages: \
                webhook-id, webhook-timestamp, and webhook-signature, which is "v1," and the Base64 of HMAC-SHA256 over \
                ID.TIMESTAMP.BODY. The first line of the secret file is the key: whsec_ and Base64, or any text of at \
                least 16 bytes.

                The first run begins with the next change, or with --after. A batch of a store that was restored from a \
                backup, or whose history was dropped, ends the command with exit code 3; remove the state file and pass \
                --after to continue.

                \(MasterOptions.help)

                Examples:
                  ipf master deliver --to https://firm.example/hook --secret-file hook.secret --state hook.state
                  ipf master deliver --to https://firm.example/hook --secret-file hook.secret --state hook.state --after 0
                """)

        @Option(help: ArgumentHelp("The receiver: http://… or https://….", valueName: "url"))
        var to: String

        @Option(help: ArgumentHelp("The file with the key for signatures.", valueName: "file"))
        var secretFile: String

        @Option(help: ArgumentHelp("The file with the place after the last accepted body.", valueName: "file"))
        var state: String

        @Option(
            help: ArgumentHelp(
                "The batch after which to begin if there is no state file: \(ChangePosition.forms).", valueName: "seq"))
        var after: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The largest number of changes of a body: 1 to 10000.", valueName: "count"))
        var limit = 500

        @Option(
            help: ArgumentHelp(
                "A file for metrics after each body or failure, for node_exporter's textfile collector.",
                valueName: "file"))
        var metrics: String?

        @OptionGroup var log: LogOptions
        @OptionGroup var master: MasterOptions

        func validate() throws {
            guard (1...10_000).contains(limit) else {
                throw ValidationError("--limit is \(limit), expected 1 to 10000.")
            }
            if let after, ChangePosition(after) == nil {
                throw ValidationError("--after is \(after), expected \(ChangePosition.forms).")
            }
        }

        func run() async throws {
            let cancellation = CancellationToken()
            let hook = try Webhook(to: to, secretFile: secretFile)
            let known = try DeliveryState.read(state)
            try Signals.take([.terminate, .interrupt]) { _ in cancellation.cancel() }
            var reader = ChangeReader(
                try master.address, after: known ?? after.flatMap { ChangePosition($0) }, limit: limit,
                cancellation: cancellation)
            var delivery = Delivery(
                hook: hook, state: state, logger: log.logger, cancellation: cancellation,
                metrics: DeliveryMetrics(path: metrics, receiver: hook.name))
            do {
                try reader.run { try delivery.take($0) }
            } catch is CancellationError {
                // A body that the receiver has not accepted is sent again by the next run.
            }
            log.logger.info("ended")
        }
    }

    /// The progress of a delivery.
    private struct Delivery {
        let hook: Webhook
        let state: String
        let logger: Logger
        let cancellation: CancellationToken
        var metrics: DeliveryMetrics
        private var generator = SystemRandomNumberGenerator()

        private static let retry = RetryPolicy(retries: .max, firstWait: .milliseconds(500), longestWait: .seconds(60))

        init(
            hook: Webhook, state: String, logger: Logger, cancellation: CancellationToken, metrics: DeliveryMetrics
        ) {
            (self.hook, self.state, self.logger) = (hook, state, logger)
            (self.cancellation, self.metrics) = (cancellation, metrics)
        }

        mutating func take(_ event: ChangeReader.Event) throws {
            switch event {
            case .connected(let position):
                // Write the position even before the first body. If this run ends before that, the next run must begin
                // at the same position.
                try DeliveryState.write(position, to: state)
                logger.info("delivering to \(hook.name) the changes after \(position)")
            case .page(let page): try deliver(page)
            case .away(let error, let wait):
                note(hasFailed: true)
                logger.error("\(error); next attempt in \(Numbers.seconds(wait / .seconds(1)))")
            }
        }

        private mutating func deliver(_ page: ChangePage) throws {
            var json = JSONWriter()
            json.page(page)
            var failures = 0
            while true {
                do throws(IngestError) {
                    try hook.send(json.bytes)
                    break
                } catch {
                    if cancellation.isCancelled { throw CancellationError() }
                    failures += 1
                    let wait = Self.retry.wait(before: failures, using: &generator)
                    note(hasFailed: true)
                    logger.error("not delivered: \(error); next attempt in \(Numbers.seconds(wait / .seconds(1)))")
                    cancellation.pause(wait)
                    if cancellation.isCancelled { throw CancellationError() }
                }
            }
            try DeliveryState.write(page.next, to: state)
            metrics.changes += page.changes.count
            metrics.seq = page.next.batch.sequence
            note(hasFailed: false)
            logger.info("delivered \(Numbers.grouped(page.changes.count)) changes; next is after \(page.next)")
        }

        private func note(hasFailed: Bool) {
            do { try metrics.write(hasFailed: hasFailed) } catch { logger.error("\(error)") }
        }
    }

    /// The file with the position after the last accepted body.
    private enum DeliveryState {
        /// Returns the position; `nil` if there is no file.
        static func read(_ path: String) throws -> ChangePosition? {
            if FileStamp(path) == nil { return nil }
            let text = String(try SmallFile.text(path).trimmed(where: \.isWhitespace))
            guard let position = ChangePosition(text) else {
                throw Failure(.badInput, "\(path): is \"\(text.prefix(80))\", expected \(ChangePosition.forms)")
            }
            return position
        }

        static func write(_ position: ChangePosition, to path: String) throws {
            try OutputFile.replace(path, with: "\(position)\n")
        }
    }

    /// Metrics of a delivery, in a file for node_exporter's textfile collector.
    private struct DeliveryMetrics {
        let path: String?
        /// The name of the receiver. It contains no characters that must be escaped in labels.
        let receiver: String
        /// The number of changes that this process has delivered.
        var changes = 0
        /// The batch of the last accepted body; `nil` before the first one.
        var seq: Int?

        func write(hasFailed: Bool) throws {
            guard let path else { return }
            var text = MetricsText(prefix: "ipf_master_deliver", label: "to=\"\(receiver)\"")
            text.add("failed", "1 if the last attempt failed.", [("", hasFailed ? 1 : 0)])
            text.add(
                "changes_total", "Changes that the receiver accepted since the start.", [("", changes)], kind: "counter"
            )
            if let seq { text.add("batch_seq", "The batch of the last accepted body.", [("", seq)]) }
            try text.write(to: path)
        }
    }

    /// A receiver of signed requests (Standard Webhooks).
    struct Webhook {
        /// The URL without its query, which may contain secrets.
        let name: String
        private let key: [UInt8]
        private let sender: DocumentSender

        /// - Throws: `Failure` if the URL or the key is unsuitable; `IngestError` if libcurl is missing.
        init(to url: String, secretFile: String) throws {
            let isPlain = url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != 0x5C }
            guard isPlain, let address = try? SourceAddress(parsing: url), address.credentials == nil,
                url.hasPrefix("http://") || url.hasPrefix("https://")
            else {
                throw Failure(.usage, "--to is \(url), expected an http: or https: URL without user and password")
            }
            name = String(url.prefix { $0 != "?" && $0 != "#" })
            let text = try SmallFile.text(secretFile).prefix { !$0.isNewline }.trimmed(where: \.isWhitespace)
            key =
                text.hasPrefix("whsec_")
                ? Data(base64Encoded: String(text.dropFirst(6))).map { Array($0) } ?? [] : Array(text.utf8)
            guard key.count >= 16 else {
                throw Failure(
                    .badInput, "\(secretFile): expected a key of at least 16 bytes, or whsec_ and its Base64")
            }
            sender = try DocumentSender(url, answerBound: .seconds(30))
        }

        /// Sends a body, and waits until the receiver has accepted it.
        ///
        /// - Throws: `IngestError` if the receiver did not answer with a status 2xx.
        func send(_ body: [UInt8]) throws(IngestError) {
            let time = Int(Date().timeIntervalSince1970)
            let headers = Self.headers(of: body, at: time, key: key)
            try sender.send(body, type: "application/json", headers: headers)
        }

        /// Returns the header fields for a body. The identifier depends only on the body, so that receivers recognize a
        /// body that is sent again.
        static func headers(of body: [UInt8], at time: Int, key: [UInt8]) -> [(name: String, value: String)] {
            let hash = DigestHash.sha256
            hash.add(body.span)
            let id = "msg_" + ByteText.hexadecimal(Array(hash.digest.prefix(16)))
            let code = MessageCode.sha256(Array("\(id).\(time).".utf8) + body, key: key)
            return [
                ("webhook-id", id), ("webhook-timestamp", "\(time)"),
                ("webhook-signature", "v1,\(ByteText.base64(code))"),
            ]
        }
    }
#endif
