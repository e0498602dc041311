import Hummingbird

/// An empty handler of the framework, for comparison with the service.
let router = Router()
router.get("/") { _, _ in "ok" }
let application = Application(
    router: router,
    configuration: .init(address: .hostname("127.0.0.1", port: Int(CommandLine.arguments.last ?? "") ?? 18_180)))
try await application.runService()
