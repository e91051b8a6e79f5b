"""What a caller gives as a column, made into rows that the core reads: which reader fits which type.

Nothing here imports a column library: objects are told apart by the protocols that they offer, so that numpy, Arrow
and the frames are loaded only when the caller has loaded them.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from ablmatch import _core

# numpy dtype kinds (numpy.dtype.kind): objects, fixed-width text, variable-width text, signed and unsigned integers.
_TEXT_OR_INTEGERS = frozenset("OUTiu")


def rows_of(column: Any, name: str) -> _core.Rows:
    """Rows of a column called `name` ("said", "stored"); TypeError with the type where it is none.

    Reads: list, tuple and other sequences; numpy arrays of objects, text and integers; pandas Series; and
    whatever hands out Arrow data (pyarrow, polars, DuckDB, nanoarrow, ...), where a table must have one column.
    """
    if type(column) is list or type(column) is tuple:
        return _core.ObjectRows(column)
    if isinstance(column, str | bytes | bytearray | memoryview | Mapping | AbstractSet) or column is None:
        raise _no_column(f"one {type(column).__name__}", name)
    if _is_pandas(column):
        return _pandas_rows(column, name)
    if hasattr(column, "__arrow_c_stream__") or hasattr(column, "__arrow_c_array__"):
        return _core.ArrowColumn(column, name)
    if hasattr(column, "__array_interface__") or hasattr(column, "dtype"):
        return _array_rows(column, name)
    if hasattr(column, "__len__") and hasattr(column, "__getitem__"):
        return _core.ObjectRows(list(column))
    raise _no_column(f"a {type(column).__name__}", name)


def _no_column(what: str, name: str) -> TypeError:
    return TypeError(f"{name} is {what}, not a column: give a list, an array or a Series of values")


def _is_pandas(column: Any) -> bool:
    return type(column).__module__.partition(".")[0] == "pandas" and hasattr(column, "dtype")


def _pandas_rows(column: Any, name: str) -> _core.Rows:
    dtype = column.dtype
    # Only the types that pandas keeps in Arrow form say so; pyarrow is loaded already then.
    if str(getattr(dtype, "storage", "")).startswith("pyarrow") or hasattr(dtype, "pyarrow_dtype"):
        # A Series has such an array, or the column is one itself.
        return _core.ArrowColumn(getattr(column, "array", column).__arrow_array__(), name)
    if type(dtype).__module__.partition(".")[0] == "pandas":
        # A type of its own (categories, nullable integers, ...), which as an array would lose its nulls to floats.
        if dtype.kind in _TEXT_OR_INTEGERS:
            return _core.ObjectRows(column.to_numpy(dtype=object))
        return _nulls_or_error(dtype, bool(column.isna().all()), len(column), name)
    return _array_rows(column.to_numpy(), name)


def _array_rows(column: Any, name: str) -> _core.Rows:
    import numpy as np

    array = np.asanyarray(column)
    if array.ndim != 1:
        raise TypeError(f"{name} is an array of {array.ndim} dimensions, not a column: give one dimension")
    if isinstance(array, np.ma.MaskedArray):
        return _core.ObjectRows(array.tolist())
    if array.dtype.kind in _TEXT_OR_INTEGERS:
        return _core.ObjectRows(array)
    return _nulls_or_error(array.dtype, array.dtype.kind == "f" and bool(np.isnan(array).all()), len(array), name)


def _nulls_or_error(dtype: Any, all_null: bool, rows: int, name: str) -> _core.Rows:
    # A column without any value comes as floats out of pandas and numpy: that is empty, not a mistake.
    if all_null:
        return _core.ObjectRows([None] * rows)
    raise TypeError(f"{name} holds {dtype} values, not text or integers: cast it to text")
