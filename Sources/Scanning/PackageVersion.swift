/// The version of the package, for the command and for `libipf`.
package enum PackageVersion {
    /// The version number. This is its only definition.
    package static let number: StaticString = "0.1.0"
}
