"""The ABL language: reads, checks and compiles agents; knows no store and no session."""
