/// What performs HTTP requests: URLSession where it is part of the system, else libcurl.
#if canImport(Darwin)
    typealias SystemTransfer = URLSessionTransfer
#else
    typealias SystemTransfer = CurlTransfer
#endif
