import Foundation
import TestSupport
import Testing

@testable import Ingest

/// Which object store and which keys are used, depending on environment variables and profiles.
struct ObjectAccessTests {
    private static let noFiles = [
        "AWS_CONFIG_FILE": "/nonexistent/config", "AWS_SHARED_CREDENTIALS_FILE": "/nonexistent/credentials",
    ]

    private func access(_ variables: [String: String]) throws -> ObjectAccess {
        let all = Self.noFiles.merging(variables) { $1 }
        return try ObjectAccess { all[$0] }
    }

    @Test func variablesDetermineTheURL() throws {
        let rows: [(variables: [String: String], bucket: String, url: String)] = [
            ([:], "data", "https://data.s3.us-east-1.amazonaws.com/a/b%3D1"),
            (["AWS_REGION": "eu-central-1"], "data", "https://data.s3.eu-central-1.amazonaws.com/a/b%3D1"),
            (["AWS_DEFAULT_REGION": "cn-north-1"], "data", "https://data.s3.cn-north-1.amazonaws.com.cn/a/b%3D1"),
            (
                ["AWS_REGION": "eu-west-1", "AWS_DEFAULT_REGION": "x"], "my.data",
                "https://s3.eu-west-1.amazonaws.com/my.data/a/b%3D1"
            ),
            (["AWS_ENDPOINT_URL": "http://127.0.0.1:9000"], "data", "http://127.0.0.1:9000/data/a/b%3D1"),
            (
                ["AWS_ENDPOINT_URL": "http://x", "AWS_ENDPOINT_URL_S3": "https://s3.firm/gate/"], "data",
                "https://s3.firm/gate/data/a/b%3D1"
            ),
        ]
        for row in rows {
            #expect(try access(row.variables).url(row.bucket, key: "a/b=1") == row.url, "\(row)")
        }
        #expect(
            try access([:]).url("data", query: [("prefix", "a/ü"), ("list-type", "2")])
                == "https://data.s3.us-east-1.amazonaws.com/?list-type=2&prefix=a%2F%C3%BC")
    }

    @Test func keysAreReadFromVariables() throws {
        let keys = try access(["AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "s", "AWS_SESSION_TOKEN": "t"]).keys
        #expect(keys == RequestSignature.Keys(identifier: "id", secret: "s", sessionToken: "t"))
        #expect(try access([:]).keys == nil)
    }

    @Test func keysAreReadFromProfiles() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path(".aws"), withIntermediateDirectories: true)
        try Data(
            """
            # of the desk
            [default]
            aws_access_key_id = default-id
            aws_secret_access_key=default+secret=

            [desk]
            aws_access_key_id = desk-id
            aws_secret_access_key = desk-secret
            aws_session_token = desk-token
            [half]
            aws_access_key_id = half-id
            """.utf8
        ).write(to: URL(filePath: folder.path(".aws/credentials")))
        try Data(
            """
            [default]
            region = eu-north-1
            [profile desk]
            region = eu-west-2
            endpoint_url = https://store.firm:9000
            s3 =
              endpoint_url = http://nested.is.passed.over
              addressing_style = path
            [profile single-sign-on]
            sso_session = firm
            [profile plain]
            region = us-west-2
            """.utf8
        ).write(to: URL(filePath: folder.path(".aws/config")))
        func read(_ variables: [String: String]) throws -> ObjectAccess {
            let all = ["HOME": folder.url.path].merging(variables) { $1 }
            return try ObjectAccess { all[$0] }
        }
        let usual = try read([:])
        #expect(usual.region == "eu-north-1" && usual.endpoint == nil)
        #expect(usual.keys == RequestSignature.Keys(identifier: "default-id", secret: "default+secret="))
        let desk = try read(["AWS_PROFILE": "desk"])
        #expect(desk.region == "eu-west-2" && desk.endpoint == "https://store.firm:9000/")
        #expect(
            desk.keys
                == RequestSignature.Keys(identifier: "desk-id", secret: "desk-secret", sessionToken: "desk-token"))
        // Variables take precedence, and the profile supplies the remaining settings.
        let mixed = try read([
            "AWS_PROFILE": "desk", "AWS_REGION": "x-1", "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "s",
        ])
        #expect(mixed.region == "x-1" && mixed.endpoint == "https://store.firm:9000/" && mixed.keys?.identifier == "id")
        #expect(mixed.keys?.sessionToken == nil)
        #expect(try read(["AWS_PROFILE": "plain"]).keys == nil)

        let rows: [(profile: String, reason: String)] = [
            (
                "none",
                "AWS_PROFILE names the profile “none”, which is neither in ~/.aws/credentials nor in ~/.aws/config "
                    + "(or the files that AWS_SHARED_CREDENTIALS_FILE and AWS_CONFIG_FILE name); check its name"
            ),
            (
                "half", "the profile “half” has only one of aws_access_key_id and aws_secret_access_key; set both"
            ),
            (
                "single-sign-on",
                "the profile “single-sign-on” gets its keys by sso_session, which is not supported; run aws configure "
                    + "export-credentials --format env, and set the variables that it prints"
            ),
        ]
        for row in rows {
            let error = #expect(throws: IngestError.self) { try read(["AWS_PROFILE": row.profile]) }
            #expect(error?.reason == row.reason && error?.kind == .invalidAddress)
        }
    }

    @Test func invalidSettingsAreErrors() throws {
        let keys = ["AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "s3cr3t"]
        let endpoint =
            "the endpoint of the object store is not a URL without user and query; expected https://HOST[:PORT] in "
            + "AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or endpoint_url of the profile"
        let rows: [(variables: [String: String], reason: String)] = [
            (
                ["AWS_ACCESS_KEY_ID": "id"],
                "AWS_ACCESS_KEY_ID is set without AWS_SECRET_ACCESS_KEY; set both or neither"
            ),
            (
                ["AWS_SECRET_ACCESS_KEY": "s3cr3t"],
                "AWS_SECRET_ACCESS_KEY is set without AWS_ACCESS_KEY_ID; set both or neither"
            ),
            (["AWS_ENDPOINT_URL": "localhost:9000"], endpoint),
            (["AWS_ENDPOINT_URL": "https://me:s3cr3t@host"], endpoint),
            (["AWS_ENDPOINT_URL": "https://host/?token=s3cr3t"], endpoint),
            (
                ["AWS_REGION": "eu:west"],
                "invalid region “eu:west”; expected letters, digits and hyphens, such as eu-central-1"
            ),
            (
                keys.merging(["AWS_SESSION_TOKEN": "s3cr3t\r\nX: y"]) { $1 },
                "an access key or session token is empty, or contains a space or another invalid character; check "
                    + "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and the profile"
            ),
        ]
        for row in rows {
            let error = #expect(throws: IngestError.self) { try access(row.variables) }
            #expect(error?.reason == row.reason && error?.category == .address)
        }
    }

    @Test func invalidAddressesAreErrors() {
        let bucket =
            "expected s3://BUCKET/KEY, where BUCKET has 3 to 63 lowercase letters, digits, dots or hyphens"
        let rows: [(text: String, reason: String)] = [
            ("s3://", "no bucket name in “s3:///”; \(bucket)"),
            ("s3://Data/a", "no bucket name in “s3://Data/a”; \(bucket)"),
            ("s3://ab/a", "no bucket name in “s3://ab/a”; \(bucket)"),
            (
                "s3://KEY:s3cr3t@data/a",
                "“s3://…@…” contains a user name; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, "
                    + "instead"
            ),
            ("s3://data", "no key after the bucket name; expected s3://BUCKET/KEY, in “s3://data/”"),
            ("s3://data/", "no key after the bucket name; expected s3://BUCKET/KEY, in “s3://data/”"),
            (
                "s3://data/a/",
                "the key has an empty part between slashes or ends with a slash; give the key of an object, in "
                    + "“s3://data/a/”"
            ),
            (
                "s3://data/a//b",
                "the key has an empty part between slashes or ends with a slash; give the key of an object, in "
                    + "“s3://data/a//b”"
            ),
            ("s3://data/a/../b", "the key has a part . or .., which object stores resolve, in “s3://data/a/../b”"),
            ("s3://data/a\u{7}", "the key contains a control character, in “s3://data/a\u{7}”"),
        ]
        for row in rows {
            let error = #expect(throws: IngestError.self) { try SourceAddress(parsing: row.text) }
            #expect(error?.description == "address: \(row.reason)" && error?.kind == .invalidAddress, "\(row.text)")
        }
        let long = #expect(throws: IngestError.self) {
            try ObjectAddress(bucket: "data", key: String(repeating: "k", count: 1025))
        }
        #expect(long?.reason.hasPrefix("address: the key has 1025 bytes; expected at most 1024, in ") == true)
    }

    @Test func addressesOfFoldersBecomePrefixes() throws {
        for (text, prefix) in [
            ("s3://data", ""), ("s3://data/", ""), ("s3://data/a", "a/"), ("S3://data/a/b/", "a/b/"),
        ] {
            let store = try ObjectStore(parsing: text)
            #expect(store.bucket == "data" && store.prefix == prefix, "\(text)")
        }
        for text in ["data/a", "s3://d/a", "s3://data/../a", "s3://data//a"] {
            let error = #expect(throws: IngestError.self) { try ObjectStore(parsing: text) }
            #expect(error?.kind == .invalidAddress)
        }
    }
}
