#if !canImport(Combine)
    /// One value, or a failure, once it is known: as Combine's `Future`, with a promise that any thread may keep, in Swift 6 too.
    ///
    /// ```swift
    /// let answer = Future<Int, Never> { promise in
    ///     DispatchQueue.global().async { promise(.success(42)) }
    /// }
    /// let subscription = answer.sink { @Sendable value in print(value) }   // 42
    /// ```
    ///
    /// On Apple systems the name is Combine's own.
    public final class Future<Output, Failure: Error>: Publisher {
        /// Called with the result; what a second call brings is ignored.
        public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

        private let base: OpenCombine.Future<Output, Failure>

        /// A value that `attemptToFulfill` promises.
        ///
        /// - Parameter attemptToFulfill: called at once; calls the promise, or keeps it for another thread.
        public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
            base = OpenCombine.Future { promise in
                // SAFETY: OpenCombine's promise takes a lock for its first call, and does nothing in others.
                nonisolated(unsafe) let promise = promise
                attemptToFulfill { result in unsafe promise(result) }
            }
        }

        /// Sends the result to the subscriber, now or once it is known.
        public func receive<Receiver: Subscriber>(subscriber: Receiver)
        where Receiver.Input == Output, Receiver.Failure == Failure {
            base.receive(subscriber: subscriber)
        }
    }
#endif
