/// What a server said about the version of a source that was read: sent with the next request, it answers 304 in place
/// of a source that did not change.
public struct Validators: Hashable, Sendable, Codable {
    /// The `ETag` header as it came, quotes and `W/` too; `nil` for none.
    public var etag: String?
    /// The `Last-Modified` header as it came; `nil` for none.
    public var lastModified: String?

    /// What a server said; `nil` for what it did not say.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Neither is there.
    package var isEmpty: Bool { etag == nil && lastModified == nil }
}
