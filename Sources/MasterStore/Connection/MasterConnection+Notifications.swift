internal import CPostgres
internal import SystemFiles

extension MasterConnection {
    /// The channel on which each batch says its epoch and sequence number at its commit.
    package static let headChannel = "ipf_head"

    /// Has the server send the notifications of `headChannel` to this connection.
    ///
    /// - Throws: `MasterStoreError`: a standby has none.
    package func listen() throws(MasterStoreError) {
        try execute("LISTEN \(Self.headChannel)")
        try wakeWhenCancelled()
    }

    /// Waits for the next notification of `headChannel`, after `listen`; several that came meanwhile count as one.
    ///
    /// - Parameter bound: the longest time to wait, in milliseconds.
    /// - Returns: whether one came.
    /// - Throws: `MasterStoreError` where the connection broke; of kind `cancelled` as soon as it is cancelled.
    package func waitForBatch(milliseconds bound: Int) throws(MasterStoreError) -> Bool {
        try checkCancelled()
        if try takeNotifications() { return true }
        // SAFETY: the handle is alive, and so its socket.
        waker?.wait(descriptor: unsafe PQsocket(handle), milliseconds: bound)
        try checkCancelled()
        return try takeNotifications()
    }

    private func takeNotifications() throws(MasterStoreError) -> Bool {
        // SAFETY: the handle is alive; each notification is freed once.
        guard unsafe PQconsumeInput(handle) == 1 else { throw connectionFault() }
        var hasCome = false
        while let notification = unsafe PQnotifies(handle) {
            unsafe PQfreemem(notification)
            hasCome = true
        }
        return hasCome
    }
}
