#if Service
    import CatalogServer
    import Logging
    import SystemFiles

    /// Tells who started a service how it is.
    struct Supervision: Sendable {
        let supervisor: SystemdNotifier
        let server: CatalogServer
        let host: String
        let logger: Logger

        /// It listens: says so, and then that it works for as long as it answers itself, until the task is cancelled.
        func run(_ address: String, port: Int) async {
            supervisor.tell("READY=1", "STATUS=listening on \(address)")
            guard let patience = supervisor.patience else { return }
            var answered = true
            while (try? await Task.sleep(for: patience / 2)) != nil {
                let before = answered
                // With as many connections as there may be, its own would wait with the others.
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
