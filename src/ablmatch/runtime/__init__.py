"""Runs compiled projects: evaluation, state, constraints, sessions."""
