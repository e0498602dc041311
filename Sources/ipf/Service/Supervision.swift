#if Service
    import CatalogServer
    import Logging
    import SystemFiles

    /// Reports the state of a service to systemd.
    struct Supervision: Sendable {
        let supervisor: SystemdNotifier
        let server: CatalogServer
        let host: String
        let logger: Logger

        /// Reports that the service listens. Then, until the task is canceled, notifies the watchdog as long as the
        /// service answers requests from this process.
        func run(_ address: String, port: Int) async {
            supervisor.tell("READY=1", "STATUS=listening on \(address)")
            guard let patience = supervisor.patience else { return }
            var answered = true
            while (try? await Task.sleep(for: patience / 2)) != nil {
                let before = answered
                // If the connection limit is reached, a request from this process would have to wait, so count the
                // service as answering.
                answered = server.isFull
                if !answered { answered = await SelfCheck.answers(host: host, port: port, within: patience / 4) }
                if answered {
                    supervisor.tell("WATCHDOG=1")
                } else if before {
                    logger.error("the service does not answer its own request; the watchdog is not notified")
                }
            }
        }
    }
#endif
