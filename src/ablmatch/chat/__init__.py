"""Conversations for people who write agents: a session, a model behind it, and tools that answer from a file."""
