"""Memory records over HTTP: one handler a verb, which translates and decides nothing."""
