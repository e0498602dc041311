/// Who signs a request to an object store, and for which region (AWS Signature Version 4).
///
/// Neither printing, interpolating nor dumping a value shows what is in it.
package struct RequestSignature: Hashable, Sendable {
    struct Keys: Hashable, Sendable {
        var identifier: String
        var secret: String
        /// Of keys that last for a while; `nil` for those that last.
        var sessionToken: String?
    }

    /// `eu-central-1`
    let region: String
    private let hidden: Redacted<Keys>
    var keys: Keys { hidden.value }

    init(_ keys: Keys, region: String) {
        hidden = Redacted(keys)
        self.region = region
    }

    /// A text of a server without what must not be shown.
    func hidingSecrets(in text: String) -> String {
        [keys.secret, keys.sessionToken ?? ""].reduce(text) { text, secret in
            secret.isEmpty ? text : text.replacing(secret, with: "…")
        }
    }
}
