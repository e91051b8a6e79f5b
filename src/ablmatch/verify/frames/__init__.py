"""The matcher inside dataframe engines: one module for each, which an import of that module alone loads.

`polars` adds a namespace to expressions, `pandas` an accessor to Series, `duckdb` functions to a connection.  All of
them hand their columns to the matcher as Arrow data and give, row by row, what match_score, match_result and normalize
give: a null is a row with nothing to judge, which scores -1 and is `missing`.
"""
