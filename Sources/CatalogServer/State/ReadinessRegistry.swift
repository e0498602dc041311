internal import Synchronization
internal import SystemFiles

/// What a service is made of, and whether each part is as it should be: the answer of `/readyz`.
///
/// A part that isn't ready keeps what it had before, so the service as a whole goes on.
package final class ReadinessRegistry: Sendable {
    /// The parts that there can be, in the order in which they are told.
    package enum Name: String, CaseIterable, Sendable {
        /// The instruments that are served.
        case catalog
        /// The source that is followed.
        case source
        /// The master that is followed.
        case master
        /// Schedule defaults.
        case defaults
        /// Names of instruments besides those of the catalog.
        case aliases
        case tokens, certificate
    }

    /// How a part is.
    struct State {
        /// Since when it is so, in seconds since 1970.
        var since: Int64
        /// Why it isn't ready; `nil` where it is.
        var problem: String?
    }

    private let states = Mutex<[Name: State]>([:])

    /// The parts that the service has.
    var all: [(name: Name, state: State)] {
        let states = states.withLock { $0 }
        return Name.allCases.compactMap { name in states[name].map { (name, $0) } }
    }

    /// The part is there and ready.
    package func accept(_ name: Name) { set(name, nil, nil) }

    /// The part isn't ready; where it wasn't before, that time counts.
    ///
    /// - Parameter time: now, in seconds since 1970; `nil` for the clock's.
    package func refuse(_ name: Name, _ problem: String, at time: Int64? = nil) { set(name, problem, time) }

    private func set(_ name: Name, _ problem: String?, _ time: Int64?) {
        states.withLock { states in
            if let known = states[name], (known.problem == nil) == (problem == nil) {
                states[name]?.problem = problem
            } else {
                states[name] = State(since: time ?? Int64(WallClock.seconds), problem: problem)
            }
        }
    }
}
