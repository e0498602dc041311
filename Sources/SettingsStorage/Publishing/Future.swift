#if !canImport(Combine)
    /// A value or failure that becomes available later, like Combine's `Future`. In Swift 6, any thread may call its
    /// promise.
    ///
    /// ```swift
    /// let answer = Future<Int, Never> { promise in
    ///     DispatchQueue.global().async { promise(.success(42)) }
    /// }
    /// let subscription = answer.sink { @Sendable value in print(value) }   // 42
    /// ```
    ///
    /// On Apple systems, this name refers to Combine's type.
    public final class Future<Output, Failure: Error>: Publisher {
        /// A closure that receives the result; only its first call has an effect.
        public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

        private let base: OpenCombine.Future<Output, Failure>

        /// Creates a future whose result `attemptToFulfill` provides.
        ///
        /// - Parameter attemptToFulfill: A closure that is called immediately. It calls the promise, or passes it to
        ///   another thread.
        public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
            base = OpenCombine.Future { promise in
                // SAFETY: A lock guards OpenCombine's promise, and only its first call has an effect.
                nonisolated(unsafe) let promise = promise
                attemptToFulfill { result in unsafe promise(result) }
            }
        }

        /// Sends the result to the subscriber as soon as it is available.
        public func receive<Receiver: Subscriber>(subscriber: Receiver)
        where Receiver.Input == Output, Receiver.Failure == Failure {
            base.receive(subscriber: subscriber)
        }
    }
#endif
