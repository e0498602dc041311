internal import Scanning
internal import Synchronization

extension LiveCatalog {
    /// Takes profiles, in order: a known symbol's takes the place of the old one, one of type REMOVED removes its symbol,
    /// and one equal to the known one changes nothing. Those without a symbol or a type are left out. Nothing is taken where
    /// this throws.
    ///
    /// - Returns: what changed, in order.
    /// - Throws: `CatalogError`: `invalidValue` where a number is infinite or a date is beyond the years 0000–9999; `io` where
    ///   the changes can't be kept, or the catalog was closed.
    /// - Complexity: some microseconds a profile.
    @discardableResult
    public func apply(_ profiles: [InstrumentProfile]) throws(CatalogError) -> [CatalogChange] {
        // A span's elements are lent, where an array's would be copied, with a count for each string.
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

    /// One of the profiles that came.
    private struct Incoming {
        /// The profile as a catalog gives it back.
        enum Profile {
            /// It is removed.
            case none
            /// As it came, at that index: no copy of it is held, which counts two dozen references.
            case given(Int)
            /// Among those that came in another form.
            case formed(Int)
        }

        let profile: Profile
        let bytes: [UInt8]
    }

    /// Takes one profile or removal; what it changes, if anything.
    ///
    /// - Parameter profile: the profile of `one`, where that isn't a removal.
    private static func take(
        _ one: Incoming, _ overlay: inout Overlay, _ snapshot: inout Snapshot?, _ payload: inout ByteSink,
        profile: () -> InstrumentProfile
    ) -> CatalogChange? {
        let bytes = one.bytes
        let symbol = bytes.span.extracting(EncodedProfile.range(of: .symbol, in: bytes))
        let standing = overlay.standing(of: symbol)
        let known = overlay.known(standing)
        if case .none = one.profile {
            guard let known else { return nil }
            let old = overlay.profile(known)
            overlay.append(bytes, isRemoval: true, standing)
            JournalPayload.append(removed: symbol, to: &payload)
            snapshot?.removed.insert(Array(copying: symbol))
            return .removed(old)
        }
        snapshot?.seen.insert(ByteHash.hash(symbol))
        guard let known else {
            overlay.append(bytes, isRemoval: false, standing)
            JournalPayload.append(profile: bytes, to: &payload)
            return .added(profile())
        }
        if case .profile(let knownBytes) = known, knownBytes == bytes { return nil }
        let old = overlay.profile(known)
        let new = profile()
        // Strings are also equal where their bytes differ, as with characters composed and not.
        if case .row(let row) = known, old == new, EncodedProfile.bytes(of: row, in: overlay.base.rows) == bytes {
            return nil
        }
        overlay.append(bytes, isRemoval: false, standing)
        JournalPayload.append(profile: bytes, to: &payload)
        return .updated(old: old, new: new)
    }

    /// Begins a snapshot: a source sends everything it has. What was known before stays until `completeSnapshot`; a snapshot that
    /// never completes removes nothing. A second call begins anew. A restart forgets a snapshot that wasn't complete.
    public func beginSnapshot() { state.withLock { $0.snapshot = Snapshot(known: $0.overlay.count) } }

    /// Ends a snapshot that the source reported complete: what didn't come since `beginSnapshot` is removed. `removedSymbols` are
    /// those and what else was removed since. Does nothing outside a snapshot. Ask `refusal(by:bringing:isComplete:)` first where
    /// the source is not to be trusted with everything.
    ///
    /// - Returns: what was removed.
    /// - Throws: `CatalogError` of kind `io` where that can't be kept; the snapshot goes on then.
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

    /// Keeps notes with the catalog in place of those there were (`Catalog.notes`): for example a source's `ETag`. Names that
    /// begin with `live.` are the catalog's own, and left out.
    ///
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

    /// Writes a payload down, then shows the state that it leads to.
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
    /// The profile of an instrument.
    fileprivate func profile(_ known: Known) -> InstrumentProfile {
        switch known {
        case .row(let row): base.profile(at: row)
        case .profile(let bytes): EncodedProfile.profile(bytes)
        }
    }

    /// Calls `body` for each of the symbols of all instruments, in no order.
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
