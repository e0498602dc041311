import Charting
import Foundation
import Testing

extension UserDefaults {
    /// Removes the values that a test stored in user defaults, including their file, which would otherwise remain.
    static func forget(_ keys: String...) {
        for key in keys { standard.removeObject(forKey: key) }
        standard.synchronize()
    }
}

/// The error for a missing value is expected; any other error is a fault.
func recordUnlessMissing(_ error: any Error) {
    if let error = error as? StorageError, error.kind == .noValue { return }
    Issue.record(error)
}
