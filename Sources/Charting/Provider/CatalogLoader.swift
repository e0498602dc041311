internal import CatalogSync
internal import Foundation
internal import Ingest

/// Loads one source into one catalog file, or opens one.
final class CatalogLoader: Sendable {
    let defaults: ScheduleDefaults
    private let source: Source
    private let options: CatalogDataOptions
    private let cancellation = CancellationToken()

    private enum Source {
        case address(SourceAddress)
        case catalog(String)
        /// An address that is none.
        case none(any Error)
    }

    convenience init(_ address: SourceAddress, _ options: CatalogDataOptions) { self.init(.address(address), options) }
    convenience init(_ error: any Error, _ options: CatalogDataOptions) { self.init(.none(error), options) }

    convenience init(catalog path: String, _ defaults: ScheduleDefaults) {
        var options = CatalogDataOptions()
        options.defaults = defaults
        self.init(.catalog(path), options)
    }

    private init(_ source: Source, _ options: CatalogDataOptions) {
        self.source = source
        self.options = options
        defaults = options.defaults
    }

    /// Gives up what is being loaded.
    func cancel() { cancellation.cancel() }

    /// What an earlier run left of the source; `nil` where that is nothing.
    var keptView: CatalogView? {
        guard case .address(let address) = source, let path = try? catalogPath(address) else { return nil }
        return openKept(path, address).map(CatalogView.init)
    }

    /// The instruments as they are now; those of before where what the source brought is refused, with the reason.
    ///
    /// - Throws: what reading and building throw; `ServerError` where there are no instruments.
    func load() throws -> (view: CatalogView, refusal: ServerError?) {
        switch source {
        case .none(let error): throw error
        case .catalog(let path): return (try CatalogView.open(path), nil)
        case .address(let address):
            let path = try catalogPath(address)
            let kept = openKept(path, address)
            do {
                return (CatalogView(try load(address, into: path, kept)), nil)
            } catch let error as CatalogError {
                guard let kept, let refusal = error.refusal else { throw error }
                return (CatalogView(kept), ServerError(refusal, at: address))
            }
        }
    }

    /// The source is to be followed.
    var follows: Bool {
        if case .address = source { options.follows } else { false }
    }

    /// What follows the source into its catalog file; it hasn't begun.
    ///
    /// - Throws: as `LiveCatalog.open`.
    func makeFollower(_ tell: @escaping @Sendable (LiveFollower.News) -> Void) throws -> LiveFollower {
        guard case .address(let address) = source else { throw ServerError.urlError }
        var live = LiveOptions()
        live.ingest = options.ingest
        let catalog = try LiveCatalog.open(path: try catalogPath(address))
        return LiveFollower(
            address, live, into: catalog, rules: options.rules, interval: options.followInterval, tell: tell)
    }

    private func load(_ address: SourceAddress, into path: String, _ kept: Catalog?) throws -> Catalog {
        let stamp = fileStamp(address)
        let isLenient = options.ingest.strictness == .lenient
        let before = kept.map { SourceNotes($0.notes) }
        if let kept, let stamp, before?.sources.first?.file == stamp, before?.isLenient == isLenient { return kept }
        var ingest = options.ingest
        ingest.validators = before?.validators(of: [address], isLenient: isLenient)?.first
        ingest.cancellation = cancellation
        var builder = makeBuilder()
        let report = try readSnapshot(from: address, options: ingest, into: &builder) { $0 = self.makeBuilder() }
        if report.notModified, let kept { return kept }
        guard builder.recordCount > 0 || kept != nil else {
            throw ServerError(.noData, reason: "\(address): found no instruments; check the address")
        }
        builder.previous = kept
        builder.rules = options.rules
        builder.isComplete = report.isComplete == true
        let notes = SourceNotes([SourceNotes.Source(report, file: stamp)], isLenient: isLenient)
        builder.notes = notes.notes
        if let before, let kept {
            builder.cutOffSources = notes.cutOff(
                isComplete: builder.isComplete, over: before, wasComplete: kept.isComplete)
        }
        guard try builder.write(to: path).instruments > 0 else {
            throw ServerError(
                .noData, reason: "\(address): found records without symbol or type only; check the address")
        }
        return try Catalog.open(path)
    }

    private func makeBuilder() -> CatalogBuilder {
        var builder = CatalogBuilder()
        if options.skipsMalformed { builder.onMalformed = { _, _ in } }
        return builder
    }

    /// The catalog at `path`, if it was made from this source and has instruments.
    private func openKept(_ path: String, _ address: SourceAddress) -> Catalog? {
        guard let catalog = try? Catalog.open(path), catalog.count > 0,
            SourceNotes(catalog.notes).sources.map(\.address) == [address.description]
        else { return nil }
        return catalog
    }

    private func catalogPath(_ address: SourceAddress) throws -> String {
        if let path = options.catalogPath {
            guard !address.isFile(at: path) else {
                throw ServerError(
                    .unknown, reason: "\(path): the catalog would take the source's place; name another file")
            }
            return path
        }
        let folder = try FileManager.default.url(
            for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true
        ).appending(path: "swift-ipf")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(path: address.cacheName).path
    }
}

/// Size and time of a file, for sources that have no validators; `nil` for others.
private func fileStamp(_ address: SourceAddress) -> String? {
    guard let path = address.path, let facts = try? FileManager.default.attributesOfItem(atPath: path),
        let size = facts[.size] as? Int, let date = facts[.modificationDate] as? Date
    else { return nil }
    return "\(size) bytes, \(date.timeIntervalSince1970)"
}

extension SourceAddress {
    /// The name of its cache: the address without its secrets, as a number: FNV-1a.
    fileprivate var cacheName: String {
        let hash = description.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16) + ".ipfc"
    }
}
