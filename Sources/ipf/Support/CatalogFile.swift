import Foundation
import InstrumentCatalog

/// A catalog file, told from a source by its content.
enum CatalogFile {
    /// The catalog at a path; `nil` where the path is no catalog, so that it may be a source.
    ///
    /// - Throws: `CatalogError` where it is one and damaged.
    static func open(_ path: String) throws(CatalogError) -> Catalog? {
        var isFolder: ObjCBool = false
        // A pipe must not be opened to find out what it is: its bytes would be gone.
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: path).resolvingSymlinksInPath().path)
        // SAFETY: the call fills the value that it is given, within the call.
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
            attributes?[.type] as? FileAttributeType == .typeRegular
        else { return nil }
        do {
            return try Catalog.open(path)
        } catch  where error.kind == .foreign || error.kind == .io {
            return nil
        }
    }
}
