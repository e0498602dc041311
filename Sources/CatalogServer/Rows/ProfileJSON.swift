internal import InstrumentCatalog
internal import Scanning

/// Profiles as the API shows them.
enum ProfileJSON {
    /// An object of the fields that are set, under their IPF names and in the format's order, custom ones last.
    static func write(_ profile: InstrumentProfile, to json: inout JSONWriter) {
        json.object { json in
            for field in profile.fields {
                json.key(named: field.name)
                json.string(field.value)
            }
        }
    }
}
