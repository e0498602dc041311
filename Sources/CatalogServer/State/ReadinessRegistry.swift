internal import Synchronization
internal import SystemFiles

/// The components of a service, and whether each of them is ready, for the answer of `/readyz`.
///
/// A component that isn't ready continues with its previous content, so the service continues to answer.
package final class ReadinessRegistry: Sendable {
    /// The possible components, in the order in which the answer lists them.
    package enum Name: String, CaseIterable, Sendable {
        /// The served instruments.
        case catalog
        /// The source that is followed.
        case source
        /// The master that is followed.
        case master
        /// The schedule defaults.
        case defaults
        /// The files of aliases that apply in addition to the catalog's own aliases.
        case aliases
        case tokens, entitlements
        /// The restricted catalogs of the entitlements.
        case restricted
        case certificate
    }

    /// The state of a component.
    struct State {
        /// The time since which the component has this state, in seconds since 1970.
        var since: Int64
        /// The reason why the component isn't ready; `nil` if it is ready.
        var problem: String?
    }

    private let states = Mutex<[Name: State]>([:])

    /// The components that the service has.
    var all: [(name: Name, state: State)] {
        let states = states.withLock { $0 }
        return Name.allCases.compactMap { name in states[name].map { (name, $0) } }
    }

    /// Records that the component is ready.
    package func accept(_ name: Name) { set(name, nil, nil) }

    /// Records that the component isn't ready. If it already wasn't ready, `since` remains unchanged.
    ///
    /// - Parameter time: The current time, in seconds since 1970; `nil` to read the clock.
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
