/// What there is to know of a standard field: a row of the table in `ProfileField`.
struct FieldDefinition: Sendable {
    typealias Check = @Sendable (Span<UInt8>) -> IdentifierCheck

    /// The stored property of a profile, by what it holds.
    enum Storage: Sendable {
        case text(StoredField<String>)
        case integer(StoredField<Int>)
        case number(StoredField<FieldNumber>)
        case date(StoredField<CalendarDate?>)

        var kind: ProfileField.Kind {
            switch self {
            case .text: .text
            case .integer: .integer
            case .number: .number
            case .date: .date
            }
        }
    }

    /// The name in the format.
    let name: String
    /// The name in camel case.
    let camelCaseName: String
    let storage: Storage
    /// The place among the fields that identify an instrument beside its symbol, the first looked up first; `nil` for others.
    let identifierPlace: Int?
    /// Checks the form and the check digit; `nil` where the field has neither.
    let check: Check?

    private init(
        _ name: String, _ storage: Storage, identifierPlace: Int? = nil,
        check: Check? = nil
    ) {
        self.name = name
        self.storage = storage
        self.identifierPlace = identifierPlace
        self.check = check
        let words = name.split(separator: "_").map { $0.lowercased() }
        camelCaseName = words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    static func text(_ name: String, _ path: WritableKeyPath<InstrumentProfile, String>) -> Self {
        Self(name, .text(StoredField(path)))
    }

    static func identifier(
        _ name: String, _ path: WritableKeyPath<InstrumentProfile, String>, place: Int, check: Check? = nil
    ) -> Self {
        Self(name, .text(StoredField(path)), identifierPlace: place, check: check)
    }

    static func integer(_ name: String, _ path: WritableKeyPath<InstrumentProfile, Int>) -> Self {
        Self(name, .integer(StoredField(path)))
    }

    static func number(_ name: String, _ path: WritableKeyPath<InstrumentProfile, FieldNumber>) -> Self {
        Self(name, .number(StoredField(path)))
    }

    static func date(_ name: String, _ path: WritableKeyPath<InstrumentProfile, CalendarDate?>) -> Self {
        Self(name, .date(StoredField(path)))
    }
}

/// A stored property of `InstrumentProfile` as its place in memory: it is read in a tenth of a key path's time.
///
/// `@inlinable`, for a profile of a catalog has a dozen fields set (figure "look up and make the profile" of main-bench); SPI, since
/// what is `package` is inlined by no other module.
@safe
@_spi(Inlined) public struct StoredField<Value: Sendable>: BitwiseCopyable, Sendable {
    @usableFromInline let offset: Int

    /// - Precondition: `path` is a stored property.
    init(_ path: WritableKeyPath<InstrumentProfile, Value>) {
        guard let offset = MemoryLayout<InstrumentProfile>.offset(of: path) else {
            preconditionFailure("\(path) is no stored property")
        }
        self.offset = offset
    }

    func value(in profile: borrowing InstrumentProfile) -> Value {
        // SAFETY: the bytes are a profile's, and used within the call.
        unsafe withUnsafeBytes(of: profile) { unsafe value(at: $0.baseAddress!) }
    }

    /// The same of a profile that may be changed: it is read where it is. One that is lent is copied first, for it to have an address.
    func value(inPlace profile: inout InstrumentProfile) -> Value {
        // SAFETY: the bytes are a profile's, and used within the call.
        unsafe value(ofProfile: &profile)
    }

    private func value(ofProfile profile: UnsafeMutablePointer<InstrumentProfile>) -> Value {
        unsafe value(at: UnsafeRawPointer(profile))  // SAFETY: as above.
    }

    /// The value in the profile whose memory begins at `base`.
    func value(at base: UnsafeRawPointer) -> Value {
        // SAFETY: a stored property of this type lies at the offset, by what `MemoryLayout` says of its key path.
        unsafe (base + offset).assumingMemoryBound(to: Value.self).pointee
    }

    /// Changes the value in the profile whose memory begins at `base`.
    @inlinable @inline(__always)
    func set(_ value: consuming Value, at base: UnsafeMutableRawPointer) {
        // SAFETY: as in `value(at:)`.
        unsafe (base + offset).assumingMemoryBound(to: Value.self).pointee = value
    }

    /// Changes the value in a profile.
    @inlinable @inline(__always)
    public func set(_ value: consuming Value, in profile: inout InstrumentProfile) {
        // SAFETY: the bytes are a profile's, to which nothing else has access for the time of the call.
        unsafe set(value, ofProfile: &profile)
    }

    /// The same by the profile's address. In a closure the value would be copied.
    @inlinable @inline(__always)
    func set(_ value: consuming Value, ofProfile profile: UnsafeMutablePointer<InstrumentProfile>) {
        unsafe set(value, at: UnsafeMutableRawPointer(profile))  // SAFETY: as above.
    }
}
