internal import HTTPTypes

/// Header fields that forbid a browser what no page of this service does.
enum SecurityHeaders {
    /// For documents: nothing from elsewhere, no script or style but files of this service, never inside another page.
    static let document: [(HTTPField.Name, String)] = [
        (
            .contentSecurityPolicy,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                + "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
        (HTTPField.Name("Referrer-Policy")!, "no-referrer"),
        (HTTPField.Name("X-Frame-Options")!, "DENY"),
        (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin"),
        (HTTPField.Name("Permissions-Policy")!, "camera=(), geolocation=(), microphone=()"),
    ]
}
