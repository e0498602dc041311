// The room of CatalogServer.
