internal import Scanning
internal import SystemFiles

extension ObjectAccess {
    /// Returns the current settings, from environment variables and profile files.
    ///
    /// | setting | variables | in the profile |
    /// | --- | --- | --- |
    /// | keys | `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN` | `aws_access_key_id`… |
    /// | region | `AWS_REGION`, `AWS_DEFAULT_REGION` | `region` |
    /// | endpoint | `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL` | `endpoint_url` |
    /// | profile | `AWS_PROFILE`, else `default` | |
    /// | files | `AWS_SHARED_CREDENTIALS_FILE`, `AWS_CONFIG_FILE`, else those in `~/.aws` | |
    ///
    /// - Throws: `IngestError` of kind `invalidAddress` if one of the two keys is missing, or if the profile does not
    ///   exist or refers to keys elsewhere. If a file cannot be read, the error has the kind of that fault.
    static func current() throws(IngestError) -> ObjectAccess {
        try ObjectAccess(variable: { Environment[$0].flatMap { $0.isEmpty ? nil : $0 } })
    }

    init(variable: (String) -> String?) throws(IngestError) {
        let named = variable("AWS_PROFILE")
        let profile = try SharedProfiles(variable).profile(named ?? "default")
        var keys: RequestSignature.Keys?
        switch (variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY")) {
        case (let identifier?, let secret?):
            keys = RequestSignature.Keys(
                identifier: identifier, secret: secret, sessionToken: variable("AWS_SESSION_TOKEN"))
        case (nil, nil): keys = try profile.flatMap { (profile) throws(IngestError) in try profile.keys() }
        case (_, nil): throw Self.invalid("AWS_ACCESS_KEY_ID is set without AWS_SECRET_ACCESS_KEY; set both or neither")
        case (nil, _): throw Self.invalid("AWS_SECRET_ACCESS_KEY is set without AWS_ACCESS_KEY_ID; set both or neither")
        }
        if let named, profile == nil, keys == nil {
            throw Self.invalid(
                "AWS_PROFILE names the profile “\(named)”, which is neither in ~/.aws/credentials nor in "
                    + "~/.aws/config (or the files that AWS_SHARED_CREDENTIALS_FILE and AWS_CONFIG_FILE name); check "
                    + "its name")
        }
        try self.init(
            endpoint: variable("AWS_ENDPOINT_URL_S3") ?? variable("AWS_ENDPOINT_URL") ?? profile?["endpoint_url"],
            region: variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION") ?? profile?["region"], keys: keys)
    }
}

/// The profiles in the configuration files that all S3 clients share.
struct SharedProfiles {
    /// The settings of one profile, merged from both files.
    struct Profile {
        let name: String
        fileprivate(set) var settings: [String: String] = [:]

        subscript(key: String) -> String? { settings[key] }
    }

    private let credentials: [String: [String: String]]
    private let config: [String: [String: String]]

    /// Reads both files, if they exist.
    ///
    /// - Throws: `IngestError` if an existing file cannot be read.
    init(_ variable: (String) -> String?) throws(IngestError) {
        let folder = variable("HOME").map { $0 + "/.aws/" }
        credentials = try Self.sections(
            ofFile: variable("AWS_SHARED_CREDENTIALS_FILE") ?? folder.map { $0 + "credentials" })
        config = try Self.sections(ofFile: variable("AWS_CONFIG_FILE") ?? folder.map { $0 + "config" })
    }

    /// Returns a profile, in which settings of the credentials file take precedence; `nil` if neither file contains it.
    func profile(_ name: String) -> Profile? {
        let found = [config["profile \(name)"], name == "default" ? config[name] : nil, credentials[name]]
            .compactMap { $0 }
        if found.isEmpty { return nil }
        return Profile(name: name, settings: found.reduce(into: [:]) { $0.merge($1) { $1 } })
    }

    private static let longest = 1 << 20

    private static func sections(ofFile path: String?) throws(IngestError) -> [String: [String: String]] {
        guard let path else { return [:] }
        do throws(FileFault) {
            switch try WholeFile.read(path, limit: longest) {
            case nil: return [:]
            case .bytes(let bytes): return sections(of: String(decoding: bytes, as: UTF8.self))
            case .tooLarge: throw .unfit("has more than \(longest) bytes, too many for an AWS configuration file")
            }
        } catch {
            var error = IngestError(error, reading: "the AWS configuration file")
            error.address = path
            throw error
        }
    }

    /// Parses lines `[SECTION]` and `KEY = VALUE`; `#` and `;` begin comments. Indented lines are nested settings
    /// (after `s3 =`), which are skipped.
    static func sections(of text: String) -> [String: [String: String]] {
        var sections: [String: [String: String]] = [:]
        var section = ""
        for line in text.split(whereSeparator: \.isNewline) {
            guard let first = line.first, !first.isWhitespace, first != "#", first != ";" else { continue }
            if first == "[" {
                section = line.dropFirst().prefix { $0 != "]" }.split(whereSeparator: \.isWhitespace)
                    .joined(separator: " ")
                sections[section] = sections[section] ?? [:]
            } else if let equals = line.firstIndex(of: "=") {
                let (key, value) = (
                    String(line[..<equals].trimmed(where: \.isWhitespace)),
                    String(line[line.index(after: equals)...].trimmed(where: \.isWhitespace))
                )
                sections[section, default: [:]][key.lowercased()] = value
            }
        }
        return sections
    }
}

extension SharedProfiles.Profile {
    /// Returns the keys of the profile; `nil` if it has none.
    ///
    /// - Throws: `IngestError` if one of the two keys is missing, or if the profile refers to keys elsewhere.
    func keys() throws(IngestError) -> RequestSignature.Keys? {
        switch (self["aws_access_key_id"], self["aws_secret_access_key"]) {
        case (let identifier?, let secret?):
            return RequestSignature.Keys(
                identifier: identifier, secret: secret, sessionToken: self["aws_session_token"])
        case (nil, nil):
            let elsewhere = ["credential_process", "role_arn", "sso_session", "sso_start_url", "credential_source"]
            guard let setting = elsewhere.first(where: { self[$0] != nil }) else { return nil }
            throw ObjectAccess.invalid(
                "the profile “\(name)” gets its keys by \(setting), which is not supported; run aws configure "
                    + "export-credentials --format env, and set the variables that it prints")
        default:
            throw ObjectAccess.invalid(
                "the profile “\(name)” has only one of aws_access_key_id and aws_secret_access_key; set both")
        }
    }
}
