internal import Scanning
internal import Synchronization

extension LiveCatalog {
    /// Applies profiles in order.
    ///
    /// - A profile replaces the existing profile of its symbol.
    /// - A profile of type REMOVED removes its symbol.
    /// - A profile that equals the existing one changes nothing.
    /// - A profile without a symbol or a type is skipped.
    ///
    /// If this method throws, none of the profiles is applied.
    ///
    /// - Parameter profiles: The profiles to apply.
    /// - Returns: The changes, in order.
    /// - Throws: `CatalogError` of kind `invalidValue` if a number is infinite or a date is outside the years
    ///   0000–9999; `io` if the journal cannot be written or the catalog was closed.
    /// - Complexity: O(profiles).
    @discardableResult
    public func apply(_ profiles: [InstrumentProfile]) throws(CatalogError) -> [CatalogChange] {
        // A span borrows its elements, while an array copies them and retains each of their strings.
        let given = profiles.span
        var formed: [InstrumentProfile] = []
        var incoming: [Incoming] = []
        incoming.reserveCapacity(given.count)
        var sink = ByteSink()
        for index in given.indices where !given[index].symbol.isEmpty && !given[index].type.isEmpty {
            if given[index].type == InstrumentType.removed.rawValue {
                let symbol = given[index].symbol
                let bytes = JournalPayload.removal(symbol.utf8Span.span)
                incoming.append(Incoming(profile: .none, bytes: bytes))
                continue
            }
            try BuilderStorage.check(given[index])
            if given[index].isInCatalogForm {
                incoming.append(
                    Incoming(profile: .given(index), bytes: EncodedProfile.bytes(of: given[index], by: &sink)))
            } else {
                let profile = given[index].catalogForm
                incoming.append(
                    Incoming(profile: .formed(formed.count), bytes: EncodedProfile.bytes(of: profile, by: &sink)))
                formed.append(profile)
            }
        }
        return try state.withLock { state throws(CatalogError) in
            var next = state.overlay
            var payload = JournalPayload.newChanges(
                incoming.count, length: incoming.reduce(0) { $0 + $1.bytes.count })
            var changes: [CatalogChange] = []
            changes.reserveCapacity(incoming.count)
            for one in incoming {
                let change = Self.take(one, &next, &state.snapshot, &payload) {
                    switch one.profile {
                    case .none: preconditionFailure("a removal has no profile")
                    case .given(let index): profiles[index]
                    case .formed(let index): formed[index]
                    }
                }
                if let change { changes.append(change) }
            }
            if changes.isEmpty { return [] }
            try keep(payload, &next, changes, &state)
            return changes
        }
    }

    /// One of the incoming profiles.
    private struct Incoming {
        /// The profile in catalog form.
        enum Profile {
            /// The symbol is removed.
            case none
            /// The index in `given` of a profile that can be used without copying it.
            case given(Int)
            /// The index of a profile that was converted to catalog form.
            case formed(Int)
        }

        let profile: Profile
        let bytes: [UInt8]
    }

    /// Applies one profile or removal. Returns the change, or `nil` if nothing changed.
    ///
    /// - Parameter profile: A closure that returns the profile of `one`. It is not called for a removal.
    private static func take(
        _ one: Incoming, _ overlay: inout Overlay, _ snapshot: inout Snapshot?, _ payload: inout ByteSink,
        profile: () -> InstrumentProfile
    ) -> CatalogChange? {
        let bytes = one.bytes
        let symbol = bytes.span.extracting(EncodedProfile.range(of: .symbol, in: bytes))
        let state = overlay.state(of: symbol)
        let known = overlay.known(state)
        if case .none = one.profile {
            guard let known else { return nil }
            let old = overlay.profile(known)
            overlay.append(bytes, isRemoval: true, state)
            JournalPayload.append(removed: symbol, to: &payload)
            snapshot?.removed.insert(Array(copying: symbol))
            return .removed(old)
        }
        snapshot?.seen.insert(ByteHash.hash(symbol))
        guard let known else {
            overlay.append(bytes, isRemoval: false, state)
            JournalPayload.append(profile: bytes, to: &payload)
            return .added(profile())
        }
        if case .profile(let knownBytes) = known, knownBytes == bytes { return nil }
        let old = overlay.profile(known)
        let new = profile()
        // Compare bytes too: strings can be equal although their bytes differ, such as composed and decomposed
        // characters.
        if case .row(let row) = known, old == new, EncodedProfile.bytes(of: row, in: overlay.base.rows) == bytes {
            return nil
        }
        overlay.append(bytes, isRemoval: false, state)
        JournalPayload.append(profile: bytes, to: &payload)
        return .updated(old: old, new: new)
    }

    /// Starts a snapshot, during which the source sends all of its instruments.
    ///
    /// Existing instruments remain until `completeSnapshot`, so a snapshot that never completes removes nothing. A
    /// second call starts the snapshot from scratch. An incomplete snapshot is lost at a restart.
    public func beginSnapshot() { state.withLock { $0.snapshot = Snapshot(known: $0.overlay.count) } }

    /// Ends a snapshot that the source reported as complete, and removes all instruments that were not sent since
    /// `beginSnapshot`.
    ///
    /// `removedSymbols` then contains these instruments, and others removed during the snapshot. Without a snapshot,
    /// this method does nothing. If the source may send incomplete data, call `refusal(by:bringing:isComplete:)` first.
    ///
    /// - Returns: The removals.
    /// - Throws: `CatalogError` of kind `io` if the journal cannot be written; the snapshot then continues.
    /// - Complexity: O(instruments).
    @discardableResult
    public func completeSnapshot() throws(CatalogError) -> [CatalogChange] {
        try state.withLock { state throws(CatalogError) in
            guard let snapshot = state.snapshot else { return [] }
            var next = state.overlay
            var missing: [[UInt8]] = []
            state.overlay.forEachSymbol { symbol in
                if !snapshot.seen.contains(ByteHash.hash(symbol)) { missing.append(Array(copying: symbol)) }
            }
            missing.sort { $0.lexicographicallyPrecedes($1) }
            var changes: [CatalogChange] = []
            for symbol in missing {
                guard let old = next.bytes(of: symbol.span) else { continue }
                changes.append(.removed(EncodedProfile.profile(old)))
                next.append(JournalPayload.removal(symbol.span), isRemoval: true)
            }
            let listed = (missing + snapshot.removed).sortedAndUnique { $0.lexicographicallyPrecedes($1) }
                .filter { next.bytes(of: $0.span) == nil }
            next.listRemovals(listed)
            next.isComplete = true
            try keep(JournalPayload.ofSnapshot(removed: missing, listed: listed), &next, changes, &state)
            state.snapshot = nil
            return changes
        }
    }

    /// Replaces the notes of the catalog (`Catalog.notes`), for example a source's `ETag`.
    ///
    /// Names that start with `live.` are reserved for internal notes and ignored.
    ///
    /// - Parameter notes: The new notes, by name.
    /// - Throws: `CatalogError` of kind `io`.
    public func setNotes(_ notes: [String: String]) throws(CatalogError) {
        let notes = notes.filter { !LiveNotes.isReserved($0.key) }
        try state.withLock { state throws(CatalogError) in
            if notes == state.overlay.notes { return }
            var next = state.overlay
            next.notes = notes
            try keep(JournalPayload.ofNotes(notes), &next, [], &state)
        }
    }

    /// Appends a payload to the journal, then publishes the resulting state.
    private func keep(
        _ payload: consuming ByteSink, _ next: inout Overlay, _ changes: [CatalogChange], _ state: inout State
    ) throws(CatalogError) {
        guard let journal = state.journal else {
            throw CatalogError(.io, path: path, "the catalog was closed; open it again to change it")
        }
        try journal.append(payload, isSynced: options.durability == .power)
        next.version &+= 0x9E37_79B9_7F4A_7C15
        publish(next, changes, &state)
        workInBackground(&state)
    }
}

extension Overlay {
    /// Returns the profile of an instrument.
    fileprivate func profile(_ known: Known) -> InstrumentProfile {
        switch known {
        case .row(let row): base.profile(at: row)
        case .profile(let bytes): EncodedProfile.profile(bytes)
        }
    }

    /// Calls `body` with the symbol of each instrument, in no particular order.
    func forEachSymbol(_ body: (Span<UInt8>) -> Void) {
        base.rows.symbols.forEach { _, symbol in
            if number(of: symbol) == nil { body(symbol) }
        }
        for index in 0..<log.count {
            let entry = log[index]
            if entry.isRemoval { continue }
            entry.withSymbol { symbol in
                if number(of: symbol) == index { body(symbol) }
            }
        }
    }
}
