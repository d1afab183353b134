// The list follows with the migrator.
