"""The operator's web pages at /console: stores, people, records and why they are visible, erasure.

Rendered on the server, without a script; every page says that nothing of it may be kept or framed.
"""
