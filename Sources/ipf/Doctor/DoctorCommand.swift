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
        abstract: "Diagnose the setup of a service",
        discussion: """
            Checks these parts:

              - the catalog's folder: write access, locks, space
              - the catalog: every byte, age, journals, coverage of holidays
              - the machine: open files, memory, libraries, time zone files, clock
              - the service: whether the port is free and the key fits the certificate
              - the source: whether it answers, and the clock of its server

            Each line is ok, a warning or a problem, and says what to do. The exit code is 1 if there is a problem. \
            Run it as the user that runs the service. It leaves no files behind.

            \(LoginOptions.help)

            With --master, it also checks an instrument master: connection, schema, the role's rights, the age of each \
            source's last batch, and the lag of a replica.

            Examples:
              ipf doctor all.ipfc
              ipf doctor --master postgresql://db.example.org/master
              ipf doctor all.ipfc --listen 8443 --tls-cert chain.pem --tls-key key.pem
              ipf doctor --source https://example.org/ipf/all.ipf.gz --json
            """)

    @Argument(help: ArgumentHelp("The catalog file that the service reads or keeps current.", valueName: "catalog"))
    var path: String?

    @Option(help: ArgumentHelp("The address of the service: PORT, HOST:PORT or [HOST]:PORT.", valueName: "address"))
    var listen: ListenAddress?

    @Option(help: ArgumentHelp("The source that the service follows.", valueName: "address"))
    var source: String?

    @Option(help: ArgumentHelp("The certificate chain for HTTPS (PEM).", valueName: "file"))
    var tlsCert: String?

    @Option(help: ArgumentHelp("The private key of the certificate (PEM).", valueName: "file"))
    var tlsKey: String?

    #if Master
        @Option(help: ArgumentHelp("The instrument master to check.", valueName: "url"))
        var master: String?
    #endif

    @Flag(help: "Print JSON: the overall state, and check, state and message of each line.")
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
