// The room of PersistenceSettings.
