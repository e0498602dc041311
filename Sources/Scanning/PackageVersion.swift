/// The version of the package, for the command and for `libipf`.
package enum PackageVersion {
    /// The only place where it stands.
    package static let number: StaticString = "0.1.0"
}
