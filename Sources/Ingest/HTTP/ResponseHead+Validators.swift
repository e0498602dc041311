extension ResponseHead {
    /// What distinguishes versions of the body.
    var validators: Validators { Validators(etag: headers["etag"], lastModified: headers["last-modified"]) }
}
