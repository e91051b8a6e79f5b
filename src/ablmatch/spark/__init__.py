"""The matcher and whole verifications in Spark jobs; wants the extra `spark`, and ablmatch on every worker.

`verify` adds scores, results and a policy's decisions to a DataFrame, `score` and `result` one column, `register` gives
a session SQL functions.  All of them work on Arrow batches; what a row gets does not depend on the partitions.
"""

from ablmatch.spark.frames import result, score, verify
from ablmatch.spark.functions import register

__all__ = ["register", "result", "score", "verify"]
