/// Where charts have their instruments from.
///
/// A provider may send on any thread: subscribe with closures that are written `@Sendable`.
public protocol IPFDataProvider {
    /// All instruments, or why there are none: the latest at once, if there was any, then each new one; it never ends.
    var dataPublisher: AnyPublisher<Result<[Instrument], any Error>, Never> { get }
    /// Whether instruments are being loaded: as it is, then whenever it changes.
    var isLoading: AnyPublisher<Bool, Never> { get }
}

/// The name that `Instrument` had in the first versions of the charting interface.
@available(*, deprecated, renamed: "Instrument")
public typealias InstrumentData = Instrument
