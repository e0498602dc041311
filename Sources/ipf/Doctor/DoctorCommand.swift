import ArgumentParser
import Ingest
import InstrumentCatalog
import SystemFiles

#if Master
    import MasterStore
#endif

/// `ipf doctor`: checks the requirements of a service.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check a set-up: what a service needs of this machine, its files and its source.",
        discussion: """
            Looks at the folder of the catalog (writing, locks, space), the limits of open files, memory, the libraries that are loaded, time zone files, the catalog \
            (every byte, age, journals), how long the holidays of its venues are known, the clock, also beside that of the source's \
            server, and whether the port is free, the key belongs to the certificate, and the source answers. Each line \
            is ok, a warning or a problem, and says what to do; with a problem the exit code is 1. Run it as the user that the \
            service runs as. Nothing is left behind.

            \(LoginOptions.help)

            With --master it also looks at an instrument master: connection, schema, rights of the role, age of the last batch of each source, \
            and lag of a replica.

            Examples:
              ipf doctor all.ipfc
              ipf doctor --master postgresql://db.example.org/master
              ipf doctor all.ipfc --listen 0.0.0.0:8443 --tls-cert chain.pem --tls-key key.pem
              ipf doctor --source https://example.org/ipf/all.ipf.gz --json
            """)

    @Argument(help: ArgumentHelp("The catalog file that a service answers from, or is to keep.", valueName: "catalog"))
    var path: String?

    @Option(help: ArgumentHelp("Where a service is to listen: PORT, HOST:PORT or [HOST]:PORT.", valueName: "address"))
    var listen: ListenAddress?

    @Option(help: ArgumentHelp("The source that a service is to follow.", valueName: "address"))
    var source: String?

    @Option(help: ArgumentHelp("The certificate chain for HTTPS, PEM.", valueName: "file"))
    var tlsCert: String?

    @Option(help: ArgumentHelp("The certificate's private key, PEM.", valueName: "file"))
    var tlsKey: String?

    #if Master
        @Option(help: ArgumentHelp("The instrument master that is loaded or served.", valueName: "url"))
        var master: String?
    #endif

    @Flag(help: "Answer with JSON: state, and check, state and message of each line.")
    var json = false

    @OptionGroup(title: "Schedules") var defaults: ScheduleDefaultsOptions
    @OptionGroup(title: "Credentials for --source") var login: LoginOptions
    @OptionGroup(title: "Credentials for --source") var token: SourceTokenOption

    func validate() throws {
        if (tlsCert == nil) != (tlsKey == nil) {
            throw ValidationError("--tls-cert and --tls-key must be given together.")
        }
        if source == nil, login.isSet || token.sourceTokenFile != nil {
            throw ValidationError(
                "--netrc, --netrc-file, --password-file and --source-token-file require --source.")
        }
        if let source { _ = try SourceAddress(parsing: source) }
        #if !Service
            if listen != nil || tlsCert != nil {
                throw ValidationError(
                    "--listen and --tls-cert require a build with the service; build it with `make run`.")
            }
        #endif
    }

    func run() async throws {
        let findings = try await findings()
        let states = findings.map(\.state)
        let state: Diagnosis.State =
            states.contains(.problem) ? .problem : states.contains(.warning) ? .warning : .ok
        if json {
            try Answer.writeJSON {
                $0.object { json in
                    json.member("state", state.rawValue)
                    json.member("checks", objects: findings) { $1.writeMembers(to: &$0) }
                }
            }
        } else {
            try Answer.write(findings.map(\.line).joined())
        }
        if state == .problem { throw ExitCode.negativeAnswer }
    }

    private func findings() async throws -> [Diagnosis] {
        let folder = FolderChecks(catalog: path)
        var findings = folder.run() + MachineChecks.limits() + [MachineChecks.libraries(), MachineChecks.zones()]
        var catalog: Catalog?
        if let path {
            let check = CatalogCheck(path: path, isMade: source != nil).run()
            findings += check.findings
            catalog = check.catalog
        }
        findings += DefaultsCheck(options: defaults, today: .today).run(catalog)
        var options = IngestOptions()
        try login.apply(to: &options, tokenFile: token.sourceTokenFile)
        findings += SourceCheck(address: try source.map { try SourceAddress(parsing: $0) }, options: options).run()
        #if Master
            if let master { findings += MasterChecks.run(try MasterAddress(parsing: master)) }
        #endif
        #if Service
            if let listen { findings.append(await ListeningChecks.port(listen)) }
            if let tlsCert, let tlsKey {
                findings.append(ListeningChecks.certificate(tlsCert, tlsKey, now: WallClock.seconds))
            }
        #endif
        return findings
    }
}
