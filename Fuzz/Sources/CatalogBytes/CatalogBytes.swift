import Foundation

@testable import InstrumentCatalog

/// Arbitrary bytes as a catalog file: once as they are, once with the header and all checksums corrected, so that damage reaches
/// the readers of the sections.
///
/// What must hold: a file is refused, or every question gets some answer; nothing traps, and nothing is read outside of the
/// file. A file that `verify` finds whole must answer all questions twice alike.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCatalog(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // SAFETY: the fuzzer's bytes stay as they are during the call.
    var bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    ask(bytes)
    SealedBytes.seal(&bytes)
    ask(bytes)
    return 0
}

/// In memory where the system has such a folder: the disk would be the slowest part.
private let path: String = {
    let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    return "\(folder)/ipf-fuzz-catalog-\(getpid())"
}()

private func ask(_ bytes: [UInt8]) {
    // The file of the previous call isn't mapped any more.
    guard (try? Data(bytes).write(to: URL(filePath: path))) != nil,
        let file = try? CatalogFile.open(path, checking: 0)
    else { return }
    let catalog = Catalog(file)
    let answers = EveryQuestion.answers(catalog)
    EveryQuestion.askFurther(catalog)
    do throws(CatalogError) {
        try catalog.verify()
        precondition(answers == EveryQuestion.answers(catalog))
    } catch {
        precondition(error.kind == .damaged)
    }
}
