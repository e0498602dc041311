import Foundation
import TestSupport

/// Certificates for `localhost` with their keys, created only for tests: `openssl req -x509 -newkey ec`, `openssl ca
/// -selfsign`.
struct TestCertificate {
    let chain: String
    let key: String

    /// Writes the certificate and the key into a folder. Returns their paths.
    func write(to folder: TemporaryFolder, as name: String) throws -> (chain: String, key: String) {
        let paths = (folder.path("\(name).pem"), folder.path("\(name)-key.pem"))
        try Data(chain.utf8).write(to: URL(filePath: paths.0))
        try Data(key.utf8).write(to: URL(filePath: paths.1))
        return paths
    }

    /// Valid from 2026-11-23 until 2126-10-30.
    static let lasting = TestCertificate(
        chain: """
            -----BEGIN CERTIFICATE-----
            MIIBfzCCASWgAwIBAgIUHUcrfJy7HTep22eDxMim3/kp2V4wCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzEyMzUxMloYDzIxMjYxMDMw
            MTIzNTEyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAARibaeyzTWwNgpO5k0OQ1CiJTgYCxBw+jc5JcluyPpDSCQHPzVjqqG8
            Dvsbwa6r3hTFifS7dVwl/aT3EW4nBB/Yo1MwUTAdBgNVHQ4EFgQU+3Ke9TVIEjhg
            yk7FtXrr9OxF+CEwHwYDVR0jBBgwFoAU+3Ke9TVIEjhgyk7FtXrr9OxF+CEwDwYD
            VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAYJqv65cvcpcPYT7w46B3a
            y6UgnAAfqLGLxbICvcqyiAIhAIs+Jd+JP+JrQVprrI3dozVzOmaH0DDysvFRU0hK
            rsva
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5OrXr215IW3hO1VS
            TZ2nR4eEdbezffDmqd6T9l0ltWyhRANCAARibaeyzTWwNgpO5k0OQ1CiJTgYCxBw
            +jc5JcluyPpDSCQHPzVjqqG8Dvsbwa6r3hTFifS7dVwl/aT3EW4nBB/Y
            -----END PRIVATE KEY-----

            """)

    /// Valid in 2020.
    static let ended = TestCertificate(
        chain: """
            -----BEGIN CERTIFICATE-----
            MIIBDjCBtgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwHhcN
            MjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhv
            c3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ6qB5O7hoslUHpMfJL98VrPU8l
            3WCQ/nN+U6B4Lv95lnO/1n7nzU5D+070fMa7VC5D6SK0fZwoqAljkqd1WLVZMAoG
            CCqGSM49BAMCA0cAMEQCIH02t8vKKA7PyjtMgo99/67Nr13q4O3gFpkFTR21esba
            AiBVa53JqLPhNIJXLPzld0QYKUtVCVmJeTSX3ztu50pPRg==
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxxXQKVsBcUFpdtsD
            r8IkJh1mQVFiH1QSqqevWePHLmehRANCAAQ6qB5O7hoslUHpMfJL98VrPU8l3WCQ
            /nN+U6B4Lv95lnO/1n7nzU5D+070fMa7VC5D6SK0fZwoqAljkqd1WLVZ
            -----END PRIVATE KEY-----

            """)
}
