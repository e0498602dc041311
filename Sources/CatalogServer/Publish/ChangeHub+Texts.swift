internal import Ingest
internal import InstrumentCatalog
internal import NIOCore

/// What is sent to streams.
extension ChangeHub {
    /// A batch of profiles for live streams. It defines its formats again, so that it can follow anything.
    static func text(_ profiles: [InstrumentProfile], fields: [String]? = nil) -> [UInt8] {
        var columns = ProfileColumns()
        for profile in profiles { columns.note(profile) }
        var writer = ProfileWriter(fields: fields, columns: columns)
        var text: [UInt8] = []
        for profile in profiles { writer.write(profile, to: &text) }
        writer.writeFlush(live: true, to: &text)
        return text
    }

    static let heartbeat: [UInt8] = Array("##\n\n".utf8)
    private static let heartbeatText = ByteBuffer(bytes: heartbeat)
    private static let heartbeatBlocks = ByteBuffer(bytes: DeflateWriter.sealed(heartbeat.span))

    /// A heartbeat as a form of the format has it.
    static func heartbeat(_ form: Form) -> ByteBuffer { form == .blocks ? heartbeatBlocks : heartbeatText }

    /// What became of each instrument from one file to another.
    static func difference(_ old: Catalog, _ new: Catalog) -> [CatalogChange] {
        let difference = CatalogDifference(from: old, to: new)
        var changes: [CatalogChange] = []
        _ = difference.forEachChange { change in
            switch change {
            case .added(let row): changes.append(.added(new.profile(at: row)))
            case .removed(let row): changes.append(.removed(old.profile(at: row)))
            case .changed(let before, let after, _):
                changes.append(.updated(old: old.profile(at: before), new: new.profile(at: after)))
            }
        }
        return changes
    }
}
