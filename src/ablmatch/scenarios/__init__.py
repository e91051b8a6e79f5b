"""Scenarios: tests of agents that their authors write, read from YAML and run."""
