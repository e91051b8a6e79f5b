"""One module a backend; each imports its own driver, so `open_store` imports only the one it needs."""
