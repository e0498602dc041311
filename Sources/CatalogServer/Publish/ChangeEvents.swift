internal import InstrumentCatalog
internal import Scanning

/// Formats changes as server-sent events.
///
/// ```
/// id: 17
/// event: updated
/// data: {"symbol":"AAPL","type":"STOCK","profile":{…},"old":{…}}
/// ```
enum ChangeEvents {
    static func text(_ batch: ChangeHub.Batch) -> [UInt8] {
        var text: [UInt8] = []
        for change in batch.changes {
            let name: String
            let json: JSONWriter
            switch change {
            case .added(let new):
                name = "added"
                json = data(new, old: nil)
            case .updated(let old, let new):
                name = "updated"
                json = data(new, old: old)
            case .removed(let old):
                name = "removed"
                json = data(nil, old: old)
            }
            text += "id: \(batch.number)\nevent: \(name)\ndata: ".utf8
            text += json.bytes
            text += "\n\n".utf8
        }
        return text
    }

    private static func data(_ new: InstrumentProfile?, old: InstrumentProfile?) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.member("symbol", (new ?? old)?.symbol ?? "")
            json.member("type", (new ?? old)?.type ?? "")
            if let new {
                json.key("profile")
                ProfileJSON.write(new, to: &json)
            }
            if let old {
                json.key("old")
                ProfileJSON.write(old, to: &json)
            }
        }
        return json
    }

    /// Returns the first event of a stream, which names the state that the following changes apply to.
    static func state(_ snapshot: ServedSnapshot) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", snapshot.tag)
            json.member("count", snapshot.view.count)
        }
        return Array("event: state\ndata: ".utf8) + json.bytes + Array("\n\n".utf8)
    }
}
