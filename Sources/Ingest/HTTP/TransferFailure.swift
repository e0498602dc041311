import SystemFiles

/// The failure of one attempt to transfer a source.
struct TransferFailure: Error {
    var error: IngestError
    /// Whether another attempt may succeed.
    var isTransient = false
    /// The time for which the server asks to wait; `nil` if it does not ask.
    var retryAfter: Duration?
}

/// Counts the attempts of a transfer and applies the retry policy.
struct Retries {
    private let address: String
    private let options: IngestOptions
    private var generator = SystemRandomNumberGenerator()
    /// The number of consecutive failed attempts.
    private var count = 0

    init(_ address: String, _ options: IngestOptions) {
        self.address = address
        self.options = options
    }

    /// Resets the number of failed attempts, because there was progress.
    mutating func restart() { count = 0 }

    /// Returns how long to wait before the next attempt.
    ///
    /// - Throws: The error of the failure if there must not be another attempt.
    mutating func wait(after failure: TransferFailure) throws(IngestError) -> Duration {
        count += 1
        var error = failure.error
        guard failure.isTransient, count <= options.retry.retries else {
            if failure.isTransient, count > 1 { error.reason += " (tried \(count) times)" }
            throw error
        }
        let wait = max(options.retry.wait(before: count, using: &generator), failure.retryAfter ?? .zero)
        if let asked = failure.retryAfter, asked > options.retry.longestWait {
            error.reason += "; the server asks to retry after \(asked.components.seconds) s"
            throw error
        }
        options.retrying?(failure.error.at(address), wait)
        return wait
    }
}

extension TransferFault {
    /// Returns the failure of an attempt that ended with this fault.
    func failure(received: Int, of total: Int?, _ options: IngestOptions) -> TransferFailure {
        switch kind {
        case .unreachable:
            transient(.unreachable, "no connection (\(words)); check the host, the port and the network")
        case .connectTimeout:
            transient(
                .timedOut,
                "no connection within \(seconds(options.connectTimeout)) s; check the host, the port and the network")
        case .stalled:
            transient(
                .timedOut,
                "the transfer stalled after \(bytes(received, of: total)): less than \(options.lowestSpeed) bytes/s for "
                    + "\(seconds(options.stallTimeout)) s; try again later")
        case .broken:
            transient(.connectionLost, "the connection broke after \(bytes(received, of: total)); try again later")
        case .tooManyRedirects:
            final(
                .tooManyRedirects,
                "more than \(options.limits.redirects) redirects, probably a loop; check the address")
        case .leadsElsewhere:
            final(.httpStatus(302), "the server redirects to an address that is neither http nor https")
        case .invalidURL(let reader):
            final(.invalidAddress, "\(reader) can't read this URL (\(words)); check the address")
        case .insecure:
            final(.insecure, "no secure connection (\(words)); check the host and its certificate")
        case .noResponse:
            final(.connectionLost, "the server sent no valid HTTP response (\(words)); check the port")
        case .other: final(.connectionLost, "the transfer failed (\(words)); try again later")
        }
    }

    private func transient(_ kind: IngestError.Kind, _ reason: String) -> TransferFailure {
        TransferFailure(error: IngestError(kind: kind, reason: reason), isTransient: true)
    }

    private func final(_ kind: IngestError.Kind, _ reason: String) -> TransferFailure {
        TransferFailure(error: IngestError(kind: kind, reason: reason))
    }

    private func seconds(_ duration: Duration) -> String {
        duration.milliseconds % 1000 == 0
            ? "\(duration.milliseconds / 1000)" : "\(Double(duration.milliseconds) / 1000)"
    }

    private func bytes(_ received: Int, of total: Int?) -> String {
        total.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
    }
}
