import Charting
import Foundation
import Testing

extension UserDefaults {
    /// Removes what a test has kept in the user defaults, from their file too: this is the program's own, and stays.
    static func forget(_ keys: String...) {
        for key in keys { standard.removeObject(forKey: key) }
        standard.synchronize()
    }
}

/// What a store throws where it has no value is no fault; all else is.
func recordUnlessMissing(_ error: any Error) {
    if let error = error as? StorageError, error.kind == .noValue { return }
    Issue.record(error)
}
