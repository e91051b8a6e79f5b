"""Batch verification of a file of caller records: read, score, write, sum up, report.

`run.verify` is the whole job; the modules beside it hold one step each.  Nothing is imported here, so that parsing a
field on the command line does not load Arrow.
"""
