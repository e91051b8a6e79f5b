"""The matcher as Python sees it: one pair, columns of pairs, an index of stored values, and explanations.

Nothing is imported here, so that one pair can be judged without loading what batches need.
"""
