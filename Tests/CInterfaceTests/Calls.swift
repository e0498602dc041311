import CIPF
import Foundation
import InstrumentCatalog
import TestSupport

let terminated = Int(bitPattern: UInt.max)

/// A failed call, with its status and error message.
struct Failed: Error, Equatable, CustomStringConvertible {
    let status: Int
    let text: String
    var description: String { "\(status): \(text)" }
}

/// Makes a call, and throws the error if it fails.
///
/// SAFETY: this function owns the error object, and frees it.
func call(_ body: (UnsafeMutablePointer<OpaquePointer?>) -> ipf_status) throws {
    var error: OpaquePointer?
    let status = unsafe body(&error)
    if status == IPF_OK {
        unsafe precondition(error == nil)
        return
    }
    unsafe precondition(ipf_error_code(error) == status)
    let text = unsafe ipf_error_text(error)
    let sentence = unsafe string(text)!
    unsafe ipf_error_free(error)
    throw Failed(status: Int(status), text: sentence)
}

/// Makes a call that returns an object.
func make(
    _ body: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<OpaquePointer?>) -> ipf_status
) throws -> OpaquePointer {
    var out: OpaquePointer?
    try unsafe call { unsafe body(&out, $0) }
    return unsafe out!
}

/// Makes a call that returns a table.
func table(
    _ body: (UnsafeMutablePointer<ArrowArrayStream>, UnsafeMutablePointer<OpaquePointer?>) -> ipf_status
) throws -> ArrowText {
    var stream = unsafe ArrowArrayStream()
    try unsafe call { unsafe body(&stream, $0) }
    return unsafe ArrowText(&stream)
}

/// Copies a text of the C interface; `nil` for a null text. Checks that a zero byte follows the text.
func string(_ text: ipf_text) -> String? {
    guard let data = unsafe text.data else { return nil }
    unsafe precondition(data[Int(text.size)] == 0)
    return unsafe String(
        decoding: UnsafeRawBufferPointer(start: data, count: Int(text.size)), as: UTF8.self)
}

/// Returns the rows of a list, and frees the list.
func rows(_ list: OpaquePointer) -> [Row] {
    defer { unsafe ipf_rows_free(list) }
    return unsafe (0..<Int(ipf_rows_count(list))).map { unsafe Row(Int(ipf_rows_data(list)[$0])) }
}

/// Returns the names of a list, and frees the list.
func names(_ list: OpaquePointer) -> [String] {
    defer { unsafe ipf_names_free(list) }
    return unsafe (0..<Int(ipf_names_count(list))).map { unsafe string(ipf_names_at(list, $0))! }
}

/// The sample, imported through the C interface. It is opened twice: through the interface, and by the library.
@safe final class Sample {
    let handle: OpaquePointer
    let catalog: Catalog
    let folder: TemporaryFolder

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let path = folder.path("sample.ipfc")
        try Self.importSample(to: path)
        unsafe handle = try unsafe make { unsafe ipf_catalog_open(path, terminated, $0, $1) }
        catalog = try Catalog.open(path)
    }

    // SAFETY: opened by `init`.
    deinit { unsafe ipf_catalog_free(handle) }

    static let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples/Data/sample.ipf.gz").path

    @discardableResult
    static func importSample(to path: String) throws -> ipf_import_summary {
        let importer = try unsafe make { unsafe ipf_import_create(path, terminated, 0, $0, $1) }
        defer { unsafe ipf_import_free(importer) }
        try unsafe call { unsafe ipf_import_add_source(importer, source, terminated, $0) }
        var summary = ipf_import_summary()
        try unsafe call { unsafe ipf_import_run(importer, &summary, $0) }
        return summary
    }
}
