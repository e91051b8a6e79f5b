"""Editor help for the agent language: a language server and what it answers with."""
