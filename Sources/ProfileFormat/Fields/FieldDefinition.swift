/// The properties of a standard field: a row of the table in `ProfileField`.
struct FieldDefinition: Sendable {
    typealias Check = @Sendable (Span<UInt8>) -> IdentifierCheck

    /// The stored property of a profile that contains the field, by type.
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
    /// The position of the field among identifier fields in look-ups, lowest first; `nil` for other fields.
    let identifierPlace: Int?
    /// A function that checks the form and the check digit; `nil` if the field has neither.
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

/// A stored property of `InstrumentProfile`, given by its memory offset. Reading it is faster than with a key path.
///
/// The methods are `@inlinable`, because building profiles from a catalog sets many fields. They are SPI, because
/// `package` declarations cannot be inlined in other modules.
@safe
@_spi(Inlined) public struct StoredField<Value: Sendable>: BitwiseCopyable, Sendable {
    @usableFromInline let offset: Int

    /// - Precondition: `path` is a stored property.
    init(_ path: WritableKeyPath<InstrumentProfile, Value>) {
        guard let offset = MemoryLayout<InstrumentProfile>.offset(of: path) else {
            preconditionFailure("\(path) is not a stored property")
        }
        self.offset = offset
    }

    func value(in profile: borrowing InstrumentProfile) -> Value {
        // SAFETY: the bytes are those of a profile, and are used only within the call.
        unsafe withUnsafeBytes(of: profile) { unsafe value(at: $0.baseAddress!) }
    }

    /// Returns the value of a mutable profile without copying. A borrowed profile has to be copied first, because it
    /// has no address.
    func value(inPlace profile: inout InstrumentProfile) -> Value {
        // SAFETY: the bytes are those of a profile, and are used only within the call.
        unsafe value(ofProfile: &profile)
    }

    private func value(ofProfile profile: UnsafeMutablePointer<InstrumentProfile>) -> Value {
        unsafe value(at: UnsafeRawPointer(profile))  // SAFETY: as above.
    }

    /// Returns the value in the profile at address `base`.
    func value(at base: UnsafeRawPointer) -> Value {
        // SAFETY: `MemoryLayout` returned the offset of a stored property of this type.
        unsafe (base + offset).assumingMemoryBound(to: Value.self).pointee
    }

    /// Sets the value in the profile at address `base`.
    @inlinable @inline(__always)
    func set(_ value: consuming Value, at base: UnsafeMutableRawPointer) {
        // SAFETY: as in `value(at:)`.
        unsafe (base + offset).assumingMemoryBound(to: Value.self).pointee = value
    }

    /// Sets the value in a profile.
    @inlinable @inline(__always)
    public func set(_ value: consuming Value, in profile: inout InstrumentProfile) {
        // SAFETY: The bytes belong to a profile, and this call has exclusive access to it.
        unsafe set(value, ofProfile: &profile)
    }

    /// Sets the value in the profile at an address. With a closure, the value would be copied.
    @inlinable @inline(__always)
    func set(_ value: consuming Value, ofProfile profile: UnsafeMutablePointer<InstrumentProfile>) {
        unsafe set(value, at: UnsafeMutableRawPointer(profile))  // SAFETY: as above.
    }
}
