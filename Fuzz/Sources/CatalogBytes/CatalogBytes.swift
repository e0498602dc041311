import Foundation

@testable import InstrumentCatalog

/// Arbitrary bytes as a catalog file: once as they are, once with the header and its checksums corrected, so that damage reaches
/// the readers of the sections.
///
/// What must hold: a file is refused, or every question gets some answer; nothing traps, and nothing is read outside of the
/// file. A file that `verify` finds whole must answer all questions twice alike.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCatalog(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // SAFETY: the fuzzer's bytes stay as they are during the call.
    var bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    ask(bytes)
    seal(&bytes)
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
    // A wrong count of rows is taken as far as the sections go; walking millions would only take time.
    guard catalog.count < 100_000 else { return }
    let answers = EveryQuestion.answers(catalog)
    do throws(CatalogError) {
        try catalog.verify()
        precondition(answers == EveryQuestion.answers(catalog))
    } catch {
        precondition(error.kind == .damaged)
    }
}

/// Corrects what opening checks: the length, and the checksums of section table and header.
private func seal(_ bytes: inout [UInt8]) {
    guard bytes.count >= CatalogHeader.length else { return }
    func put(_ value: UInt64, at offset: Int) {
        for byte in 0..<8 { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> UInt64(8 * byte)) }
    }
    for (index, byte) in [0x89, 0x49, 0x50, 0x46, 0x43, 0x0D, 0x0A, 0x1A, 1, 0, 0, 0].enumerated() {
        bytes[index] = UInt8(byte)
    }
    bytes[12] &= 1
    for offset in 13..<16 { bytes[offset] = 0 }
    put(UInt64(bytes.count), at: 16)
    let offset = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[32 + $1]) << UInt64(8 * $1) }
    if offset < bytes.count { put(Checksum.of(bytes.span.extracting(Int(offset)..<bytes.count)), at: 40) }
    put(0, at: 48)
    put(Checksum.of(bytes.span.extracting(0..<56)), at: 56)
}
