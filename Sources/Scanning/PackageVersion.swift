/// The version of the package, which the command and `libipf` report.
package enum PackageVersion {
    /// The version number, which is defined only here.
    package static let number: StaticString = "0.1.0"
}
