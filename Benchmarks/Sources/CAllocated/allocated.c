// The module consists of its header.
