extension IngestOptions {
    /// What performs the requests.
    var transferType: any Transfer.Type { transfer ?? SystemTransfer.self }

    /// The store of `s3:` addresses, and who asks it.
    ///
    /// - Throws: `IngestError` where variables or profiles can't be used, and where nothing here can sign.
    var objectAccess: ObjectAccess {
        get throws(IngestError) {
            guard transferType.isForObjects else {
                throw IngestError(
                    kind: .invalidAddress,
                    reason:
                        "s3 addresses are not read on this system: libcurl signs the requests, and URLSession stands in its "
                        + "place; give a presigned https URL of the object")
            }
            if let objects { return objects }
            return try ObjectAccess.current()
        }
    }
}
