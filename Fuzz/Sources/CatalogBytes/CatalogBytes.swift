import Foundation

@testable import InstrumentCatalog

/// Opens arbitrary bytes as a catalog file: first unchanged, then with a corrected header and checksums, so that
/// damaged sections are read as well.
///
/// If the file can be opened, every query must return. Nothing may trap or read outside of the file. If `verify`
/// accepts the file, a repeated query must return the same answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCatalog(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // SAFETY: the fuzzer's bytes do not change during the call.
    var bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    ask(bytes)
    SealedBytes.seal(&bytes)
    ask(bytes)
    return 0
}

/// The path of the catalog. If the system has a folder in memory, the file is there, because writing to a disk would
/// be the slowest part of a call.
private let path: String = {
    let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    return "\(folder)/ipf-fuzz-catalog-\(getpid())"
}()

private func ask(_ bytes: [UInt8]) {
    // The previous call no longer maps this file, so it can be overwritten.
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
