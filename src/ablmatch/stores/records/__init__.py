"""Memory records in SQLite or PostgreSQL: personal and shared ones side by side, behind one predicate."""
